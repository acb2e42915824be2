import { describe, expect, it } from 'vitest'
import { atMostOne, inOrder, isThere, theOnly, valueThere, whole } from './rows'

/** `[<empty>, row]` as postgres.js 3.4.9 gave it. */
function withHole<Row>(...rows: Row[]): Row[] {
  const holed: Row[] = new Array(rows.length + 1)
  for (const [place, row] of rows.entries()) holed[place + 1] = row
  return holed
}

const one = { n: 1, id: 7 }
const two = { n: 2, id: 8 }
const unavailable = expect.objectContaining({
  code: 'service_unavailable',
  headers: { 'Retry-After': '1' },
  cause: expect.objectContaining({ name: 'UnreadableResult' }),
})

type Row = typeof one
type Reading = { read: (rows: readonly Row[]) => unknown; given: Row[][]; refused: Row[][] }

const readings: Record<string, Reading> = {
  theOnly: { read: theOnly, given: [[one]], refused: [[], [one, two], withHole(one), withHole()] },
  atMostOne: { read: atMostOne, given: [[one], []], refused: [[one, two], withHole(one), withHole()] },
  isThere: { read: isThere, given: [[one], []], refused: [[one, two], withHole(one), withHole()] },
  whole: { read: whole, given: [[one, two], []], refused: [withHole(one, two), withHole()] },
  'inOrder, of two': {
    read: (rows) => inOrder(rows, 2),
    given: [
      [one, two],
      [two, one],
    ],
    refused: [
      [],
      [one],
      [one, one],
      [one, { n: 3, id: 9 }],
      [{ n: 0, id: 9 }, one],
      [one, two, two],
      withHole(one, two),
      withHole(one),
    ],
  },
}

describe.each(Object.entries(readings))('%s', (_, { read, given, refused }) => {
  it('reads what can be', () => {
    for (const rows of given) expect(() => read(rows)).not.toThrow()
  })

  it('refuses anything else as what passes, and says why to the log alone', () => {
    for (const rows of refused) expect(() => read(rows)).toThrow(unavailable)
  })
})

describe('what is read', () => {
  it('is the row, or that there is none', () => {
    expect([theOnly([one]), atMostOne([one]), atMostOne([])]).toEqual([one, one, undefined])
    expect([isThere([one]), isThere([])]).toEqual([true, false])
    expect(inOrder([two, one], 2)).toEqual([one, two])
  })

  it('is a value where there must be one', () => {
    expect(valueThere(0)).toBe(0)
    expect(() => valueThere(null)).toThrow(unavailable)
  })
})
