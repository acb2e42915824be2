import { describe, expect, it } from 'vitest'
import { filesUnder, textOf } from './files'

/**
 * A missing row is never an answer: how many rows a result has is decided by `db/rows.ts` alone, which refuses what was not read
 * right. Whoever takes a row out of a result by hand takes "nothing there" for an answer.
 */

/** `const [row] = await …`, `(await …)[0]`: the first of a result, or undefined. */
const takenByHand = /\b(const|let)\s*\[\s*\w+\s*\]\s*=\s*\(?await\b|\(await\b.*\)\s*(\?\.)?(\[0\]|\.at\()/
/** `rows[0]`, `rows?.at(0)`. */
const takenByPlace = /\brows(\?\.)?\[0\]|\brows\??\.at\(/
/** `changed.length === 1`, `rows.length > 0`: whether something was done or is there. */
const counted = /\breturn \w+\.length (===|!==|>) [01]\b|\bif \(\w+\.length !== 1\)/

const sources = (folders: readonly string[]): string[] => filesUnder(folders, /(?<!\.test)\.tsx?$/)
const thatFit = (files: readonly string[], ...patterns: RegExp[]): string[] =>
  files.filter((file) => patterns.some((pattern) => pattern.test(textOf(file))))

describe('a row of a result', () => {
  it('is taken by theOnly, atMostOne or inOrder, never by hand', () => {
    const files = sources(['app', 'components', 'db', 'lib', 'server'])
    // What a statement for one call gives is one output already, not a row.
    expect(thatFit(files, takenByHand)).toEqual(['db/database.ts'])
    expect(thatFit(sources(['db/queries', 'server']), takenByPlace)).toEqual([])
  })

  it('is known to be there by isThere, never by a length that a hole counts in', () => {
    expect(thatFit(sources(['db/queries']), counted)).toEqual([])
  })

  it.each([
    'const [row] = await db.run(x)',
    'let [ row ] = await sql`x`',
    'const [row] = (await sql`x`)',
    'return (await sql`x`)[0]',
    'rows[0]?.id',
    'rows.at(0)',
  ])('is seen when it is taken by hand: %s', (text) => {
    expect([takenByHand, takenByPlace].some((pattern) => pattern.test(text))).toBe(true)
  })

  it.each(['return changed.length === 1', 'return rows.length > 0', 'if (used.length !== 1) return false'])(
    'is seen when it is counted: %s',
    (text) => {
      expect(counted.test(text)).toBe(true)
    },
  )
})
