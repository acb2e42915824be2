import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  askedOf,
  bigintId,
  type Format,
  idOrNone,
  integerId,
  oneOf,
  parameter,
  partialText,
  textOf,
  wholeText,
} from './address'
import { cursorFormat, listAddressOf } from './cursor'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
)

const formats: Readonly<Record<string, Format<unknown>>> = {
  oneOf: oneOf(['open', 'closed']),
  integerId,
  bigintId,
  idOrNone,
  wholeText: wholeText(100),
  partialText: partialText(100),
  cursorFormat,
}

describe('a value in an address', () => {
  it.each(Object.entries(formats))('of %s is read again as it was, whatever text it was read from', (_name, format) => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom('open', 'none', '12', '1780000000000000.5')), (text) => {
        const value = format.read(text)
        if (value !== undefined) expect(format.read(format.write(value))).toEqual(value)
      }),
    )
  })

  it('that is an id is one that its column holds', () => {
    expect(['1', '2147483647', '2147483648', '0', '01', '-1', '1e3', '1.5', ' '].map(integerId.read)).toEqual([
      1,
      2_147_483_647,
      ...Array(7).fill(undefined),
    ])
    expect(['9007199254740991', '9007199254740992', '9'.repeat(30)].map(bigintId.read)).toEqual([
      Number.MAX_SAFE_INTEGER,
      undefined,
      undefined,
    ])
    expect(['none', '7', 'all'].map(idOrNone.read)).toEqual(['none', 7, undefined])
  })

  it('that is looked for whole is that or nothing; a part of something is made to fit (D33)', () => {
    const odd = ['a\0b', 'a\nb', '\ud800', 'x'.repeat(101), 'FAC-1']
    expect(odd.map(wholeText(100).read)).toEqual([undefined, undefined, undefined, undefined, 'FAC-1'])
    const part = partialText(3)
    expect(['a\0b', 'abcd', 'ab cd', 'ab😀', '\0'].map(part.read)).toEqual(['ab', 'abc', 'ab', 'ab\ufffd', undefined])
  })
})

describe('what is asked', () => {
  it('is the same for a page and for who answers a request; what is repeated, or empty, is not said', () => {
    const asked = askedOf('http://office/x?q=%C3%91and%C3%BA+2&branch=1&branch=2&status=&__proto__=1')
    expect(Object.entries(asked)).toEqual([
      ['q', 'Ñandú 2'],
      ['branch', ['1', '2']],
      ['status', ''],
      ['__proto__', '1'],
    ])
    const names = ['q', 'branch', 'status', 'other']
    expect(names.map((name) => textOf(asked, name))).toEqual(['Ñandú 2', undefined, undefined, undefined])
    expect(textOf({ q: ['one'] }, 'q')).toBeUndefined()
    expect(textOf({ q: ' one ' }, 'q')).toBe('one')
  })
})

describe('an address', () => {
  const address = addressOf({
    search: parameter('q', wholeText(100)),
    view: parameter('view', oneOf(['all', 'mine']), 'all'),
    branchId: parameter('branch', integerId),
  })

  it('says what is not as usual, in the order of its parameters, as browsers write it', () => {
    expect(address.path('/x', { branchId: 3, view: 'mine', search: 'a&b=c% ñ' })).toBe(
      '/x?q=a%26b%3Dc%25+%C3%B1&view=mine&branch=3',
    )
    expect(address.path('/x', address.read({ view: 'all', branch: 'x', q: '' }))).toBe('/x')
  })

  it('is narrowed by any value that it holds, the text that is looked for too', () => {
    const isNarrowed = (asked: Partial<ReturnType<typeof address.read>>) =>
      address.isNarrowed({ ...address.read({}), ...asked })
    expect([isNarrowed({}), isNarrowed({ search: 'x' }), isNarrowed({ view: 'mine' })]).toEqual([false, true, true])
  })

  it('of a list says one place at most', () => {
    const list = listAddressOf({}, cursorFormat)
    const [one, other] = [
      { micros: '7', id: 1 },
      { micros: '8', id: 2 },
    ]
    expect(list.read({ before: '7.1' })).toMatchObject({ before: one, after: undefined })
    expect(list.read({ before: '7.1', after: '8.2' })).toMatchObject({ before: undefined, after: other })
    expect(list.read({ before: '7.1', after: 'x' })).toMatchObject({ before: one, after: undefined })
    expect(list.path('/x', {}, { before: one })).toBe('/x?before=7.1')
    expect(list.path('/x', {})).toBe('/x')
  })

  it('of a list says its order, its size and the columns that are put away, where they are not as usual', () => {
    const list = listAddressOf({ search: parameter('q', wholeText(100)) }, cursorFormat, ['-when', 'when'])
    const usual = list.read({})
    expect(usual).toMatchObject({ sort: '-when', size: 50, hidden: [] })
    expect(list.path('/x', usual)).toBe('/x')
    expect(list.path('/x', { search: 'a' })).toBe('/x?q=a')
    const path = list.path('/x', { ...usual, search: 'a', sort: 'when', size: 25, hidden: ['where', 'discount'] })
    expect(path).toBe('/x?q=a&sort=when&size=25&hide=discount%2Cwhere')
    expect(list.read(askedOf(`http://office${path}`))).toMatchObject({
      search: 'a',
      sort: 'when',
      size: 25,
      hidden: ['discount', 'where'],
    })
    expect(list.isNarrowed(list.read({ sort: 'when', size: '25', hide: 'where' }))).toBe(false)
    expect(listAddressOf({}, cursorFormat).read({ sort: 'when' }).sort).toBeUndefined()
  })

  it('of a list is read again as it was written, whatever it was read from', () => {
    const list = listAddressOf({ branchId: parameter('branch', integerId) }, cursorFormat, ['-when', 'when'])
    const text = fc.oneof(anyText, fc.constantFrom('when', '-when', '25', '100', '7', 'a,b,a', 'b,,A', 'when,size'))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('branch', 'sort', 'size', 'hide', 'before'), text), (asked) => {
        const { before, after, ...shown } = list.read(asked)
        expect([25, 50, 100]).toContain(shown.size)
        const again = list.read(askedOf(`http://office${list.path('/x', shown, { before, after })}`))
        expect(again).toEqual({ ...shown, before, after })
      }),
    )
  })
})
