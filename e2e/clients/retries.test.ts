import { describe, expect, it } from 'vitest'
import { AliadoRefused, AliadoUnanswered, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { momentsOf } from '@/lib/kernel/request-id'
import { type Step, steps } from '../fixtures/scripted-server'
import { authorization, authorized, errorOf, passing, purchase, scripted } from './client'

const { refused } = steps

describe('the TypeScript client tries again', () => {
  it.each(Object.entries(passing))('after %s: the same request, with the same key', async (_, step) => {
    const began = Date.now()
    const { client, server, retries } = await scripted([step, step, authorized])
    const key = newIdempotencyKey()
    expect(await client.apply(purchase, key)).toEqual(authorization)
    expect(server.calls).toHaveLength(3)
    for (const { headers, body } of server.calls) {
      expect(headers['idempotency-key']).toBe(key)
      expect(JSON.parse(body)).toEqual(purchase)
    }
    expect(new Set(server.calls.map(({ headers }) => headers['x-request-id'])).size).toBe(1)
    const moments = momentsOf(String(server.calls[0]?.headers['x-request-id']))
    expect(Number(moments?.to)).toBeGreaterThan(began)
    expect(Number(moments?.from)).toBeLessThan(Date.now())
    expect(retries.map(({ operation, tries }) => [operation, tries])).toEqual([
      ['POST /api/v1/integrations/discounts/apply', 1],
      ['POST /api/v1/integrations/discounts/apply', 2],
    ])
  })

  it('when no answer comes at all', async () => {
    const { client, server } = await scripted([steps.silence, authorized], { tryMsMax: 500 })
    expect(await client.apply(purchase, newIdempotencyKey())).toEqual(authorization)
    // A machine that is busy may be silent once more.
    expect(server.calls.length).toBeGreaterThanOrEqual(2)
    expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('what only reads, and what may be repeated without a key', async () => {
    const fault = refused(500, 'internal_error')
    const reads = await scripted([fault, steps.answered([]), steps.cut, steps.answered({ eligible: false })])
    expect(await reads.client.identificationTypes()).toEqual([])
    expect(await reads.client.eligibility(purchase)).toEqual({ eligible: false })
    const { client, server } = await scripted([fault, authorized, steps.reset, authorized])
    expect(await client.standing('T 1/ñ')).toEqual(authorization)
    expect(await client.release('CODE', 'T-1')).toEqual(authorization)
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/integrations/discounts/authorizations?reference=T+1%2F%C3%B1',
      'GET /api/v1/integrations/discounts/authorizations?reference=T+1%2F%C3%B1',
      'POST /api/v1/integrations/discounts/release',
      'POST /api/v1/integrations/discounts/release',
    ])
  })

  it('when nobody listens at the address, and says why when it gives up', async () => {
    const { client, server } = await scripted([authorized])
    await server.close()
    const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(error).toMatchObject({ status: 0, code: undefined, cause: { cause: { code: 'ECONNREFUSED' } } })
  })

  it('five times at most, unless it is told otherwise', async () => {
    const away = refused(503, 'service_unavailable')
    const five = await scripted([away])
    expect(await errorOf(five.client.apply(purchase, newIdempotencyKey()))).toBeInstanceOf(AliadoUnanswered)
    expect(five.server.calls).toHaveLength(5)
    const two = await scripted([away], { triesMax: 2 })
    expect(await errorOf(two.client.apply(purchase, newIdempotencyKey()))).toBeInstanceOf(AliadoUnanswered)
    expect(two.server.calls).toHaveLength(2)
  })

  it('never after another refusal, be it the service’s or a proxy’s', async () => {
    for (const status of [400, 401, 403, 404, 405, 409, 413, 415, 422, 431]) {
      for (const step of [refused(status, 'some_code'), steps.page(status), steps.empty(status)]) {
        const { client, server } = await scripted([step, authorized])
        const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
        expect(error).toBeInstanceOf(AliadoRefused)
        expect([error.status, server.calls.length]).toEqual([status, 1])
      }
    }
  })
})

describe('its waits', () => {
  const away = refused(503, 'service_unavailable')
  const waits = async (random: number, options = {}): Promise<number[]> => {
    const { client, retries } = await scripted([away], { random: () => random, ...options })
    await errorOf(client.apply(purchase, newIdempotencyKey()))
    return retries.map(({ waitMs }) => waitMs)
  }

  it('are left to chance, between none and a bound that doubles', async () => {
    expect(await waits(0)).toEqual([0, 0, 0, 0])
    expect(await waits(0.5)).toEqual([5, 10, 20, 40])
    expect(await waits(1)).toEqual([10, 20, 40, 80])
    expect(await waits(1, { backoffMsMax: 25 })).toEqual([10, 20, 25, 25])
  })

  const told = async (headers: Record<string, string>, options = {}) => {
    const { client, retries, server } = await scripted(
      [refused(429, 'rate_limited', headers), refused(503, 'service_unavailable', headers), authorized],
      options,
    )
    await client.apply(purchase, newIdempotencyKey())
    return { waits: retries.map(({ waitMs }) => waitMs), cameAtMs: server.calls.map(({ atMs }) => atMs) }
  }
  const sent = { Date: 'Sun, 22 Nov 2026 09:00:00 GMT' }

  it('are what Retry-After says at least, in seconds', async () => {
    const { waits, cameAtMs } = await told({ 'Retry-After': '1' })
    expect(waits).toEqual([1005, 1010])
    const [first = 0, second = 0, third = 0] = cameAtMs
    expect(second - first).toBeGreaterThanOrEqual(1000)
    expect(third - second).toBeGreaterThanOrEqual(1000)
  })

  it('are what Retry-After says as a date, by the clock of who sent it', async () => {
    expect((await told({ ...sent, 'Retry-After': 'Sun, 22 Nov 2026 09:00:01 GMT' })).waits).toEqual([1005, 1010])
    expect((await told({ ...sent, 'Retry-After': 'Sun, 22 Nov 2026 08:00:00 GMT' })).waits).toEqual([5, 10])
  })

  it('are never those of a Retry-After of an hour', async () => {
    const hour = [{ 'Retry-After': '3600' }, { ...sent, 'Retry-After': 'Sun, 22 Nov 2026 10:00:00 GMT' }]
    for (const headers of hour) {
      expect((await told(headers, { retryAfterMsMax: 50 })).waits).toEqual([55, 60])
      // More than the deadline leaves: the till is told at once, and the hour with it.
      const { client, server } = await scripted([refused(503, 'service_unavailable', headers)])
      const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
      expect(error).toBeInstanceOf(AliadoUnanswered)
      expect([error.retryAfterMs, server.calls.length]).toEqual([3_600_000, 1])
    }
  })

  it('are its own when Retry-After says nothing that can be understood', async () => {
    for (const text of ['soon', '', '99:99']) expect((await told({ 'Retry-After': text })).waits).toEqual([5, 10])
  })
})

describe('its deadline', () => {
  it('ends a call to which nobody answers, each try before it, and whatever else the call waits for', async () => {
    const options = { deadlineMs: 300, tryMsMax: 60, triesMax: Number.POSITIVE_INFINITY }
    const { client, server, retries } = await scripted([steps.silence], options)
    const error = await errorOf(client.apply(purchase, newIdempotencyKey()))
    expect(error).toBeInstanceOf(AliadoUnanswered)
    expect(server.calls.length).toBeGreaterThanOrEqual(1)
    expect(retries.map(({ waitMs }) => waitMs).reduce((sum, waitMs) => sum + waitMs, 0)).toBeLessThan(300)
  })

  it('is another for a call that says so, and ends a body that never ends', async () => {
    const endless: Step = (response) => {
      response.writeHead(201, { 'Content-Type': 'application/json' }).write('{"value":')
    }
    const { client } = await scripted([endless], { deadlineMs: 3_600_000, tryMsMax: 3_600_000 })
    const key = newIdempotencyKey()
    expect(await errorOf(client.apply(purchase, key, { deadlineMs: 100 }))).toBeInstanceOf(AliadoUnanswered)
  })
})
