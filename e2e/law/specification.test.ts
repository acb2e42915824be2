import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './files'

/** The specification and what cites it: `docs/specification/README.md`. */

const pages = filesUnder(['docs/specification'], /\.md$/)
const product = filesUnder(['app', 'bench', 'clients', 'components', 'db', 'lib', 'server'], /\.(tsx?|mjs)$/)
const tests = [...filesUnder(['e2e'], /\.tsx?$/), ...product.filter((file) => /\.test\.tsx?$/.test(file))]
const texts = [...product, ...tests, 'README.md', 'docs/operations.md', 'docs/speed.md', 'proxy.ts', 'next.config.js']

/** A number as code and tests cite it. `T-07`, not `T-99`: tests name tickets so. */
const number = /\b(?:D[1-9]\d?|[PHU]-\d{2}|T-(?:0\d|1[0-2]))\b/g
const citedIn = (file: string): string[] => [...new Set(textOf(file).match(number))]

/** What stands in the specification, with its text. */
const entries = new Map(
  pages.flatMap((page) =>
    textOf(page)
      .split(/^(?=###? )/m)
      .flatMap((part) => {
        const [, anchor, id] = /^### <a id="([^"]+)"><\/a>(\S+) /.exec(part) ?? []
        return anchor && id ? [[id, { page, anchor, text: part }] as const] : []
      }),
  ),
)

describe('the specification', () => {
  it('has each number once, under an anchor of its own', () => {
    const ids = pages.flatMap((page) => [...textOf(page).matchAll(/^### .*<\/a>(\S+)/gm)].map(([, id]) => id))
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    for (const [id, { anchor }] of entries) expect(anchor).toBe(id.toLowerCase())
    expect(entries.size).toBe(ids.length)
  })

  it('holds every number that code, tests and documents cite', () => {
    const missing = texts.flatMap((file) =>
      citedIn(file)
        .filter((id) => !entries.has(id))
        .map((id) => `${file}: ${id}`),
    )
    expect(missing).toEqual([])
  })

  it('is held by tests: each number is cited by one, or says why none can hold it', () => {
    const tested = new Set(tests.flatMap(citedIn))
    const excused = [...entries].filter(([, { text }]) => text.includes('**No test**')).map(([id]) => id)
    expect([...entries.keys()].filter((id) => !tested.has(id) && !excused.includes(id))).toEqual([])
    // An excuse ends with the test that makes it one too many.
    expect(excused.filter((id) => tested.has(id))).toEqual([])
  })

  it('is not taken for a decision record, which is cited as ADR-0006', () => {
    const records = filesUnder(['docs/decisions'], /\.md$/).flatMap((file) => /\d{4}/.exec(file) ?? [])
    const wrong = texts.flatMap((file) => {
      const text = textOf(file)
      const unknown = [...text.matchAll(/ADR-(\d{4})/g)].filter(([, record]) => !records.includes(record ?? ''))
      const loose = [...text.matchAll(/\bdecisions? \[?0\d{3}/gi)]
      return [...unknown, ...loose].map(([said]) => `${file}: ${said}`)
    })
    expect(wrong).toEqual([])
  })
})
