import { describe, expect, it } from 'vitest'
import { AliadoClient, AliadoUnanswered, type Consumption, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { startApi } from '../api/till'
import { newReference, type Shop } from '../fixtures/factories'
import { seededRandom } from '../fixtures/seeded-random'
import {
  credentialKinds,
  expectLosses,
  expectRegistered,
  patience,
  resentMax,
  salesOfATill,
  startLossyProxies,
  sum,
  summary,
} from './lossy-day'

const api = startApi()

/** What a till keeps before it calls. */
type Sale = { readonly reference: string; readonly applyKey: string; readonly confirmKey: string }

/** Sends the same again until it is settled, as a till does from what it has kept. */
async function settled<Value>(call: () => Promise<Value>): Promise<{ value: Value; unanswered: number }> {
  for (let unanswered = 0; ; unanswered++) {
    try {
      return { value: await call(), unanswered }
    } catch (error) {
      if (!(error instanceof AliadoUnanswered) || unanswered === resentMax) throw error
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

describe('through a network that loses 45 % of requests and answers', () => {
  it.each(Object.entries(credentialKinds))(
    '200 sales with %s are registered once each, and as the tills have them',
    async (_, make) => {
      const shop = await api().make.shop()
      const credential = await make(api(), shop.merchant.id)
      const proxies = await startLossyProxies(api())
      const clients = proxies.map(({ url }, till) => {
        return new AliadoClient(url, credential, { ...patience, random: seededRandom(100 + till) })
      })
      const days = await Promise.all(clients.map((client) => sellAllDay(client, shop)))

      expectLosses(proxies)
      expect(sum(days.map(({ unanswered }) => unanswered))).toBeGreaterThan(0)
      const sold = summary(days.flatMap((day) => day.sold))
      await expectRegistered(api(), shop, sold)

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
