import { randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import { factories, newReference, type Shop } from '../fixtures/factories'

/** Sales at a till, through the real API: pages of offices are shown what the tills made. */

type Body = Record<string, unknown>

async function post(path: string, apiKey: string, body: Body): Promise<Body> {
  const answer = await fetch(`${process.env.PORTAL_API_URL}/api/v1/integrations/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  })
  const { value } = (await answer.json()) as { value?: Body }
  if (answer.status > 201 || value === undefined) throw new Error(`${path}: ${answer.status}`)
  return value
}

export type Sale = { code: string; authorizationCode: string; reference: string }

/** A till of that shop. `branchId` is where it stands. */
export function tillOf(shop: Shop, branchId?: number) {
  const { person, discountId, credential } = shop
  const till = {
    /** Reserves a discount. */
    authorize: (fields: Body = {}): Promise<Body> =>
      post('discounts/apply', credential.apiKey, {
        identificationTypeId: person.identificationTypeId,
        identification: person.identification,
        merchantDiscountId: discountId,
        purchaseAmount: 1000,
        reference: newReference(),
        ...(branchId === undefined ? {} : { branchId }),
        ...fields,
      }),
    /** Sells: reserves, charges, confirms. `confirmed` is what the confirmation says otherwise. */
    sell: async (fields: Body = {}, confirmed: Body = {}): Promise<Sale> => {
      const { authorizationCode, reference } = await till.authorize(fields)
      const value = await post('consumptions', credential.apiKey, {
        authorizationCode,
        reference,
        consumptionDate: new Date().toISOString(),
        ...confirmed,
      })
      return { code: String(value.code), authorizationCode: String(authorizationCode), reference: String(reference) }
    },
    release: async ({ authorizationCode, reference }: Body): Promise<void> => {
      await post('discounts/release', credential.apiKey, { authorizationCode, reference })
    },
  }
  return till
}

/** A shop with the names that a person would give. */
export async function namedShop(sql: Sql) {
  const make = factories(sql)
  const shop = await make.shop()
  const branchId = await make.branch(shop.merchant.id)
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${shop.merchant.id}`
  await sql`update branches set name = 'Naco' where id = ${branchId}`
  await sql`update companies set name = 'Constructora del Este, S. R. L.' where id = ${shop.company.id}`
  await sql`update discounts set name = '10 % en toda la tienda' where id = ${shop.discountId}`
  await sql`update api_keys set name = 'POS caja 3' where id = ${shop.credential.id}`
  return { ...shop, branchId }
}
