import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grantScope, OAuthFault, readClient, readForm, readTokenToRevoke } from './oauth'

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof OAuthFault) return { error: error.error, status: error.status }
    throw error
  }
  return undefined
}

const invalidRequest = { error: 'invalid_request', status: 400 }
const invalidClient = { error: 'invalid_client', status: 401 }
const invalidScope = { error: 'invalid_scope', status: 400 }

const form = (fields: Record<string, string> = {}) => new Map(Object.entries(fields))
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

describe('a form (RFC 6749, 3.2; D50)', () => {
  it('counts a parameter without a value as omitted', () => {
    expect(readForm('grant_type=&scope=a+b&x')).toEqual(form({ scope: 'a b' }))
  })

  it.each(['a=1&a=1', 'a=1&a=2', 'a=1&%61=1', 'a=&a=1'])('refuses %s: a parameter that is repeated', (text) => {
    expect(refusal(() => readForm(text))).toEqual(invalidRequest)
  })

  it('reads back what a form encoder wrote', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 })),
        (fields) => {
          expect([...readForm(new URLSearchParams(Object.entries(fields)).toString())]).toEqual(Object.entries(fields))
        },
      ),
    )
  })
})

describe('the client of a token request (RFC 6749, 2.3; D50)', () => {
  const client = { clientId: 'm7-abc', clientSecret: 'secret' }
  const fields = { client_id: 'm7-abc', client_secret: 'secret' }

  it('stands in the body or in Authorization: Basic, the scheme in any case', () => {
    expect(readClient(null, form(fields))).toEqual(client)
    expect(readClient(basic('m7-abc:secret'), form())).toEqual(client)
    expect(readClient(basic('m7-abc:secret').replace('Basic', 'bASIC '), form())).toEqual(client)
  })

  it('is form-decoded out of Basic (RFC 6749, 2.3.1)', () => {
    expect(readClient(basic('m7%2Dabc:secret'), form())).toEqual(client)
    expect(readClient(basic('m7-abc:a%3Ab+c%25'), form()).clientSecret).toBe('a:b c%')
    expect(readClient(basic('m7-abc:a:b'), form()).clientSecret).toBe('a:b')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (clientId, clientSecret) => {
        const header = basic(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)
        expect(readClient(header, form())).toEqual({ clientId, clientSecret })
      }),
    )
  })

  it('may repeat its id in the body beside Basic, the same one', () => {
    expect(readClient(basic('m7-abc:secret'), form({ client_id: 'm7-abc' }))).toEqual(client)
    expect(refusal(() => readClient(basic('m7-abc:secret'), form({ client_id: 'm8-abc' })))).toEqual(invalidRequest)
  })

  it('is refused with two mechanisms at once, also when they agree', () => {
    expect(refusal(() => readClient(basic('m7-abc:secret'), form(fields)))).toEqual(invalidRequest)
    expect(refusal(() => readClient('Bearer x', form(fields)))).toEqual(invalidRequest)
  })

  it.each([
    ['nothing', null, {}],
    ['no secret', null, { client_id: 'm7-abc' }],
    ['no id', null, { client_secret: 'secret' }],
    ['another scheme', 'Bearer abc', {}],
    ['Basic without a value', 'Basic', {}],
    ['Basic that is not Base64', 'Basic m7-abc:secret', {}],
    ['Basic without a colon', basic('m7-abc'), {}],
    ['Basic with a broken escape', basic('m7%2:secret'), {}],
    ['Basic with bytes that are not UTF-8', basic('m7%ff:secret'), {}],
  ])('is invalid_client with %s', (_, authorization, sent) => {
    expect(refusal(() => readClient(authorization, form(sent)))).toEqual(invalidClient)
  })
})

describe('the scope of a token (RFC 6749, 3.3; D50)', () => {
  const permissions = ['core.integrations', 'core.consumptions.read']

  it('is all that the client has when none is asked for', () => {
    expect(grantScope(undefined, permissions)).toEqual(permissions)
    expect(grantScope(undefined, ['core.integrations'])).toEqual(['core.integrations'])
  })

  it('is what was asked for, each once', () => {
    expect(grantScope('core.integrations', permissions)).toEqual(['core.integrations'])
    expect(grantScope('core.consumptions.read core.integrations core.consumptions.read', permissions)).toEqual([
      'core.consumptions.read',
      'core.integrations',
    ])
  })

  it.each(['core.other', 'core.integrations core.other', 'CORE.INTEGRATIONS'])('is refused whole for %j', (scope) => {
    expect(refusal(() => grantScope(scope, permissions))).toEqual(invalidScope)
  })

  it.each([
    ' ',
    ' core.integrations',
    'core.integrations ',
    'core.integrations  core.consumptions.read',
    'core.integrations\t',
    '"core"',
    'a\\b',
    'año',
  ])('is refused as malformed for %j', (scope) => {
    expect(refusal(() => grantScope(scope, [...permissions, scope]))).toEqual(invalidScope)
  })
})

describe('the token of a revocation (RFC 7009, 2.1)', () => {
  it('is needed, and is nothing when it cannot be one of ours', () => {
    expect(refusal(() => readTokenToRevoke(form()))).toEqual(invalidRequest)
    expect(readTokenToRevoke(form({ token: 'a'.repeat(43) }))).toBe('a'.repeat(43))
    expect(readTokenToRevoke(form({ token: 'eyJ.a.b' }))).toBeUndefined()
  })
})
