import { describe, expect, it } from 'vitest'
import { callOf, entries, visitOf } from '../portal/access/all'
import { officeActions, officePages, openActions } from '../portal/access/office-map'

/** What the tests of who may see and do what must be told, so that they try everything that there is (`e2e/portal/access*.spec.ts`). */

describe('the tests of access', () => {
  it('know whose every page is, and with what its address is filled', () => {
    const unknown = officePages().filter((page) => visitOf(page) === undefined)
    expect(unknown.map(({ file }) => `${file}: say in e2e/portal/access/<section>.ts what fills its address`)).toEqual(
      [],
    )
  })

  it('know how every action is called', () => {
    const guarded = officeActions().filter(({ name }) => !openActions.includes(name))
    expect(guarded.length).toBeGreaterThan(15)
    const unknown = guarded.filter((action) => callOf(action) === undefined)
    expect(
      unknown.map(({ file, name }) => `${file} ${name}: say in e2e/portal/access/<section>.ts how it is called`),
    ).toEqual([])
  })

  it('know of nothing that is gone', () => {
    const templates = officePages().map(({ template }) => template)
    const actions = officeActions().map(({ file, name }) => `${file} ${name}`)
    expect(entries.pages.filter((template) => !templates.includes(template))).toEqual([])
    expect(entries.actions.filter((entry) => !actions.includes(entry))).toEqual([])
  })
})
