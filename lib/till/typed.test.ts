import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsTyped, identificationTyped, millisTyped } from './typed'

describe('an amount that a cashier types', () => {
  it.each([
    ['1250', 125_000n],
    ['1,250.50', 125_050n],
    ['1250.5', 125_050n],
    ['1250,5', 125_050n],
    ['RD$ 1,250', 125_000n],
    ['1,250', 125_000n],
    ['0.01', 1n],
    ['999,999,999.99', 99_999_999_999n],
  ])('reads %s', (text, cents) => {
    expect(centsTyped(text)).toBe(cents)
  })

  it.each(['', '0', '0.00', '1.250', '1.250,50', '12,34,567', '-5', '1e3', '10.255', '1000000000', 'mil'])(
    'asks again for %j',
    (text) => {
      expect(centsTyped(text)).toBeUndefined()
    },
  )

  it('is the same with groups and without, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const [whole, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')]
        expect(centsTyped(`${whole}.${rest}`)).toBe(BigInt(cents))
        expect(centsTyped(`${whole.toLocaleString('en-US')}.${rest}`)).toBe(BigInt(cents))
      }),
    )
  })
})

describe('what else is typed', () => {
  it('is a quantity to the thousandth', () => {
    expect([millisTyped('2'), millisTyped('0.75'), millisTyped('0,125')]).toEqual([2_000n, 750n, 125n])
    expect([millisTyped('0'), millisTyped(''), millisTyped('1.2345')]).toEqual([undefined, undefined, undefined])
  })

  it('is an identification with or without its hyphens (D23)', () => {
    expect(identificationTyped(' 001-0000000-1 ')).toBe('00100000001')
    expect(identificationTyped('ñ1')).toBeUndefined()
    expect(identificationTyped('1'.repeat(31))).toBeUndefined()
  })
})
