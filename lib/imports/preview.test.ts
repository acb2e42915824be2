import { describe, expect, it } from 'vitest'
import { assert } from '@/lib/kernel/assert'
import { countsOfFingerprint, planFingerprint } from './fingerprint'
import { type Outcome, type PlannedLine, refuseRepeats } from './plan'
import { type PreviewFilter, pageOfLines, previewFilterOf, previewPath } from './preview'

const lineOf = (line: number, outcome: Outcome = 'added'): PlannedLine => ({
  line,
  outcome,
  cells: { sku: `A${line}` },
  reasons: [],
  warnings: line % 10 === 0 ? [{ code: 'sku_alike' }] : [],
})

const lines = Array.from({ length: 123 }, (_, n) => lineOf(2 * n + 2, n % 3 === 0 ? 'refused' : 'added'))

const numbersOf = (filter: PreviewFilter) => pageOfLines(lines, filter).page.map(({ line }) => line)

describe('the pages of a preview', () => {
  it.each([undefined, 'refused', 'added', 'warned', 'same'] as const)(
    'hold every line of %s once, there and back',
    (show) => {
      const seen: number[] = []
      let from: number | undefined = 1
      let last = 1
      while (from !== undefined) {
        seen.push(...numbersOf({ show, from }))
        last = from
        from = pageOfLines(lines, { show, from }).next
      }
      const wanted = lines.filter(
        ({ outcome, warnings }) =>
          show === undefined || (show === 'warned' ? outcome !== 'refused' && warnings.length > 0 : outcome === show),
      )
      expect(seen).toEqual(wanted.map(({ line }) => line))
      let back: number | undefined = last
      let first: readonly number[] = []
      while (back !== undefined) {
        first = numbersOf({ show, from: back })
        back = pageOfLines(lines, { show, from: back }).previous
      }
      expect(first).toEqual(wanted.slice(0, 50).map(({ line }) => line))
    },
  )

  it('say themselves in the address, which may say anything', () => {
    for (const filter of [
      { show: undefined, from: 1 },
      { show: 'warned', from: 77 },
    ] as const) {
      const { searchParams } = new URL(previewPath('/x', filter.show, filter.from), 'http://x')
      expect(previewFilterOf(Object.fromEntries(searchParams))).toEqual(filter)
    }
    expect(previewFilterOf({ show: 'all', from: '-1' })).toEqual({ show: undefined, from: 1 })
    expect(numbersOf({ show: undefined, from: 9_999_999 })).toEqual([])
  })
})

describe('the fingerprint of a plan', () => {
  it('says its counts, and is another one when anything of it is', () => {
    const fingerprint = planFingerprint(lines)
    expect(countsOfFingerprint(fingerprint)).toEqual({ added: 82, changed: 0, same: 0, refused: 41 })
    const [first, ...rest] = lines
    assert(first, 'there are some')
    const others: PlannedLine[][] = [
      rest,
      [{ ...first, cells: { sku: 'B' } }, ...rest],
      [{ ...first, outcome: 'same' }, ...rest],
      [{ ...first, before: { name: 'x' } }, ...rest],
    ]
    for (const other of others) expect(planFingerprint(other)).not.toBe(fingerprint)
    expect(countsOfFingerprint('1.2.3.4.x')).toBeUndefined()
  })
})

describe('lines that name one thing', () => {
  it('are refused but for the first when they agree, and all of them when they do not', () => {
    const said = ['a=1', 'b=1', 'a=1', 'b=2', 'c=1', 'b=1'].map((row, n) => ({
      line: n + 2,
      cells: {},
      row,
      reasons: [],
      warnings: [],
    }))
    const judged = refuseRepeats(
      said,
      (row) => row.slice(0, 1),
      (row) => row.slice(2),
    )
    expect(judged.map(({ row, reasons }) => row ?? [reasons[0]?.code, reasons[0]?.values?.line])).toEqual([
      'a=1',
      ['line_contradicted', 5],
      ['line_repeated', 2],
      ['line_contradicted', 3],
      'c=1',
      ['line_contradicted', 3],
    ])
  })
})
