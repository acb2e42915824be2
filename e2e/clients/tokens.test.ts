import { describe, expect, it, onTestFinished } from 'vitest'
import { AliadoClient, AliadoRefused, AliadoUnanswered, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { type Step, startScriptedServer, steps } from '../fixtures/scripted-server'
import { authorization, authorized, errorOf, oauth, purchase, scripted } from './client'

const { refused, token, tokenRefused } = steps
const revoked = refused(401, 'credential_invalid')

const withTokens = (script: readonly [Step, ...Step[]], tokens: readonly [Step, ...Step[]], options = {}) =>
  scripted(script, { credential: oauth, tokens, ...options })
const apply = (client: AliadoClient) => client.apply(purchase, newIdempotencyKey())
const twenty = (client: AliadoClient) => Promise.all(Array.from({ length: 20 }, () => apply(client)))
const bearers = (server: { calls: readonly { headers: { authorization?: string | undefined } }[] }) =>
  server.calls.map(({ headers }) => headers.authorization)

/** A step that waits for a signal, and the signal. */
function held(step: Step): { step: Step; letGo: () => void } {
  let letGo = () => {}
  const signal = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { step: (response) => void signal.then(() => step(response)), letGo }
}

describe('a token', () => {
  it('is asked for once by twenty calls at the same time, and kept for those that follow', async () => {
    const { client, server } = await withTokens([authorized], [token('token-1')])
    await twenty(client)
    await apply(client)
    expect(
      server.tokenRequests.map(({ method, body }) => [method, Object.fromEntries(new URLSearchParams(body))]),
    ).toEqual([
      ['POST', { grant_type: 'client_credentials', client_id: oauth.clientId, client_secret: oauth.clientSecret }],
    ])
    expect(bearers(server)).toEqual(Array(21).fill('Bearer token-1'))
  })

  it('that is refused to twenty calls is renewed once, and each call is made once more', async () => {
    // All twenty arrive before the first is refused.
    const gate = held(revoked)
    const { client, server } = await withTokens(
      [gate.step, ...Array<Step>(19).fill(gate.step), authorized],
      [token('token-1'), token('token-2')],
    )
    const calls = twenty(client)
    await expect.poll(() => server.calls.length).toBe(20)
    gate.letGo()
    await calls
    expect(server.tokenRequests).toHaveLength(2)
    expect(bearers(server)).toEqual([...Array(20).fill('Bearer token-1'), ...Array(20).fill('Bearer token-2')])
  })

  it('that is no longer the client’s own when it is refused makes nobody ask for another', async () => {
    const late = held(revoked)
    const { client, server } = await withTokens([late.step, revoked, authorized], [token('token-1'), token('token-2')])
    const first = apply(client)
    await expect.poll(() => server.calls.length).toBe(1)
    await apply(client)
    late.letGo()
    await first
    expect(server.tokenRequests).toHaveLength(2)
    expect(bearers(server)).toEqual(['token-1', 'token-1', 'token-2', 'token-2'].map((text) => `Bearer ${text}`))
  })

  it('is renewed also when the 401 comes after a 503, or after a lost answer', async () => {
    for (const before of [refused(503, 'service_unavailable', { 'Retry-After': '0' }), steps.cut]) {
      const { client, server } = await withTokens([before, revoked, authorized], [token('token-1'), token('token-2')])
      expect(await apply(client)).toEqual(authorization)
      expect(bearers(server)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
      expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    }
  })

  it('is renewed once in a call: a new one that is refused too ends it', async () => {
    const { client, server } = await withTokens([revoked], [token('token-1'), token('token-2'), token('token-3')])
    const error = await errorOf(apply(client))
    expect(error).toBeInstanceOf(AliadoRefused)
    expect(error).toMatchObject({ status: 401, code: 'credential_invalid' })
    expect([server.calls.length, server.tokenRequests.length]).toEqual([2, 2])
  })

  it('with less than a minute left is renewed beside the call, which uses it meanwhile', async () => {
    const renewal = held(token('token-2'))
    const { client, server } = await withTokens([authorized], [token('token-1', 59), renewal.step])
    await apply(client)
    await apply(client)
    await apply(client)
    await expect.poll(() => server.tokenRequests.length).toBe(2)
    renewal.letGo()
    await expect
      .poll(async () => {
        await apply(client)
        return bearers(server).at(-1)
      })
      .toBe('Bearer token-2')
    expect(bearers(server).slice(0, 3)).toEqual(Array(3).fill('Bearer token-1'))
    expect(server.tokenRequests).toHaveLength(2)
  })

  it('that cannot be renewed is used to its end', async () => {
    const { client, server } = await withTokens(
      [authorized],
      [token('token-1', 59), tokenRefused(401, 'invalid_client')],
    )
    await expect
      .poll(async () => {
        expect(await apply(client)).toEqual(authorization)
        return server.tokenRequests.length
      })
      .toBeGreaterThanOrEqual(4)
    expect(new Set(bearers(server))).toEqual(new Set(['Bearer token-1']))
  })

  it('that has ended is waited for', async () => {
    const { client, server } = await withTokens([authorized], [token('token-1', 0), token('token-2')])
    await apply(client)
    await apply(client)
    expect(bearers(server).at(-1)).toBe('Bearer token-2')
    expect(server.tokenRequests).toHaveLength(2)
  })

  it('comes from another address when the credential says so', async () => {
    const identity = await startScriptedServer([authorized], [token('token-9')])
    onTestFinished(() => identity.close())
    const { server } = await scripted([authorized])
    const client = new AliadoClient(`${server.url}/`, { ...oauth, tokenUrl: `${identity.url}/connect/token` })
    await apply(client)
    expect(bearers(server)).toEqual(['Bearer token-9'])
    expect(server.tokenRequests).toEqual([])
  })
})

describe('the token endpoint', () => {
  const passing: Record<string, Step> = {
    'a 503': tokenRefused(503, 'temporarily_unavailable', { 'Retry-After': '0' }),
    'a 500': tokenRefused(500, 'server_error'),
    'a 502 of HTML': steps.page(502),
    'an empty 504': steps.empty(504),
    'a cut body': steps.cut,
    'a reset connection': steps.reset,
    'a 200 without a token': steps.json(200, {}),
    'a 429 of a balancer': steps.empty(429, { 'Retry-After': '0' }),
  }

  it.each(Object.entries(passing))('is asked again after %s', async (_, step) => {
    const { client, server, retries } = await withTokens([authorized], [step, step, token('token-1')])
    expect(await apply(client)).toEqual(authorization)
    expect([server.tokenRequests.length, server.calls.length]).toEqual([3, 1])
    expect(retries.map(({ operation }) => operation)).toEqual(Array(2).fill('POST /connect/token'))
  })

  it('that refuses the client is not asked again, and says so to all who wait', async () => {
    for (const step of [
      tokenRefused(401, 'invalid_client'),
      tokenRefused(429, 'invalid_client', { 'Retry-After': '0' }),
    ]) {
      const { client, server } = await withTokens([authorized], [step])
      const errors = await Promise.all(Array.from({ length: 5 }, () => errorOf(apply(client))))
      for (const error of errors) {
        expect(error).toBeInstanceOf(AliadoRefused)
        expect(error).toMatchObject({ code: 'invalid_client', message: 'Client authentication failed.' })
      }
      expect([server.tokenRequests.length, server.calls.length]).toEqual([1, 0])
    }
  })

  it('that stays away leaves the call unanswered', async () => {
    const { client, server } = await withTokens([authorized], [steps.page(502)], { triesMax: 2 })
    const error = await errorOf(apply(client))
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(error.cause).toMatchObject({ status: 502 })
    expect([server.tokenRequests.length, server.calls.length]).toEqual([2, 0])
  })

  it('that refuses the client after a lost answer leaves the outcome unknown', async () => {
    const { client } = await withTokens([steps.cut, revoked], [token('token-1'), tokenRefused(401, 'invalid_client')])
    const error = await errorOf(apply(client))
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(error.cause).toMatchObject({ code: 'invalid_client' })
  })

  it('that is silent holds a call no longer than its own deadline, and others get the token', async () => {
    const slow = held(token('token-1'))
    const { client, server } = await withTokens([authorized], [slow.step])
    const patient = apply(client)
    const hasty = errorOf(client.apply(purchase, newIdempotencyKey(), { deadlineMs: 50 }))
    expect(await hasty).toBeInstanceOf(AliadoUnanswered)
    slow.letGo()
    expect(await patient).toEqual(authorization)
    expect(server.tokenRequests).toHaveLength(1)
  })
})
