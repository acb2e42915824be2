import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayTypes } from './array-types'

/** As PostgreSQL writes it (array_out): in quotes where an item could be taken for something else. */
const written = (items: readonly (string | null)[]): string =>
  `{${items
    .map((text) => {
      if (text === null) return 'NULL'
      return text === '' || /["\\{},\s]|^null$/i.test(text) ? `"${text.replace(/[\\"]/g, '\\$&')}"` : text
    })
    .join(',')}}`

describe('an array of texts', () => {
  const items = fc.array(
    fc.option(fc.oneof(fc.string(), fc.constantFrom('a', '', 'NULL', 'a b', '{', '"', '\\', 'core.integrations'))),
  )

  it('is read as it was, in quotes or without', () => {
    fc.assert(
      fc.property(items, (texts) => {
        expect(arrayTypes.texts.parse(written(texts))).toEqual(texts)
      }),
    )
  })

  it('is read as this process writes it', () => {
    fc.assert(
      fc.property(items, (texts) => {
        expect(arrayTypes.texts.parse(arrayTypes.texts.serialize(texts))).toEqual(texts)
      }),
    )
  })

  it('may be empty, of numbers, or of absent ones', () => {
    expect(arrayTypes.texts.parse('{}')).toEqual([])
    expect(arrayTypes.integers.parse('{1,NULL,-3}')).toEqual([1, null, -3])
  })
})
