import { describe, expect, it, onTestFinished } from 'vitest'
import { newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { momentsOf } from '@/lib/kernel/request-id'
import { startApi } from '../api/till'
import { type Step, startScriptedServer, steps } from '../fixtures/scripted-server'
import { apiKey, authorization, authorized, oauth, passing, purchase } from './client'
import {
  credentialKinds,
  expectLosses,
  expectRegistered,
  patience,
  resentMax,
  salesOfATill,
  startLossyProxies,
  summary,
} from './lossy-day'
import type { Client } from './programs'

/** What the clients in other languages than ours promise: the same of each, tried by programs in their language (`python/calls.py`). */

const { refused, token, tokenRefused } = steps

type Call = { readonly deadline?: number } & (
  | { readonly method: 'apply'; readonly body: object; readonly key: string }
  | { readonly method: 'standing'; readonly reference: string }
  | { readonly method: 'release'; readonly authorizationCode: string; readonly reference: string }
  | { readonly method: 'consumptions'; readonly filter: object; readonly pageSize: number }
)
type Outcome = {
  value?: unknown
  error?: string
  text?: string
  status?: number
  code?: string | null
  title?: string | null
  messages?: { message: string; field?: string }[]
  requestId?: string
  retryAfter?: number | null
}
type Found = { outcomes: Outcome[]; retries: { operation: string; tries: number; wait: number; status: number }[] }
type Sold = { code: string; reference: string; finalAmount: number }
type Day = { sold: Sold[]; unanswered: number; listed: Sold[] }

type Settings = {
  tokens?: readonly [Step, ...Step[]]
  credential?: object
  options?: object
  /** The calls are made at once, by a thread or a process each. */
  together?: boolean
}

const applied = (key = newIdempotencyKey()): Call => ({ method: 'apply', body: purchase, key })

/** Call it once in a test file: it brings its service along. */
export function describeClient(name: string, { run }: Client): void {
  describe(`the ${name} client`, () => {
    const api = startApi()

    /** What the client makes of a server that follows a script, with waits that are short and not left to chance. */
    async function scripted(script: readonly [Step, ...Step[]], calls: readonly Call[], settings: Settings = {}) {
      const { tokens, credential = { apiKey }, options = {}, together = false } = settings
      const server = await startScriptedServer(script, tokens)
      onTestFinished(() => server.close())
      const found = await run<Found>('calls', { url: server.url, credential, options, together, calls })
      return { server, ...found }
    }

    it('tries again after what passes: the same request, with the same key', async () => {
      const all = Object.entries(passing)
      const found = await Promise.all(
        all.map(async ([name, step]) => {
          const key = newIdempotencyKey()
          const { server, outcomes, retries } = await scripted([step, step, authorized], [applied(key)])
          const sent = server.calls.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body)])
          const ids = new Set(server.calls.map(({ headers }) => headers['x-request-id'])).size
          return {
            name,
            sent: sent.every(([its]) => its === key) && sent,
            ids,
            outcomes,
            tries: retries.map(({ tries }) => tries),
          }
        }),
      )
      expect(found.map(({ name, outcomes, ids, tries }) => ({ name, outcomes, ids, tries }))).toEqual(
        all.map(([name]) => ({ name, outcomes: [{ value: authorization }], ids: 1, tries: [1, 2] })),
      )
      for (const { sent } of found) expect(sent).toEqual(Array(3).fill([expect.any(String), purchase]))
    })

    it('sends an id that names the moment of the call, another with each', async () => {
      const began = Date.now()
      const { server } = await scripted([authorized], [applied(), applied()])
      const ids = server.calls.map(({ headers }) => String(headers['x-request-id']))
      expect(new Set(ids).size).toBe(2)
      for (const moments of ids.map(momentsOf)) {
        expect(Number(moments?.to)).toBeGreaterThan(began)
        expect(Number(moments?.from)).toBeLessThan(Date.now())
      }
    })

    it('gives up a try that stays silent, and a call at its deadline', async () => {
      const silent = await scripted([steps.silence, authorized], [applied()], { options: { tryMax: 0.5 } })
      expect(silent.outcomes).toEqual([{ value: authorization }])
      const late = await scripted([steps.silence], [{ ...applied(), deadline: 0.5 }])
      expect(late.outcomes).toMatchObject([{ error: 'AliadoUnanswered', status: 0, code: null }])
      expect(late.outcomes[0]?.text).toContain('same key')
    })

    it('waits as Retry-After says, in seconds or as a date by the clock of who sent it, and no longer than its bound', async () => {
      const now = Date.now()
      const date = (ms: number) => new Date(now + ms).toUTCString()
      const told = async (headers: Record<string, string>) => {
        const { retries, outcomes } = await scripted(
          [refused(503, 'service_unavailable', headers), authorized],
          [applied()],
          {
            options: { retryAfterMax: 0.2 },
          },
        )
        expect(outcomes).toEqual([{ value: authorization }])
        return retries.map(({ wait }) => Number(wait.toFixed(6)))
      }
      expect(await told({ 'Retry-After': '0' })).toEqual([0.005])
      expect(await told({ 'Retry-After': '30' })).toEqual([0.205])
      expect(await told({ 'Retry-After': date(90_000), Date: date(30_000) })).toEqual([0.205])
      expect(await told({ 'Retry-After': date(-90_000), Date: date(-90_000) })).toEqual([0.005])
      expect(await told({ 'Retry-After': 'soon' })).toEqual([0.005])
    })

    it('repeats no refusal of the caller’s own, and says code, field and request id', async () => {
      const { server, outcomes } = await scripted(
        [refused(400, 'invalid_request', { 'X-Request-Id': 'req_1' }, 'items[2].sku')],
        [applied()],
      )
      expect(server.calls).toHaveLength(1)
      expect(outcomes).toEqual([
        {
          error: 'AliadoRefused',
          text: 'No se puede.',
          status: 400,
          code: 'invalid_request',
          title: 'No',
          messages: [{ message: 'No se puede.', field: 'items[2].sku' }],
          requestId: 'req_1',
          retryAfter: null,
        },
      ])
    })

    it('takes a refusal that says nothing of an earlier try for an unknown outcome', async () => {
      const { outcomes } = await scripted([steps.cut, refused(401, 'credential_invalid')], [applied()])
      expect(outcomes).toMatchObject([{ error: 'AliadoUnanswered', status: 401 }])
      const judged = await scripted([steps.cut, refused(404, 'discount_not_available')], [applied()])
      expect(judged.outcomes).toMatchObject([{ error: 'AliadoRefused', code: 'discount_not_available' }])
    })

    it('asks for one token for twenty callers at once, and renews once what is refused to all of them', async () => {
      const twenty = Array.from({ length: 20 }, () => applied())
      const { server, outcomes } = await scripted([authorized], twenty, { credential: oauth, together: true })
      expect(outcomes).toEqual(Array(20).fill({ value: authorization }))
      expect(server.tokenRequests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
        { grant_type: 'client_credentials', client_id: oauth.clientId, client_secret: oauth.clientSecret },
      ])
      const gate: (() => void)[] = []
      // All twenty arrive before the first is refused.
      const held: Step = (response) => {
        gate.push(() => refused(401, 'credential_invalid')(response))
        if (gate.length === 20) for (const letGo of gate) letGo()
      }
      const again = await scripted([held, ...Array<Step>(19).fill(held), authorized], twenty, {
        credential: oauth,
        together: true,
        tokens: [token('token-1'), token('token-2')],
      })
      expect(again.outcomes).toEqual(Array(20).fill({ value: authorization }))
      expect(again.server.tokenRequests).toHaveLength(2)
      const bearers = again.server.calls.map(({ headers }) => headers.authorization)
      expect(bearers).toEqual([...Array(20).fill('Bearer token-1'), ...Array(20).fill('Bearer token-2')])
    })

    it('uses a token in its last minute while another is on its way, and reports a wrong secret', async () => {
      const { server, outcomes } = await scripted([authorized], [applied(), applied()], {
        credential: oauth,
        tokens: [token('token-1', 30), steps.silence],
        options: { deadline: 2 },
      })
      expect(outcomes).toEqual(Array(2).fill({ value: authorization }))
      expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer token-1'))
      const wrong = await scripted([authorized], [applied()], {
        credential: oauth,
        tokens: [tokenRefused(401, 'invalid_client')],
      })
      expect(wrong.outcomes).toMatchObject([{ error: 'AliadoRefused', code: 'invalid_client' }])
      expect(wrong.server.calls).toEqual([])
    })

    it('follows no redirection, and repeats no secret in an error', async () => {
      const { server, outcomes } = await scripted([steps.empty(307, { Location: '/elsewhere' })], [applied()], {
        options: { triesMax: 1 },
      })
      expect([server.calls.length, outcomes[0]?.error]).toEqual([1, 'AliadoUnanswered'])
      for (const credential of [
        { apiKey: 'ck_secret\n' },
        { clientId: 'm1-a' },
        {},
        { apiKey: 'a', clientId: 'b', clientSecret: 'c' },
      ]) {
        const { outcomes } = await scripted([authorized], [], { credential })
        expect(outcomes[0]?.error).toBe('misuse')
        expect(outcomes[0]?.text).not.toContain('ck_secret')
      }
      const { outcomes: keys } = await scripted([authorized], [applied('T-1')])
      expect(keys[0]?.error).toBe('misuse')
    })

    it('reads through every page of the list, and what stands for a reference', async () => {
      const { server, outcomes } = await scripted(
        [
          steps.answered([{ code: 'A' }], { nextCursor: 'next' }),
          steps.answered([{ code: 'B' }], { nextCursor: null }),
          authorized,
          authorized,
        ],
        [
          { method: 'consumptions', filter: { from: '2026-11-01T00:00:00-04:00' }, pageSize: 1 },
          { method: 'standing', reference: 'T 1/ñ' },
          { method: 'release', authorizationCode: 'CODE', reference: 'T-1' },
        ],
      )
      expect(outcomes).toMatchObject([
        { value: [{ code: 'A' }, { code: 'B' }] },
        { value: authorization },
        { value: authorization },
      ])
      expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /api/v1/consumptions?from=2026-11-01T00%3A00%3A00-04%3A00&limit=1',
        'GET /api/v1/consumptions?from=2026-11-01T00%3A00%3A00-04%3A00&limit=1&cursor=next',
        'GET /api/v1/integrations/discounts/authorizations?reference=T+1%2F%C3%B1',
        'POST /api/v1/integrations/discounts/release',
      ])
    })

    it.each(Object.entries(credentialKinds))(
      'sells 200 times with %s through a network that loses 45 %% of requests and answers: each once, as the tills have it',
      async (_, make) => {
        const shop = await api().make.shop()
        const made = await make(api(), shop.merchant.id)
        const proxies = await startLossyProxies(api())
        const { identificationTypeId, identification } = shop.person
        const { triesMax, tryMsMax, backoffMs, backoffMsMax } = patience
        const day = await run<Day>('day', {
          urls: proxies.map(({ url }) => url),
          credential:
            made.kind === 'api_key'
              ? { apiKey: made.apiKey }
              : { clientId: made.clientId, clientSecret: made.clientSecret },
          options: {
            triesMax,
            tryMax: tryMsMax / 1000,
            backoff: backoffMs / 1000,
            backoffMax: backoffMsMax / 1000,
          },
          person: { identificationTypeId, identification },
          sales: salesOfATill,
          resentMax,
        })
        expectLosses(proxies)
        expect(day.unanswered).toBeGreaterThan(0)
        const sold = summary(day.sold)
        await expectRegistered(api(), shop, sold)
        expect(summary(day.listed)).toEqual(sold)
      },
    )
  })
}
