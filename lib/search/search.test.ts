import { describe, expect, it } from 'vitest'
import { firstOf, identificationOf, numberOf, searchedOf } from './search'

describe('the text of a search', () => {
  it('has two characters at least, a hundred at most, and none that no reference has', () => {
    expect(searchedOf('  T-1 ')).toBe('T-1')
    expect(searchedOf('ñ'.repeat(100))).toBe('ñ'.repeat(100))
    for (const odd of ['', ' ', 'a', ' a ', 'x'.repeat(101), 'a\u0000b', 'a\nb', '\ud800x']) {
      expect(searchedOf(odd)).toBeUndefined()
    }
  })

  it('may be an identification when it has a digit, however it is written (D23)', () => {
    expect(identificationOf('001-0000000-1')).toBe('00100000001')
    expect(identificationOf('rd 77')).toBe('rd77')
    for (const other of ['Ana Peña', 'Ana', 'T_1', 'Ñ1', '1'.repeat(31)])
      expect(identificationOf(other)).toBeUndefined()
  })
})

describe('a number that is searched for', () => {
  it('stands alone or after a sign for numbers, and nothing else is one', () => {
    for (const text of ['12', '#12', '# 12', 'n.º 12', 'nº12', 'No. 12']) expect(numberOf(text), text).toBe(12)
    for (const text of ['12a', 'a12', '1-2', '#', '1234567890', '12 13']) expect(numberOf(text), text).toBeUndefined()
  })
})

describe('the results of a kind', () => {
  it('are five, and say whether there are others', () => {
    expect(firstOf([1, 2, 3, 4, 5])).toEqual({ hits: [1, 2, 3, 4, 5], more: false })
    expect(firstOf([1, 2, 3, 4, 5, 6])).toEqual({ hits: [1, 2, 3, 4, 5], more: true })
  })
})
