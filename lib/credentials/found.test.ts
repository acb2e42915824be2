import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32, readFound } from './found'
import { mintAccessToken, mintApiKey, mintClientId, mintClientSecret } from './secret'

const { prefix, apiKey } = mintApiKey('test')
const clientId = mintClientId('test', 12)
const clientSecret = mintClientSecret(clientId).clientSecret.reveal()
const key = apiKey.reveal()
const own = [prefix, clientId]

const ofKey = { kind: 'api_key', name: prefix }
const ofClient = { kind: 'oauth_client', name: clientId }

it('the checksum of the browser is that of the service (D52)', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => crc32(text) === zlibCrc32(text)))
})

describe('a found text is read where it is', () => {
  it.each([
    ['a key', key],
    ['a key within a line of a configuration', `  ALIADO_API_KEY="${key}"\nOTHER=1`],
    ['a key within a header', `X-Api-Key: ${key}`],
    ['the secret of a key, without its prefix, as a double click selects it', key.slice(20)],
  ])('%s names its key, whole', (_, text) => {
    expect(readFound(text, own)).toEqual({ reading: 'whole', of: ofKey })
  })

  it.each([
    ['a secret alone, by its checksum among the merchant’s own', clientSecret],
    ['a client id and its secret', `client_id=${clientId}&client_secret=${clientSecret}`],
    ['the file of a client', `ALIADO_CLIENT_ID=${clientId}\r\nALIADO_CLIENT_SECRET=${clientSecret}\r\n`],
  ])('%s names its client, whole', (_, text) => {
    expect(readFound(text, own)).toEqual({ reading: 'whole', of: ofClient })
  })

  it('a whole key of another merchant names its prefix, which is all that is asked about', () => {
    expect(readFound(key, [])).toEqual({ reading: 'whole', of: ofKey })
  })

  it('a secret alone that is nobody’s here names nobody', () => {
    expect(readFound(clientSecret, [prefix])).toEqual({ reading: 'stranger' })
    expect(readFound(key.slice(20), [clientId])).toEqual({ reading: 'stranger' })
  })

  it('a public name alone is known, with or without ck_', () => {
    for (const text of [`ck_${prefix}`, `ck_${prefix}.`, prefix]) {
      expect(readFound(text, [])).toEqual({ reading: 'name', of: ofKey })
    }
    expect(readFound(` ${clientId} `, [])).toEqual({ reading: 'name', of: ofClient })
  })

  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['hola', 'nothing'],
    ['ck_short', 'nothing'],
    [`ck_${prefix}x`, 'nothing'],
    ['dieciseisletras1 y más texto', 'nothing'],
    [mintAccessToken().accessToken.reveal(), 'token'],
  ])('%j is %s', (text, reading) => {
    expect(readFound(text, own)).toEqual({ reading })
  })

  it('with one character changed, lost or doubled in its secret, wherever, a key is mistyped', () => {
    const places = fc.integer({ min: 20, max: key.length - 1 })
    fc.assert(
      fc.property(places, fc.constantFrom('changed', 'lost', 'doubled'), (at, how) => {
        const there =
          how === 'lost' ? '' : how === 'doubled' ? key.slice(at, at + 1).repeat(2) : key[at] === 'a' ? 'b' : 'a'
        expect(readFound(key.slice(0, at) + there + key.slice(at + 1), own)).toEqual({ reading: 'mistyped', of: ofKey })
      }),
    )
  })

  it('of another client beside a client id, a secret is mistyped', () => {
    expect(readFound(`${mintClientId('test', 3)} ${clientSecret}`, own)).toMatchObject({ reading: 'mistyped' })
  })

  it('nothing of a secret is in what is asked about, whatever was pasted around it', () => {
    const around = fc.string({ maxLength: 40 })
    fc.assert(
      fc.property(around, around, fc.constantFrom(key, key.slice(20), clientSecret), (before, after, text) => {
        const said = JSON.stringify(readFound(`${before} ${text} ${after}`, own))
        expect(said).not.toContain(key.slice(20, 30))
        expect(said).not.toContain(clientSecret.slice(0, 10))
      }),
    )
  })
})
