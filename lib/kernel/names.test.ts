import { describe, expect, it } from 'vitest'
import { foldName, nameUpTo } from './names'

describe('a name', () => {
  it.each([
    ['capitals', 'CAJA 1'],
    ['white space', '  Caja\u00a0 1 '],
    ['a zero-width space', 'Caja\u200b 1'],
    ['a soft hyphen', 'Ca\u00adja 1'],
    ['wide letters', '\uff23\uff41\uff4a\uff41 1'],
  ])('is the same with other %s', (_, other) => {
    expect(foldName(other)).toBe(foldName('Caja 1'))
  })

  it('is another with another accent', () => {
    expect(foldName('Peña')).toBe(foldName('Pen\u0303a'))
    expect(foldName('Peña')).not.toBe(foldName('Pena'))
  })

  it.each(['', '  ', '\u200b\u200b', '\u3164', '\ufeff \u2060'])(
    'is missing when there is nothing to see: %j',
    (text) => {
      expect(nameUpTo(60).safeParse(text).error?.issues[0]?.message).toBe('name_missing')
    },
  )

  it.each(['Ana \u202egnp.exe', 'Ana\u0000'])('is one line that reads in one direction: %j', (text) => {
    expect(nameUpTo(60).safeParse(text).error?.issues[0]?.message).toBe('name_unshowable')
  })

  it('has no second line', () => {
    expect(nameUpTo(60).parse('Ana\nTransfiera ya')).toBe('Ana Transfiera ya')
  })

  it('may hold a family of several signs', () => {
    expect(nameUpTo(60).parse('Colmado 👩‍👧')).toBe('Colmado 👩‍👧')
  })
})
