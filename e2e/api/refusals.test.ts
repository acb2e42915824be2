import { describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { faultTexts } from '@/lib/http/texts'
import { type Answer, call, form, type OperationId, send, tokenOf } from '../fixtures/client'
import { answerAt, member } from '../fixtures/openapi'
import { exchange, request } from './raw-http'
import { startApi } from './till'

/** Refusals that say more than their code: which permission, which coding, which bound (D64, D65). */

const api = startApi()
const catalogue: readonly Operation[] = Object.values(operations)

/** The answers of a status that the document shows for an operation. */
function shownFor(operation: Operation, status: number): unknown[] {
  const examples = answerAt(operation.path, operation.method, status, 'content', 'application/json', 'examples')
  return Object.values(Object(examples)).map((example) => member(example, 'value'))
}

const messageOf = ({ body }: Answer): string => body.messages[0].message

describe('a missing permission is named (D64)', () => {
  const other = {
    'core.integrations': 'core.consumptions.read',
    'core.consumptions.read': 'core.integrations',
  } as const

  const permitted = catalogue.flatMap((operation) =>
    operation.permission === null ? [] : [{ ...operation, permission: operation.permission }],
  )

  it.each(permitted)('by $id, to a key and to a token, in both languages, as documented', async (operation) => {
    const { make, url } = api()
    const { id } = await make.merchant()
    const permissions = [other[operation.permission]]
    const token = await tokenOf(url, await make.oauthClient(id, { permissions }))
    for (const credential of [await make.apiKey(id, { permissions }), token]) {
      const ask = (language: string) =>
        call(url, operation.id as OperationId, { credential, headers: { 'Accept-Language': language } })
      const [es, en] = [await ask('es'), await ask('en')]
      expect(es.body).toEqual({
        code: 'permission_missing',
        title: 'Permiso insuficiente',
        messages: [
          { message: `La credencial no tiene el permiso ${operation.permission}, que esta operación requiere.` },
        ],
      })
      expect([en.status, messageOf(en)]).toEqual([
        403,
        `The credential lacks the permission ${operation.permission}, which this operation requires.`,
      ])
      expect(shownFor(operation, 403)).toContainEqual(es.body)
      // RFC 6750, 3 and 3.1.
      expect(es.headers.get('www-authenticate')).toBe(
        `Bearer realm="aliado", error="insufficient_scope", scope="${operation.permission}"`,
      )
    }
  })

  it('to a token that was asked for with less than its client has', async () => {
    const { make, url } = api()
    const client = await make.oauthClient((await make.merchant()).id, {
      permissions: ['core.integrations', 'core.consumptions.read'],
    })
    const secrets = { client_id: client.clientId, client_secret: client.clientSecret }
    const asked = { grant_type: 'client_credentials', scope: 'core.integrations', ...secrets }
    const { body } = await form(url, '/connect/token', asked)
    const credential = { kind: 'token' as const, token: String(body.access_token) }
    expect(messageOf(await call(url, 'listConsumptions', { credential }))).toContain(' core.consumptions.read,')
  })
})

describe('a content coding (D65)', () => {
  const bodies = catalogue.filter((operation) => operation.method === 'POST')

  it.each(bodies)('of $id may be identity, which is none', async (operation) => {
    const { credential } = await api().make.shop()
    for (const coding of ['identity', 'Identity', ' identity ']) {
      const headers = { 'Content-Encoding': coding }
      const answer = await call(api().url, operation.id as OperationId, { credential, headers, body: {} })
      // The body was read: what is wrong is in it.
      expect([answer.status, answer.body.code, answer.body.messages[0].field]).toEqual([
        400,
        'invalid_request',
        expect.stringMatching(/^[a-zA-Z]+$/),
      ])
    }
  })

  it('of identity gives the answer that none gives', async () => {
    const { credential, person } = await api().make.shop()
    const body = { identificationTypeId: 1, identification: person.identification }
    const answers = [{}, { 'Content-Encoding': 'identity' }].map((headers) =>
      call(api().url, 'checkEligibility', { credential, headers, body }),
    )
    const [without, withIt] = await Promise.all(answers)
    expect(withIt?.status).toBe(200)
    expect(withIt?.text).toBe(without?.text)
  })

  it.each(bodies)('of $id that is any other is 415, in words of its own, as documented', async (operation) => {
    const { credential } = await api().make.shop()
    for (const coding of ['gzip', 'br', 'identity, gzip', 'gzip, identity', 'x-identity', '']) {
      const headers = { 'Content-Encoding': coding }
      const answer = await call(api().url, operation.id as OperationId, { credential, headers, body: {} })
      expect(answer.body).toEqual({
        code: 'unsupported_media_type',
        title: 'Tipo de contenido no admitido',
        messages: [{ message: 'Envíe el cuerpo sin comprimir: Content-Encoding solo puede ser identity.' }],
      })
      expect(shownFor(operation, 415)).toContainEqual(answer.body)
      // RFC 9110, 12.5.3: what would have been read.
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    }
    const other = await call(api().url, operation.id as OperationId, {
      credential,
      body: '{}',
      headers: { 'Content-Type': 'text/plain', 'Accept-Language': 'en' },
    })
    expect([other.status, messageOf(other), other.headers.get('accept-encoding')]).toEqual([
      415,
      faultTexts.unsupported_media_type.message.en,
      null,
    ])
  })

  it.each(['token', 'revocation'])('at /connect/%s may be identity too, and no other', async (endpoint) => {
    const { make, url } = api()
    const client = await make.oauthClient((await make.merchant()).id)
    const fields = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      token: 'a'.repeat(43),
    }
    const post = (coding: string) => form(url, `/connect/${endpoint}`, fields, { 'Content-Encoding': coding })
    expect((await post('identity')).status).toBe(200)
    const refused = await post('gzip')
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Send the body without a content coding.' },
    ])
  })
})

describe('headers over 16 KiB (D65)', () => {
  const path = operations.listIdentificationTypes.path
  const envelope = {
    code: 'invalid_request',
    title: 'Datos no válidos',
    messages: [{ message: 'La línea de la solicitud y sus encabezados superan 16 KiB.' }],
  }

  it.each([
    ['one header', () => request(`GET ${path} HTTP/1.1`, 'Host: till', `X: ${'x'.repeat(17_000)}`)],
    ['many', () => request(`GET ${path} HTTP/1.1`, 'Host: till', ...Array(300).fill(`X: ${'x'.repeat(60)}`))],
    ['the address', () => request(`GET ${path}?x=${'x'.repeat(17_000)} HTTP/1.1`, 'Host: till')],
  ])('in %s are 431, in the envelope and in words of its own, as every operation documents', async (_, text) => {
    const answer = await exchange(api().url, text())
    expect([answer.status, JSON.parse(answer.text)]).toEqual([431, envelope])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[a-z0-9]{20}$/)
    for (const operation of catalogue) expect(shownFor(operation, 431)).toEqual([envelope])
    for (const endpoint of ['/connect/token', '/connect/revocation']) {
      const shown = answerAt(endpoint, 'POST', 431, 'content', 'application/json', 'examples')
      expect(Object.values(Object(shown))).toEqual([{ value: envelope }])
    }
  })

  it('are not those of 15 KiB, which are read', async () => {
    const { credential } = await api().make.shop()
    const headers = { 'X-Api-Key': credential.apiKey, X: 'x'.repeat(15 * 1024) }
    expect((await send(`${api().url}${path}`, { headers })).status).toBe(200)
  })
})
