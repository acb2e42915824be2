import { expect, onTestFinished } from 'vitest'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { startApi } from '../api/till'
import type { Shop } from '../fixtures/factories'
import { type LossyProxy, losses, startLossyProxy } from '../fixtures/lossy-proxy'

/** A day of tills behind a network that loses requests and answers, for a client in whatever language. */

export const tills = 8
export const salesOfATill = 25
const lostShare = 0.45
/** Three tries, so that some calls end without an answer and are left to the till, as on a worse day. */
export const patience = { triesMax: 3, tryMsMax: 1_000, backoffMs: 4, backoffMsMax: 10 }
/** How often a till sends again what has got no answer. */
export const resentMax = 50

type Api = ReturnType<ReturnType<typeof startApi>>

type Sold = { readonly code: string; readonly reference: string; readonly finalAmount: number }

/** A way to the API for each till, which loses the same exchanges in each run. */
export async function startLossyProxies(api: Api): Promise<LossyProxy[]> {
  const proxies = await Promise.all(
    Array.from({ length: tills }, (_, seed) => startLossyProxy(api.url, lostShare, seed + 1)),
  )
  onTestFinished(() => Promise.all(proxies.map((proxy) => proxy.close())).then(() => {}))
  return proxies
}

const permissions: CredentialPermission[] = ['core.integrations', 'core.consumptions.read']

/** What a client of either kind is given. */
export const credentialKinds = {
  'an API key': (api: Api, merchantId: number) => api.make.apiKey(merchantId, { permissions }),
  'an OAuth client': (api: Api, merchantId: number) => api.make.oauthClient(merchantId, { permissions }),
} as const

/** What the service has for the merchant, in the shape of `summary`. */
async function recorded(
  { sql }: Api,
  { merchant }: Shop,
): Promise<{ authorizations: unknown[]; consumptions: unknown[] }> {
  const consumptions = await sql`
    select code, reference, final_amount::float8 as "finalAmount" from consumptions
    where merchant_id = ${merchant.id} order by reference`
  const authorizations = await sql`
    select reference, status from authorizations where merchant_id = ${merchant.id} order by reference`
  return { authorizations: [...authorizations], consumptions: [...consumptions] }
}

const byReference = (one: Sold, other: Sold) => (one.reference < other.reference ? -1 : 1)

export const summary = (sold: readonly Sold[]): Sold[] =>
  sold.map(({ code, reference, finalAmount }) => ({ code, reference, finalAmount })).sort(byReference)

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Each kind of loss has been met, and so many as was asked for: the seeds see to it. */
export function expectLosses(proxies: readonly LossyProxy[]): void {
  const lost = losses.map((loss) => sum(proxies.map((proxy) => proxy.lost[loss])))
  expect(Math.min(...lost)).toBeGreaterThan(10)
  const share = sum(lost) / (sum(lost) + sum(proxies.map(({ passed }) => passed)))
  expect(share).toBeGreaterThan(lostShare - 0.05)
  expect(share).toBeLessThan(lostShare + 0.05)
  expect(sum(proxies.map(({ replays }) => replays))).toBeGreaterThan(50)
  // Of the two at once that a machine makes which is slower than a till is patient, one may wait too long for the other (D12).
  const statuses = new Set(proxies.flatMap((proxy) => [...proxy.statuses.keys()]))
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
}

/** Everything that the tills took for sold is registered, once, and nothing else. */
export async function expectRegistered(api: Api, shop: Shop, sold: readonly Sold[]): Promise<void> {
  expect(sold).toHaveLength(tills * salesOfATill)
  const { authorizations, consumptions } = await recorded(api, shop)
  expect(consumptions).toEqual(sold)
  expect(authorizations).toEqual(sold.map(({ reference }) => ({ reference, status: 'Consumed' })))
  // Keys of the client's own, of version 7 and of this day, so that they are stored together (ADR-0092).
  const keys = await api.sql`
    select key from idempotency_keys where merchant_id = ${shop.merchant.id} and uuid_extract_version(key) = 7
      and uuid_extract_timestamp(key) between now() - interval '1 hour' and now()`
  expect(keys).toHaveLength(2 * sold.length)
}
