import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identificationPattern } from '@/lib/identification/identification'
import { faultStatus } from '@/lib/kernel/fault'
import { displayName } from '@/lib/redemption/person'
import { identificationOf, identities, identityOf, isAssigned } from './identities'

/** The table of the reference, 2.2: code, name shown (none where no answer names anybody), what the layer does. */
const agreed: readonly [code: string, name: string | null, staging: string | undefined][] = [
  ['01', 'Ana P.', undefined],
  ['02', 'Luis G.', undefined],
  ['03', 'Rosa M.', undefined],
  ['04', 'Juan T.', undefined],
  ['05', 'Eva R.', undefined],
  ['06', 'Iris C.', undefined],
  ['10', null, undefined],
  ['11', null, undefined],
  ['12', null, undefined],
  ['13', null, undefined],
  ['14', 'Olga S.', 'paused_between'],
  ['15', 'Raúl D.', undefined],
  ['16', 'Nora V.', undefined],
  ['20', 'Tita B.', 'life'],
  ['21', 'Ugo F.', 'life'],
  ['22', 'Sara D.', undefined],
  ['30', 'Lost A.', 'lost_answer'],
  ['31', 'Lost C.', 'lost_answer'],
  ['32', 'Slow S.', 'slow'],
  ['33', 'Slow T.', 'slow'],
  ['40', 'Rate L.', 'refusal'],
  ['41', 'Service U.', 'refusal'],
  ['42', 'Internal E.', 'refusal'],
  ['43', 'Bad G.', 'html'],
  ['50', 'Key E.', 'refusal'],
]

describe('an assigned identity', () => {
  it('is of the table, with the name that a receipt shows and what the layer does (D26, D67)', () => {
    const shown = identities.map(({ code, person, staging }) => [
      code,
      person && displayName(person.firstName, person.lastName),
      staging?.kind,
    ])
    expect(shown).toEqual(agreed)
  })

  it('is known by its cédula and, for other types, by its letters in any case (D23)', () => {
    for (const identity of identities) {
      expect(identity.cedula).toBe(`999000000${identity.code}`)
      expect(identity.letters).toBe(`PRUEBA${identity.code}`)
      for (const type of [1, 2, 3]) {
        const identification = identificationOf(identity, type)
        expect(identification).toMatch(identificationPattern)
        expect(identityOf(type, identification)).toBe(identity)
        expect(identityOf(type, identification.toLowerCase())).toBe(identity)
        expect(isAssigned(type, identification)).toBe(true)
      }
      expect(identityOf(2, identity.cedula)).toBeUndefined()
      expect(identityOf(1, identity.letters)).toBeUndefined()
    }
  })

  it('refuses with the status of its code', () => {
    for (const { staging } of identities)
      if (staging?.kind === 'refusal') expect(faultStatus[staging.code]).toBe(staging.status)
  })
})

describe('the ranges that are kept for tests', () => {
  it('hold what begins with 999 of type 1 and with PRUEBA of the others, and nothing else', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9]{1,24}$/)
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (rest, other) => {
        expect([isAssigned(1, `999${rest}`), isAssigned(other, `PrueBa${rest}`)]).toEqual([true, true])
        expect([isAssigned(other, `999${rest}`), isAssigned(1, `PRUEBA${rest}`)]).toEqual([false, false])
        expect(isAssigned(1, rest)).toBe(rest.startsWith('999'))
        expect(isAssigned(other, rest)).toBe(rest.toUpperCase().startsWith('PRUEBA'))
      }),
    )
  })
})
