import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf } from './page'

/** A list of the numbers below `count`, asked for as the lists of the offices ask: one row more than the page shows. */
function ask(count: number, size: number, { after, before }: { after?: number; before?: number }) {
  const all = Array.from({ length: count }, (_, n) => n)
  const rows =
    before === undefined
      ? all.filter((n) => n > (after ?? -1)).slice(0, size + 1)
      : all.filter((n) => n < before).slice(-size - 1)
  return pageOf(rows, size, { after, before })
}

describe('the pages of a list', () => {
  it('show each row once, on the way down and on the way back, and end at both ends', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, size) => {
        const down = [ask(count, size, {})]
        for (let at = down[0]; at?.next !== undefined; at = down.at(-1)) down.push(ask(count, size, { after: at.next }))
        expect(down.flatMap(({ page }) => page)).toEqual(Array.from({ length: count }, (_, n) => n))
        expect(down.map(({ previous }) => previous === undefined)).toEqual(down.map((_, n) => n === 0))

        const up = down.slice(-1)
        for (let at = up[0]; at?.previous !== undefined; at = up[0])
          up.unshift(ask(count, size, { before: at.previous }))
        expect(up.map(({ page }) => page)).toEqual(down.map(({ page }) => page))
        expect(up.map(({ next }) => next)).toEqual(down.map(({ next }) => next))
      }),
    )
  })

  it('show nothing beyond the end, and no page beside it', () => {
    expect(ask(3, 2, { after: 9 })).toEqual({ page: [], previous: undefined, next: undefined })
  })
})
