import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSales, readPosList } from './comparison'

describe('a pasted list', () => {
  it('is read however it was copied: by tabs, semicolons, commas or spaces, with or without a heading', () => {
    const sales = [
      { reference: 'T-1', cents: 123_450n },
      { reference: 'T 2', cents: 100n },
    ]
    for (const text of [
      'T-1\t1,234.50\nT 2\tRD$1.00\n',
      'Referencia;Monto\r\nT-1;1234.5\r\nT 2;1\r\n',
      'T-1,1234.50\nT 2,$1.00',
      'T-1,"1,234.50"\nT 2,1',
      'T-1,1,234.50\nT 2,1.00',
      'T-1  1,234.50\n\nT 2 RD$1.00',
      '\ufeffTicket\tFecha\tTotal\tCaja\nT-1\t21/11/2026\t1,234.50\tNaco\nT 2\t21/11/2026\t1.00\tNaco',
    ]) {
      expect(readPosList(text), text).toEqual({ sales, unread: [] })
    }
  })

  it('is read by its first and its last column when commas part more than two', () => {
    const sales = [
      { reference: 'T-1', cents: 123_450n },
      { reference: 'T 2', cents: 100n },
      { reference: 'T,3', cents: 500n },
    ]
    for (const text of [
      'Ticket,Fecha,Total\nT-1,21/11/2026,1234.50\nT 2,21/11/2026,1.00\n"T,3",21/11/2026,5',
      '"Ticket","Cliente","Total"\r\n"T-1","Peña, Ana","1,234.50"\r\n"T 2","","RD$1.00"\r\n"T,3","Luis","5.00"\r\n',
    ]) {
      expect(readPosList(text), text).toEqual({ sales, unread: [] })
    }
  })

  it('is read in long lines as in short ones', () => {
    const text = `T-1,${'x'.repeat(400)},1,234.50\n${','.repeat(500)}\nT-2${' '.repeat(300)}RD$1.00`
    expect(readPosList(text)).toEqual({
      sales: [
        { reference: 'T-1', cents: 123_450n },
        { reference: 'T-2', cents: 100n },
      ],
      unread: [2],
    })
  })

  it('says which lines it could not read', () => {
    expect(readPosList('T-1\t5.00\nno amount\nT-2\t1.234,50\n\tonly\t\nT-3\t6')).toEqual({
      sales: [
        { reference: 'T-1', cents: 500n },
        { reference: 'T-3', cents: 600n },
      ],
      unread: [2, 3, 4],
    })
  })

  it('is never a reason to fall over', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readPosList(text).sales.length >= 0))
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '1', 'T', ' ') }),
        (text) => readPosList(text).sales.length >= 0,
      ),
    )
  })
})

describe('a comparison', () => {
  const sales = fc.array(
    fc.record({ reference: fc.constantFrom('A', 'B', 'C', 'D', 'E'), cents: fc.bigInt({ min: 1n, max: 10_000n }) }),
  )

  it('finds nothing between a list and itself, in any order', () => {
    fc.assert(
      fc.property(sales, (list) => {
        const { differences, oursCents, theirsCents } = compareSales(list, list.toReversed())
        expect(differences).toEqual([])
        expect(oursCents).toBe(theirsCents)
      }),
    )
  })

  it('explains the whole difference of the totals, to the cent', () => {
    fc.assert(
      fc.property(sales, sales, (ours, theirs) => {
        const { differences, equal, oursCents, theirsCents } = compareSales(ours, theirs)
        const explained = differences.reduce((total, one) => total + (one.ours ?? 0n) - (one.theirs ?? 0n), 0n)
        expect(explained).toBe(oursCents - theirsCents)
        const references = new Set([...ours, ...theirs].map(({ reference }) => reference))
        expect(equal + differences.length).toBe(references.size)
      }),
    )
  })

  it('names what only one side has, and what both have with other amounts', () => {
    const here = [
      { reference: 'T-1', cents: 100n },
      { reference: 'T-2', cents: 200n },
      { reference: 'T-4', cents: 1n },
    ]
    const there = [
      { reference: 'T-1', cents: 100n },
      { reference: 'T-2', cents: 250n },
      { reference: 'T-3', cents: 9n },
    ]
    expect(compareSales(here, there)).toEqual({
      equal: 1,
      differences: [
        { reference: 'T-2', ours: 200n, theirs: 250n },
        { reference: 'T-3', ours: null, theirs: 9n },
        { reference: 'T-4', ours: 1n, theirs: null },
      ],
      oursCents: 301n,
      theirsCents: 359n,
    })
  })
})
