import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issuerAt } from './issuer'

const local = { PUBLIC_API_URL: 'http://localhost:3001', PUBLIC_OFFICE_URL: 'http://localhost:3000' }
const world = { PUBLIC_API_URL: 'https://api.aliado.example', PUBLIC_OFFICE_URL: 'https://aliado.example:8443' }

describe('the issuer (RFC 8414, 3.3)', () => {
  it.each([
    ['localhost:3001', 'http://localhost:3001'],
    ['LocalHost:3001', 'http://localhost:3001'],
    ['127.0.0.1:3001', 'http://127.0.0.1:3001'],
    ['[::1]:3001', 'http://[::1]:3001'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('is the address asked, at %s, where the documented addresses are the machine’s own', (host, issuer) => {
    expect(issuerAt(host, local)).toBe(issuer)
  })

  it.each([
    ['api.aliado.example', 'https://api.aliado.example'],
    ['api.aliado.example:443', 'https://api.aliado.example'],
    ['aliado.example:8443', 'https://aliado.example:8443'],
  ])('is the address asked, at %s, with the scheme that is documented', (host, issuer) => {
    expect(issuerAt(host, world)).toBe(issuer)
  })

  it.each([
    null,
    '',
    'aliado.example',
    'api.aliado.example:80',
    'api.aliado.example.',
    'api.aliado.example.evil.example',
    'evil.example@api.aliado.example',
    'api.aliado.example/',
    'api.aliado.example, evil.example',
    'localhost:3001',
    '127.0.0.1',
  ])('is the documented address of the API at %j, which is none of ours', (host) => {
    expect(issuerAt(host, world)).toBe('https://api.aliado.example')
  })

  it('is never anything but an address of ours, whatever the host says', () => {
    const own = ['http://localhost', 'http://127.0.0.1', 'http://[::1]'].flatMap((name) => [
      `${name}:3000`,
      `${name}:3001`,
    ])
    const host = fc.oneof(
      fc.string(),
      fc.webAuthority(),
      fc.constantFrom(...own).map((url) => url.slice(7)),
    )
    fc.assert(
      fc.property(host, (asked) => {
        expect(own).toContain(issuerAt(asked, local))
      }),
    )
  })
})
