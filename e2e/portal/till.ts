import { randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import { type ApiKey, factories, newReference, type Person } from '../fixtures/factories'
import { apiUrl } from './integrations-desk'

/** Whose key a till has, who stands before it, and what discount they have. */
type At = {
  readonly credential: Pick<ApiKey, 'apiKey'>
  readonly person: Pick<Person, 'identification' | 'identificationTypeId'>
  readonly discountId?: number
}

export type Sale = { code: string; authorizationCode: string; reference: string }

/** A till, which asks the real API: pages of offices are shown what the tills made. `branchId` is where it stands. */
export function tillOf({ credential, person, discountId }: At, branchId?: number) {
  const { identificationTypeId, identification } = person
  const who = { identificationTypeId, identification, ...(branchId === undefined ? {} : { branchId }) }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${apiUrl()}/api/v1/integrations/${path}`, {
      method: 'POST',
      headers: {
        'X-Api-Key': credential.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '', body: await answer.json() }
  }
  /** What was done; a refusal fails the test. */
  const done = async (answering: ReturnType<typeof post>) => {
    const { status, body } = await answering
    if (status > 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.value
  }
  const till = {
    eligibility: (fields: object = {}, headers = {}) => post('eligibility', { ...who, ...fields }, headers),
    /** The discounts that the person has there. */
    offers: async (): Promise<number[]> =>
      (await done(till.eligibility())).discounts.map((one: { merchantDiscountId: number }) => one.merchantDiscountId),
    apply: (fields: object = {}, headers = {}) =>
      post(
        'discounts/apply',
        { ...who, merchantDiscountId: discountId, purchaseAmount: 1000, reference: newReference(), ...fields },
        headers,
      ),
    consume: (fields: object, headers = {}) =>
      post('consumptions', { consumptionDate: new Date().toISOString(), ...fields }, headers),
    /** Reserves a discount. */
    authorize: (fields: object = {}): Promise<Omit<Sale, 'code'>> => done(till.apply(fields)),
    /** Sells: reserves, charges, confirms. `confirmed` is what the confirmation says otherwise. */
    sell: async (fields: object = {}, confirmed: object = {}): Promise<Sale> => {
      const { authorizationCode, reference } = await till.authorize(fields)
      const { code } = await done(till.consume({ authorizationCode, reference, ...confirmed }))
      return { code, authorizationCode, reference }
    },
    release: async ({ authorizationCode, reference }: Omit<Sale, 'code'>): Promise<void> => {
      await done(post('discounts/release', { authorizationCode, reference }))
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
