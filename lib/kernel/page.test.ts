import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf } from './page'

/** A list of the numbers below `count`, asked for as the lists of the offices ask: one row more than the page shows. */
function ask(count: number, size: number, { onward, back }: { onward?: number; back?: number }) {
  const all = Array.from({ length: count }, (_, n) => n)
  const rows =
    back === undefined
      ? all.filter((n) => n > (onward ?? -1)).slice(0, size + 1)
      : all.filter((n) => n < back).slice(-size - 1)
  return pageOf(rows, size, { onward, back })
}

describe('the pages of a list', () => {
  it('show each row once, on the way down and on the way back, and end at both ends', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, size) => {
        const down = [ask(count, size, {})]
        for (let at = down[0]; at?.next !== undefined; at = down.at(-1))
          down.push(ask(count, size, { onward: at.next }))
        expect(down.flatMap(({ page }) => page)).toEqual(Array.from({ length: count }, (_, n) => n))
        expect(down.map(({ previous }) => previous === undefined)).toEqual(down.map((_, n) => n === 0))

        const up = down.slice(-1)
        for (let at = up[0]; at?.previous !== undefined; at = up[0]) up.unshift(ask(count, size, { back: at.previous }))
        expect(up.map(({ page }) => page)).toEqual(down.map(({ page }) => page))
        expect(up.map(({ next }) => next)).toEqual(down.map(({ next }) => next))
      }),
    )
  })

  it('show nothing beyond the end, and no page beside it', () => {
    expect(ask(3, 2, { onward: 9 })).toEqual({ page: [], previous: undefined, next: undefined })
  })
})
