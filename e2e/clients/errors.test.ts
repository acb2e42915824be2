import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AliadoClient, AliadoRefused, AliadoUnanswered, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { steps } from '../fixtures/scripted-server'
import { apiKey, authorization, authorized, errorOf, oauth, purchase, scripted } from './client'

const { refused } = steps

describe('a refusal', () => {
  it('carries status, code, title, messages with their fields, and the request id', async () => {
    const messages = [
      { message: 'Admite dos decimales como máximo.', field: 'items[2].unitPrice' },
      { message: 'Este campo es obligatorio.', field: 'reference' },
      { message: 'Otra cosa.' },
    ]
    const body = { code: 'invalid_request', title: 'Datos no válidos', messages }
    const { client } = await scripted([steps.json(400, body, { 'X-Request-Id': 'req_of_the_service' })])
    const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(error).toBeInstanceOf(AliadoRefused)
    expect({ ...error, message: error.message }).toEqual({
      name: 'AliadoRefused',
      message: 'Admite dos decimales como máximo. Este campo es obligatorio. Otra cosa.',
      status: 400,
      ...body,
      requestId: 'req_of_the_service',
      retryAfterMs: undefined,
    })
  })

  it('is one also in a code, a shape or words that the client does not know (D62)', async () => {
    const strange = {
      code: 'x_future',
      title: 7,
      messages: [null, 'no', { message: 'Sí.', field: 3, more: true }],
      hint: {},
    }
    const { client } = await scripted([steps.json(400, strange), steps.json(403, ['?']), steps.page(404)])
    const call = () => errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(await call()).toMatchObject({ code: 'x_future', title: undefined, messages: [{ message: 'Sí.' }] })
    expect(await call()).toMatchObject({ status: 403, code: undefined, messages: [], message: 'HTTP 403' })
    expect(await call()).toMatchObject({ status: 404, code: undefined, messages: [], message: 'HTTP 404' })
  })
})

describe('an unknown outcome', () => {
  it('says so, is no refusal, and names the request', async () => {
    const { client, server } = await scripted([steps.reset], { triesMax: 3 })
    const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(error).not.toBeInstanceOf(AliadoRefused)
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(error.message).toMatch(/^Outcome unknown: send it again with the same key\./)
    expect(server.calls.map(({ headers }) => headers['x-request-id'])).toEqual(Array(3).fill(error.requestId))
    expect(error.requestId).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
  })

  it('is settled by the same call with the same key', async () => {
    const { client, server } = await scripted([steps.cut, steps.cut, authorized], { triesMax: 2 })
    const key = newIdempotencyKey()
    expect(await errorOf(client.apply(purchase, key))).toBeInstanceOf(AliadoUnanswered)
    expect(await client.apply(purchase, key)).toEqual(authorization)
    expect(new Set(server.calls.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  })

  it('is what too many calls end in, since the same is to be sent again', async () => {
    const { client } = await scripted([refused(429, 'rate_limited', { 'Retry-After': '7' })], { retryAfterMsMax: 1 })
    const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: 7000 })
  })

  it('stays one when the key of a lost answer is not looked at: the credential is refused, or a proxy refuses', async () => {
    const later = [
      refused(401, 'credential_invalid'),
      refused(403, 'merchant_disabled'),
      steps.page(404),
      steps.empty(403),
    ]
    for (const step of later) {
      const { client } = await scripted([steps.cut, step])
      expect(await errorOf(client.apply(purchase, newIdempotencyKey()))).toBeInstanceOf(AliadoUnanswered)
    }
  })

  it('is none when the service has looked at the key and refuses, or when nothing could have been done', async () => {
    const judged = [
      refused(404, 'discount_not_available'),
      refused(400, 'reference_in_use'),
      refused(409, 'idempotency_key_reused'),
    ]
    for (const step of judged) {
      const { client } = await scripted([steps.cut, step])
      expect(await errorOf(client.apply(purchase, newIdempotencyKey()))).toBeInstanceOf(AliadoRefused)
    }
    const limited = await scripted([
      refused(429, 'rate_limited', { 'Retry-After': '0' }),
      refused(401, 'credential_invalid'),
    ])
    expect(await errorOf(limited.client.apply(purchase, newIdempotencyKey()))).toBeInstanceOf(AliadoRefused)
    const reading = await scripted([steps.cut, refused(401, 'credential_invalid')])
    expect(await errorOf(reading.client.standing('T-1'))).toBeInstanceOf(AliadoRefused)
  })

  it('of a reading call is just no answer', async () => {
    const { client } = await scripted([steps.reset], { triesMax: 1 })
    expect((await errorOf(client.standing('T-1'))).message).toMatch(/^No answer: ask again\./)
  })
})

describe('what the client does not let out', () => {
  it('is a credential: not in an error, nor to where a redirection leads', async () => {
    const elsewhere = await scripted([authorized])
    const redirection = steps.empty(307, { Location: `${elsewhere.server.url}/api/v1/integrations/discounts/apply` })
    for (const credential of [{ apiKey }, oauth]) {
      const { client, server } = await scripted([redirection], { credential, triesMax: 2 })
      const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
      expect(error).toMatchObject({ status: 307 })
      expect(elsewhere.server.calls).toEqual([])
      await server.close()
      const gone = await errorOf(client.apply(purchase, newIdempotencyKey()))
      for (const shown of [error, gone, client].map((thing) => inspect(thing, { depth: 9, showHidden: true }))) {
        for (const secret of [apiKey, oauth.clientSecret, 'token-1', purchase.identification]) {
          expect(shown).not.toContain(secret)
        }
      }
    }
  })

  it('is a credential that no header can carry: it is refused at once, and not repeated', () => {
    const wrong = [{ apiKey: 'ck_secret\nx' }, { apiKey: '' }, { clientId: 'm1-a', clientSecret: 'secret ñ' }]
    for (const credential of wrong) {
      expect(() => new AliadoClient('https://aliado.example', credential)).toThrow(
        new TypeError('A credential must be given, as printable characters without spaces.'),
      )
    }
  })

  it('is a write without a key of its own', async () => {
    const { client, server } = await scripted([authorized])
    for (const key of ['', 'undefined', 'T-1']) {
      await expect(client.apply(purchase, key)).rejects.toThrow(TypeError)
      const paid = { authorizationCode: 'A', reference: 'T-1', consumptionDate: '2026-11-22T12:00:00Z' }
      await expect(client.confirm(paid, key)).rejects.toThrow(TypeError)
    }
    expect(server.calls).toEqual([])
  })
})
