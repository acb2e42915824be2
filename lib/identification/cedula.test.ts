import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cedulaCheckDigit, cedulaDoubtOf, isCedula } from './cedula'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))

const cedula = digits(10).map((ten) => `${ten}${cedulaCheckDigit(ten)}`)

const replaced = (text: string, at: number, digit: string) => text.slice(0, at) + digit + text.slice(at + 1)

describe('a cédula', () => {
  it('agrees with numbers whose digit was calculated by hand', () => {
    // 0·1 0·2 1·1 1·2 3·1 9·2 1·1 8·2 2·1 0·2, with 18 and 16 as 9 and 7: 25, so 5.
    expect(cedulaCheckDigit('0011391820')).toBe(5)
    expect(cedulaCheckDigit('0010000000')).toBe(9)
    expect(cedulaCheckDigit('4023456789')).toBe(5)
    expect(cedulaCheckDigit('0000000000')).toBe(0)
  })

  it('has exactly one check digit for every ten digits', () => {
    fc.assert(
      fc.property(digits(10), (ten) => {
        const passing = [...'0123456789'].filter((last) => cedulaDoubtOf(ten + last) === undefined)
        expect(passing).toEqual([String(cedulaCheckDigit(ten))])
      }),
    )
  })

  it('is doubted with any one digit mistyped', () => {
    fc.assert(
      fc.property(cedula, fc.nat(10), fc.integer({ min: 1, max: 9 }), (whole, at, by) => {
        const wrong = replaced(whole, at, String((Number(whole[at]) + by) % 10))
        expect(cedulaDoubtOf(wrong)).toBe('cedula_check_digit')
      }),
    )
  })

  it('is doubted with two neighbours exchanged, but 0 and 9, which no such digit tells apart', () => {
    fc.assert(
      fc.property(cedula, fc.nat(9), (whole, at) => {
        const [one = '', other = ''] = whole.slice(at, at + 2)
        const exchanged = replaced(replaced(whole, at, other), at + 1, one)
        const isBlind = one === other || [one, other].toSorted().join('') === '09'
        expect(cedulaDoubtOf(exchanged)).toBe(isBlind ? undefined : 'cedula_check_digit')
      }),
    )
  })

  it('is doubted unless it has eleven digits and nothing else; eight to ten lost their zeros', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,30}$/), (text) => {
        const expected = /^\d{8,10}$/.test(text) ? 'identification_short' : 'cedula_length'
        if (!/^\d{11}$/.test(text)) expect(cedulaDoubtOf(text)).toBe(expected)
      }),
    )
  })

  it('is an identification type by its name, however that is written', () => {
    expect(['Cédula', 'cedula', 'Cédula de identidad', 'Ce\u0301dula', ' CÉDULA '].map(isCedula)).not.toContain(false)
    expect(['Pasaporte', 'RNC', 'Otro', 'Carné de conductor'].map(isCedula)).not.toContain(true)
  })
})
