import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlOf } from './curl'

const call = {
  endpoint: 'POST /api/v1/integrations/discounts/apply',
  apiUrl: 'https://api.example',
  credential: { kind: 'api_key', id: 1 },
  idempotencyKey: '3f1c8a52-8a4e-4a55-9a33-0a5a2f0d6f11',
} as const

const variables = {
  ALIADO_API_KEY: 'ck_mine',
  ALIADO_TOKEN: 'at_mine',
  ALIADO_CLIENT_ID: 'm1-x',
  ALIADO_CLIENT_SECRET: 'secret',
  IDENTIFICATION: '00100000001',
}

/** What a shell hands to curl. */
const words = (line: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`], {
    env: { NODE_ENV: 'test', ...variables },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1)

describe('a call as a line for a shell', () => {
  it('hands curl the body that was sent, with the identification of whoever runs it', () => {
    const line = curlOf({
      ...call,
      input: {
        identificationTypeId: 1,
        identification: '•••',
        reference: "O'Brien $HOME `x`",
        items: [{ sku: 'A' }, '… 4'],
      },
    })
    expect(line).not.toContain('•••')
    expect(words(line)).toEqual([
      ...['-X', 'POST', 'https://api.example/api/v1/integrations/discounts/apply', '-H', 'X-Api-Key: ck_mine'],
      ...['-H', 'Content-Type: application/json', '-H', `Idempotency-Key: ${call.idempotencyKey}`, '--data'],
      `{"identificationTypeId":1,"identification":"00100000001","reference":"O'Brien $HOME \`x\`","items":[{"sku":"A"}]}`,
    ])
  })

  it('keeps every text as it was, whatever the shell would make of it', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((one) => !/\p{Cc}/u.test(one) && one.isWellFormed())
    fc.assert(
      fc.property(text, (reference) => {
        const body = words(curlOf({ ...call, input: { reference } })).at(-1) ?? ''
        expect(JSON.parse(body)).toEqual({ reference: reference === '•••' ? '' : reference })
      }),
      { numRuns: 25 },
    )
  })

  it('asks with parameters where the operation does, and for a token with the client of whoever runs it', () => {
    const credential = { kind: 'oauth_client', id: 1 } as const
    const endpoint = 'GET /api/v1/integrations/discounts/authorizations'
    expect(
      words(curlOf({ ...call, endpoint, credential, idempotencyKey: undefined, input: { reference: 'A 1' } })),
    ).toEqual([
      ...['--get', 'https://api.example/api/v1/integrations/discounts/authorizations'],
      ...['-H', 'Authorization: Bearer at_mine', '--data-urlencode', 'reference=A 1'],
    ])
    const input = { grant_type: 'client_credentials', client_id: '•••', client_secret: '•••' }
    expect(words(curlOf({ ...call, endpoint: 'POST /connect/token', credential, input }))).toEqual([
      ...['https://api.example/connect/token', '-u', 'm1-x:secret'],
      ...['--data-urlencode', 'grant_type=client_credentials'],
    ])
  })
})
