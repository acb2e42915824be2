import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AliadoClient, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import type { DrillShop } from './drill-network'

/** Tills that sell while the dump is made. */
export type DrillLoad = {
  /** Sales so far. Throws the first trouble of a till. */
  sales(): number
  /** Resolves when so many more sales than now are made. Throws when they do not come. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

const tills = 2
const pauseMs = 10
const salesMsMax = 60_000

/** Starts to sell: of ten authorizations eight are consumed, one is given back and one is left to expire. */
export function startDrillLoad(url: string, shop: DrillShop): DrillLoad {
  const stopping = new AbortController()
  let sales = 0
  let trouble: unknown
  const sell = async (till: number) => {
    const client = new AliadoClient(url, { apiKey: shop.apiKey })
    const { identificationTypeId, identifications, discountIds } = shop
    for (let n = till; !stopping.signal.aborted; n++) {
      const reference = `DRILL-${randomUUID()}`
      const purchase = {
        identificationTypeId,
        identification: identifications[n % identifications.length] ?? '',
        merchantDiscountId: discountIds[n % discountIds.length] ?? 0,
        purchaseAmount: 100 + (n % 900),
        reference,
      }
      const { authorizationCode } = await client.apply(purchase, newIdempotencyKey())
      const paid = { authorizationCode, reference, consumptionDate: new Date().toISOString(), purchaseAmount: 100 }
      if (n % 10 < 8) await client.confirm(paid, newIdempotencyKey())
      else if (n % 10 === 8) await client.release(authorizationCode, reference)
      sales += 1
      await wait(pauseMs)
    }
  }
  const selling = Promise.all(Array.from({ length: tills }, (_, till) => sell(till))).catch((error) => {
    trouble = error
    stopping.abort()
  })
  const soFar = () => {
    if (trouble !== undefined) throw trouble
    return sales
  }
  return {
    sales: soFar,
    more: async (count) => {
      const enough = soFar() + count
      const until = Date.now() + salesMsMax
      while (soFar() < enough) {
        if (Date.now() > until) throw new Error(`The tills did not make ${count} sales in ${salesMsMax / 1000} s.`)
        await wait(pauseMs)
      }
    },
    stop: async () => {
      stopping.abort()
      await selling
    },
  }
}
