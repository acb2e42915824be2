import { expect, it } from 'vitest'
import { canonical } from './canonical'

it('sorts names by their UTF-16 code units (RFC 8785, 3.2.3)', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const sorted = ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  expect(canonical(Object.fromEntries(names.map((name) => [name, null])))).toBe(
    `{${sorted.map((name) => `"${name}":null`).join(',')}}`,
  )
})

it('leaves out what is absent, at every depth, and keeps what is empty', () => {
  const value = { b: [{ d: undefined, c: '' }, []], a: undefined, '': {}, e: 12.5, f: false }
  expect(canonical(value)).toBe('{"":{},"b":[{"c":""},[]],"e":12.5,"f":false}')
})

it('writes scaled decimals as texts, and escapes names and texts as JSON does', () => {
  expect(canonical({ 'a"b': 'c\n"d"', cents: 123456789012345678901n })).toBe(
    '{"a\\"b":"c\\n\\"d\\"","cents":"123456789012345678901"}',
  )
})
