import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageOf, languageOfHeader } from './language'

describe('the language of an answer (D4)', () => {
  it.each([
    [null, 'es'],
    ['', 'es'],
    ['es', 'es'],
    ['es-DO', 'es'],
    ['en', 'en'],
    ['EN', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['en;q=0.2,es', 'es'],
    ['es;q=0.2,en', 'en'],
    ['fr,en', 'en'],
    ['fr,en;q=0.5,es;q=0.9', 'es'],
    ['fr', 'es'],
    ['*', 'es'],
    ['en;q=0', 'es'],
    ['es;q=0,en;q=0.1', 'en'],
    [';;;,q=,en;q=x', 'es'],
    ['\u0000', 'es'],
  ])('of Accept-Language %j is %s', (header, language) => {
    expect(languageOfHeader(header)).toBe(language)
    // The answer is now taken from memory, and stays the same.
    expect(languageOfHeader(header)).toBe(language)
  })

  it('is Spanish for a request that asks for nothing', () => {
    expect(languageOf(new Request('http://localhost/'))).toBe('es')
    expect(languageOf(new Request('http://localhost/', { headers: { 'Accept-Language': 'en' } }))).toBe('en')
  })

  it('is one of the two for whatever a client writes, however many write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(['es', 'en']).toContain(languageOfHeader(header))
      }),
      { numRuns: 1_000 },
    )
    expect(languageOfHeader('en-GB, es;q=0.1')).toBe('en')
  })
})
