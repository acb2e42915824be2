import { describe, expect, it, onTestFinished } from 'vitest'
import {
  AliadoClient,
  AliadoUnanswered,
  type Consumption,
  type Credential,
  newIdempotencyKey,
} from '@/clients/typescript/aliado-client'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import { startApi } from '../api/till'
import { newReference, type Shop } from '../fixtures/factories'
import { type LossyProxy, losses, startLossyProxy } from '../fixtures/lossy-proxy'
import { seededRandom } from '../fixtures/seeded-random'

const api = startApi()

const tills = 8
const salesOfATill = 25
const lostShare = 0.45
/** Three tries, so that some calls end without an answer and are left to the till, as on a worse day. */
const options = { triesMax: 3, tryMsMax: 1_000, backoffMs: 4, backoffMsMax: 10 }

/** What a till keeps before it calls. */
type Sale = { readonly reference: string; readonly applyKey: string; readonly confirmKey: string }

/** Sends the same again until it is settled, as a till does from what it has kept. */
async function settled<Value>(call: () => Promise<Value>): Promise<{ value: Value; unanswered: number }> {
  for (let unanswered = 0; ; unanswered++) {
    try {
      return { value: await call(), unanswered }
    } catch (error) {
      if (!(error instanceof AliadoUnanswered) || unanswered === 50) throw error
    }
  }
}

type Day = { sold: Consumption[]; unanswered: number }

/** A till's day, sale by sale: what it took for sold in the end, and how many calls gave it no answer. */
async function sellAllDay(client: AliadoClient, { person, discountId }: Shop): Promise<Day> {
  const { identificationTypeId, identification } = person
  const day: Day = { sold: [], unanswered: 0 }
  const till = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const { value, unanswered } = await settled(call)
    day.unanswered += unanswered
    return value
  }
  for (let n = 1; n <= salesOfATill; n++) {
    const sale: Sale = { reference: newReference(), applyKey: newIdempotencyKey(), confirmKey: newIdempotencyKey() }
    const purchaseAmount = (10_000 + n) / 100
    const { reference } = sale
    const { discounts } = await till(() => client.eligibility({ identificationTypeId, identification, purchaseAmount }))
    expect(discounts.map(({ merchantDiscountId }) => merchantDiscountId)).toEqual([discountId])
    const purchase = { identificationTypeId, identification, merchantDiscountId: discountId, purchaseAmount, reference }
    const { authorizationCode } = await till(() => client.apply(purchase, sale.applyKey))
    const paid = { authorizationCode, reference, consumptionDate: new Date().toISOString() }
    day.sold.push(await till(() => client.confirm(paid, sale.confirmKey)))
  }
  return day
}

/** What the service has for the merchant, in the shape of `summary`. */
async function recorded({ merchant }: Shop): Promise<{ authorizations: unknown[]; consumptions: unknown[] }> {
  const { sql } = api()
  const consumptions = await sql`
    select code, reference, final_amount::float8 as "finalAmount" from consumptions
    where merchant_id = ${merchant.id} order by reference`
  const authorizations = await sql`
    select reference, status from authorizations where merchant_id = ${merchant.id} order by reference`
  return { authorizations: [...authorizations], consumptions: [...consumptions] }
}

const byReference = (one: { reference: string }, other: { reference: string }) =>
  one.reference < other.reference ? -1 : 1
const summary = (sold: readonly Consumption[]) =>
  sold.map(({ code, reference, finalAmount }) => ({ code, reference, finalAmount })).sort(byReference)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function expectLosses(proxies: readonly LossyProxy[]): void {
  const lost = losses.map((loss) => sum(proxies.map((proxy) => proxy.lost[loss])))
  // Each kind has been met, and so many as was asked for: the seeds see to it.
  expect(Math.min(...lost)).toBeGreaterThan(10)
  const share = sum(lost) / (sum(lost) + sum(proxies.map(({ passed }) => passed)))
  expect(share).toBeGreaterThan(lostShare - 0.05)
  expect(share).toBeLessThan(lostShare + 0.05)
  expect(sum(proxies.map(({ replays }) => replays))).toBeGreaterThan(50)
  // Of the two at once that a machine makes which is slower than a till is patient, one may wait too long for the other (D12).
  const statuses = new Set(proxies.flatMap((proxy) => [...proxy.statuses.keys()]))
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
}

const permissions: CredentialPermission[] = ['core.integrations', 'core.consumptions.read']
const kinds: Record<string, (merchantId: number) => Promise<Credential>> = {
  'an API key': (merchantId) => api().make.apiKey(merchantId, { permissions }),
  'an OAuth client': (merchantId) => api().make.oauthClient(merchantId, { permissions }),
}

describe('through a network that loses 45 % of requests and answers', () => {
  it.each(Object.entries(kinds))(
    '200 sales with %s are registered once each, and as the tills have them',
    async (_, make) => {
      const shop = await api().make.shop()
      const credential = await make(shop.merchant.id)
      const proxies = await Promise.all(
        Array.from({ length: tills }, (_, seed) => startLossyProxy(api().url, lostShare, seed + 1)),
      )
      onTestFinished(() => Promise.all(proxies.map((proxy) => proxy.close())).then(() => {}))
      const clients = proxies.map(({ url }, till) => {
        return new AliadoClient(url, credential, { ...options, random: seededRandom(100 + till) })
      })
      const days = await Promise.all(clients.map((client) => sellAllDay(client, shop)))

      expectLosses(proxies)
      expect(sum(days.map(({ unanswered }) => unanswered))).toBeGreaterThan(0)
      const sold = summary(days.flatMap((day) => day.sold))
      expect(sold).toHaveLength(200)
      const { authorizations, consumptions } = await recorded(shop)
      expect(consumptions).toEqual(sold)
      expect(authorizations).toEqual(sold.map(({ reference }) => ({ reference, status: 'Consumed' })))

      // The list comes whole through the same network.
      const read = async () => {
        const [client = new AliadoClient(api().url, credential)] = clients
        const listed: Consumption[] = []
        for await (const consumption of client.consumptions({ pageSize: 40 })) listed.push(consumption)
        return listed
      }
      expect(summary((await settled(read)).value)).toEqual(sold)
    },
  )
})
