import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KnownTexts } from '../fixtures/known-texts'

/** Tests look for secrets with it, so that what it does not find would leak. */

/** Of few letters, so that texts begin alike, overlap and repeat. */
const text = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'é', '\u{1f600}'), { minLength, maxLength }).map((letters) => letters.join(''))

it('finds the texts that stand in another, each of eight characters and more, and no other', () => {
  fc.assert(
    fc.property(fc.array(text(1, 20), { maxLength: 20 }), text(0, 40), fc.nat(), (texts, around, at) => {
      const known = new KnownTexts()
      for (const one of texts) known.add(one)
      const cut = at % (around.length + 1)
      for (const whole of [
        around,
        around.slice(0, cut) + (texts[at % (texts.length || 1)] ?? '') + around.slice(cut),
      ]) {
        const standing = texts.filter((one) => one.length >= 8 && whole.includes(one))
        expect([...known.in(whole)].sort()).toEqual([...new Set(standing)].sort())
      }
    }),
    { numRuns: 2_000 },
  )
})
