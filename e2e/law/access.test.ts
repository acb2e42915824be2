import { describe, expect, it } from 'vitest'
import { companyPermissions, merchantPermissions } from '@/lib/accounts/permissions'
import { callOf, entries, visitOf } from '../portal/access/all'
import { officeActions, officePages, openActions } from '../portal/access/office-map'
import { filesUnder, textOf } from './files'

/** Doors of machines, where there are no cookies. */
const machines = /^app\/(api|connect|health|\.well-known)\//

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

describe('what changes something', () => {
  it('asks for the Origin itself, although proxy.ts has asked before (P-13)', () => {
    const files = [...new Set(officeActions().map(({ file }) => file)), ...filesUnder(['app'], /\/route\.ts$/)]
    const silent = files
      .filter((file) => !machines.test(file))
      .flatMap((file) =>
        textOf(file)
          .split(/^(?=export )/m)
          .map((text) => ({ file, text })),
      )
      .filter(({ text }) => /^export (async function|const) (?!GET\b)/.test(text))
      .filter(
        ({ text }) =>
          !/^export const \w+ = ((public|user|office|stepUp|operator)Action|office(?:Upload|Reading|Call)|publicCall)\(|await isSameOrigin\(\)/.test(
            text,
          ),
      )
    expect(silent.map(({ file, text }) => `${file}: ${text.split('\n')[0]}`)).toEqual([])
  })

  it('asks for a fresh code in the operator’s office, whatever it changes (ADR-0053)', () => {
    // What one of its people keeps of a list for themselves changes nothing of the network (ADR-0030).
    const own = 'app/operator/views/actions.ts'
    const ofOperator = officeActions().filter(({ file }) => file.startsWith('app/operator/') && file !== own)
    expect(ofOperator.length).toBeGreaterThan(3)
    const without = ofOperator.filter(
      ({ file, name }) => !textOf(file).includes(`export const ${name} = operatorAction(`),
    )
    expect(without).toEqual([])
  })
})

describe('a permission', () => {
  /** The list itself, the roles made of it, and a query, which imports no rule. */
  const lists = ['lib/accounts/permissions.ts', 'lib/accounts/roles.ts', 'db/queries/offices/api-keys.ts']
  const files = filesUnder(['app', 'components', 'db', 'lib'], /(?<!\.test)\.tsx?$/)
    .filter((file) => !file.startsWith('lib/messages/') && !lists.includes(file))
    .map((file) => ({ file, text: textOf(file) }))

  it.each([...merchantPermissions, ...companyPermissions])(
    'is named by one noun; all else refers to it: %s',
    (name) => {
      const named = files.filter(({ text }) => text.includes(`'${name}'`)).map(({ file }) => file)
      expect(named.filter((file) => !/^lib\/[a-z-]+\/permissions?\.ts$/.test(file))).toEqual([])
      expect(named.length).toBeLessThanOrEqual(1)
    },
  )
})
