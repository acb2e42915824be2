import { randomUUID } from 'node:crypto'
import { till } from '../api/till'
import type { KnownValues } from '../fixtures/allowed-values'
import type { ApiKey, factories } from '../fixtures/factories'

/** A shop whose values lead somewhere, and its credential: reservations that stand, one that was confirmed, discounts of every scope. */
export async function allowedWorld(
  url: string,
  make: ReturnType<typeof factories>,
): Promise<{ known: KnownValues; credential: ApiKey }> {
  const shop = await make.shop()
  const credential = await make.apiKey(shop.merchant.id, {
    permissions: ['core.integrations', 'core.consumptions.read'],
  })
  const categoryId = await make.category(shop.merchant.id)
  await make.article(shop.merchant.id, 'AGUA-600', categoryId)
  const ofCategory = await make.discount(shop.merchant.id, { scope: { category: categoryId } })
  await make.grant(shop.company.id, shop.merchant.id, ofCategory)
  const my = till(url, { ...shop, credential })
  const [standing, confirmed] = [await my.reserved(), await my.reserved()]
  const consumed = await my.consume(confirmed)
  return {
    credential,
    known: {
      identificationTypeId: [shop.person.identificationTypeId],
      identification: [shop.person.identification],
      merchantDiscountId: [shop.discountId, ofCategory],
      branchId: [await make.branch(shop.merchant.id)],
      authorizationCode: [standing.authorizationCode, confirmed.authorizationCode],
      reference: [standing.reference, confirmed.reference, `R-${randomUUID()}`],
      sku: ['AGUA-600'],
      consumptionDate: [new Date().toISOString(), '2026-01-02T03:04:05+14:00'],
      code: [consumed.body.value.code],
    },
  }
}
