import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayName } from './person'

describe('the name by which a customer is confirmed', () => {
  it.each([
    ['Ana', 'Pérez', 'Ana P.'],
    ['Ana María', 'Pérez Gómez', 'Ana P.'],
    ['  Ana   María ', '  Pérez', 'Ana P.'],
    ['Ana\u00a0María', '\u00a0Pérez', 'Ana P.'],
    ['José', 'ñúñez', 'José Ñ.'],
    ['José', 'álvarez', 'José Á.'],
    // An accent that is a character of its own stays with its letter.
    ['Luis', 'a\u0301lvarez', 'Luis A\u0301.'],
    ['Luis', "d'Oleo", 'Luis D.'],
    ['Luis', 'de la Cruz', 'Luis D.'],
    ['Jean-Luc', 'Pierre', 'Jean-Luc P.'],
    ['\u{20BB7}', '\u{20BB7}\u91CE', '\u{20BB7} \u{20BB7}.'],
    ['Ana', '', 'Ana'],
    ['Ana', '   ', 'Ana'],
  ])('is, for %j %j, %j (D26)', (firstName, lastName, shown) => {
    expect(displayName(firstName, lastName)).toBe(shown)
  })

  it('shows of the surnames no more than one letter, whatever they are (D26)', () => {
    const name = fc
      .array(fc.string({ unit: fc.constantFrom(...'aáBñÑzüé'), minLength: 1, maxLength: 12 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        const given = firstName.split(' ', 1)[0]
        expect(displayName(firstName, lastName)).toBe(`${given} ${(lastName[0] ?? '').toUpperCase()}.`)
      }),
      { numRuns: 1_000 },
    )
  })
})
