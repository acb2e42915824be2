import type { Sql } from '@/db/client'
import { type Answer, type CallOptions, call, type OperationId } from '../fixtures/client'
import { createDatabase } from '../fixtures/database'
import { factories, newReference, type Shop } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { startService } from '../fixtures/service'

type Api = ReturnType<ReturnType<typeof startApi>>

/** A database and an API process of a test file's own, from before its first test until after its last. */
export const startApi = (variables: Record<string, string> = {}) =>
  openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    const make = factories(sql)
    await make.identificationTypes()
    const service = await startService(databaseUrl, variables)
    atEnd(service.stop)
    return { url: service.url, databaseUrl, sql, make, service }
  })

type Fields = Record<string, unknown>
type Customer = Pick<Shop, 'discountId' | 'person'>
export type Reserved = { authorizationCode: string; reference: string }

/** A merchant's till: sound requests for one collaborator and one discount, each field of which a test may say otherwise. */
export function till(url: string, shop: Customer & { credential: NonNullable<CallOptions['credential']> }) {
  const { credential, discountId, person } = shop
  const who = { identificationTypeId: person.identificationTypeId, identification: person.identification }
  const post = (id: OperationId, body: Fields, options: CallOptions) => call(url, id, { credential, body, ...options })
  const get = (id: OperationId, query: Record<string, string>, options: CallOptions) =>
    call(url, id, { credential, query, ...options })
  const my = {
    eligibility: (fields: Fields = {}, options: CallOptions = {}) =>
      post('checkEligibility', { ...who, ...fields }, options),
    applyBody: (fields: Fields = {}): Fields => ({
      ...who,
      merchantDiscountId: discountId,
      purchaseAmount: 1000,
      reference: newReference(),
      ...fields,
    }),
    apply: (fields: Fields = {}, options: CallOptions = {}) => post('applyDiscount', my.applyBody(fields), options),
    /** An authorization that a test needs and is not about. */
    reserved: async (fields: Fields = {}): Promise<Reserved> => {
      const answer = await my.apply(fields)
      if (answer.status !== 201) throw new Error(`not reserved: ${answer.text}`)
      return answer.body.value
    },
    consumeBody: ({ authorizationCode, reference }: Reserved, fields: Fields = {}): Fields => ({
      authorizationCode,
      reference,
      consumptionDate: new Date().toISOString(),
      ...fields,
    }),
    consume: (reserved: Reserved, fields: Fields = {}, options: CallOptions = {}) =>
      post('registerConsumption', my.consumeBody(reserved, fields), options),
    release: ({ authorizationCode, reference }: Reserved, fields: Fields = {}, options: CallOptions = {}) =>
      post('releaseAuthorization', { authorizationCode, reference, ...fields }, options),
    find: (reference: string, options: CallOptions = {}) => get('findAuthorization', { reference }, options),
    list: (query: Record<string, string> = {}, options: CallOptions = {}) => get('listConsumptions', query, options),
  }
  return my
}

/** The outcome in short: `201`, `201 replayed`, `404 discount_not_available`, `400 invalid_request items[2].sku`. */
export function outcome({ status, headers, body }: Answer): string {
  const fields = (body?.messages ?? []).flatMap((entry: { field?: string }) => entry.field ?? [])
  return [status, headers.has('idempotent-replayed') ? 'replayed' : '', body?.code ?? '', ...fields]
    .filter((part) => part !== '')
    .join(' ')
}

/** All of an answer but what is its own each time: bytes and headers, request id and date apart. */
export function sameness({ status, headers, text }: Answer) {
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  return { status, headers: Object.fromEntries(kept), text }
}

/** Adds a discount to a shop, granted to the team of its company, or to a type of collaborator. */
export async function grantedDiscount(
  make: Api['make'],
  shop: Pick<Shop, 'merchant' | 'company'>,
  options: Parameters<Api['make']['discount']>[1] = {},
  collaboratorTypeId?: number,
): Promise<number> {
  const discountId = await make.discount(shop.merchant.id, options)
  await make.grant(shop.company.id, shop.merchant.id, discountId, collaboratorTypeId)
  return discountId
}

/** Lets an authorization expire without a sweep: nobody marks its row. Its local day stays as it is. */
export async function expire(sql: Sql, { authorizationCode }: Reserved): Promise<void> {
  await sql`update authorizations set expires_at = authorized_at + interval '1 microsecond' where code = ${authorizationCode}`
}

export async function authorizationRow(sql: Sql, { authorizationCode }: Reserved) {
  const [row] = await sql`select * from authorizations where code = ${authorizationCode}`
  if (!row) throw new Error('no such authorization')
  return row
}

/** What a merchant's records add up to: a test that refuses shows with it that nothing was written. */
export async function recordsOf(
  sql: Sql,
  merchantId: number,
): Promise<{ authorizations: number; consumptions: number }> {
  const [row] = await sql<{ authorizations: number; consumptions: number }[]>`
    select (select count(*)::int from authorizations where merchant_id = ${merchantId}) as authorizations,
      (select count(*)::int from consumptions where merchant_id = ${merchantId}) as consumptions`
  return row ?? { authorizations: -1, consumptions: -1 }
}
