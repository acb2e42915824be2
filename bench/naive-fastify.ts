import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type postgres from 'postgres'
import {
  type Body,
  connectBaseline,
  discountOf,
  eligibilityView,
  hmacOf,
  type OfferRow,
  prefixOf,
  type RecordRow,
  Refusal,
  recordView,
  secretOf,
  serve,
  ttlSeconds,
} from './baseline'

/** Bare Fastify as one would first write it: a select per question, a transaction of four statements per write. */

const sql = connectBaseline()

async function authenticate(apiKey: string): Promise<{ id: number; merchantId: number }> {
  const [key] = await sql<{ id: number; merchantId: number; secretHash: Buffer }[]>`
    select k.id, k.merchant_id as "merchantId", k.secret_hash as "secretHash"
    from api_keys k join merchants m on m.id = k.merchant_id
    where k.prefix = ${prefixOf(apiKey)} and k.revoked_at is null and k.expires_at > now() and m.enabled`
  const presented = createHash('sha256').update(secretOf(apiKey)).digest()
  if (!key || !timingSafeEqual(presented, key.secretHash)) throw new Refusal(401)
  return key
}

const selectOffers = (db: postgres.ISql, merchantId: number, body: Body, discountId: number | null) => db<OfferRow[]>`
  select d.id as "discountId", c.company_id as "companyId", c.id as "collaboratorId", c.first_name as "firstName",
    c.last_name as "lastName", co.name as "companyName", d.name, d.description, d.discount_type as "discountType",
    d.discount_value as "discountValue", d.maximum_discount as "maximumDiscount", d.scope,
    d.article_category_id as "articleCategoryId", d.article_id as "articleId", d.valid_from as "validFrom",
    d.valid_to as "validTo"
  from collaborators c
  join companies co on co.id = c.company_id
  join affiliations a on a.company_id = c.company_id and a.merchant_id = ${merchantId}
  join grants g on g.company_id = a.company_id and g.merchant_id = a.merchant_id
    and (g.collaborator_type_id is null or g.collaborator_type_id = c.collaborator_type_id)
  join discounts d on d.merchant_id = g.merchant_id and d.id = g.discount_id
  where c.identification_type_id = ${body.identificationTypeId} and c.identification_hmac = ${hmacOf(body)} and c.active
    and d.status = 'published' and d.valid_from <= now() and now() < d.valid_to
    and (${discountId}::int is null or d.id = ${discountId}::int)`

await serve({
  eligibility: async ({ body, headers }) => {
    const key = await authenticate(headers['x-api-key'])
    return eligibilityView(await selectOffers(sql, key.merchantId, body, null), body.purchaseAmount)
  },

  apply: async ({ body, headers }) => {
    const key = await authenticate(headers['x-api-key'])
    return sql.begin(async (tx) => {
      const [offer] = await selectOffers(tx, key.merchantId, body, body.merchantDiscountId)
      if (!offer) throw new Refusal(404)
      const [active] = await tx`
        select id from authorizations
        where merchant_id = ${key.merchantId} and reference = ${body.reference} and status = 'Authorized' for update`
      if (active) throw new Refusal(400)
      const discount = discountOf(offer, body.purchaseAmount)
      const [row] = await tx<(RecordRow & { id: string; code: string; expiresAt: Date })[]>`
        insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, maximum_discount, scope, expires_at)
        values (${key.merchantId}, ${randomUUID()}, ${body.reference}, ${offer.discountId}, ${offer.companyId},
          ${offer.collaboratorId}, ${key.id}, ${body.purchaseAmount}, ${discount},
          ${(body.purchaseAmount - discount).toFixed(2)}, ${offer.discountType}, ${offer.discountValue},
          ${offer.maximumDiscount}, ${offer.scope}, now() + ${ttlSeconds}::int * interval '1 second')
        returning id, code, purchase_amount as "purchaseAmount", discount_amount as "discountAmount",
          final_amount as "finalAmount", expires_at as "expiresAt"`
      if (!row) throw new Refusal(500)
      await tx`
        insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
        values (${key.merchantId}, ${headers['idempotency-key']}, ${fingerprint(body)}, ${row.id})`
      const { code, expiresAt } = row
      return recordView(row, {
        authorizationCode: code,
        status: 'Authorized',
        merchantDiscountId: offer.discountId,
        reference: body.reference,
        expiresAt,
      })
    })
  },

  consume: async ({ body, headers }) => {
    const key = await authenticate(headers['x-api-key'])
    return sql.begin(async (tx) => {
      const [held] = await tx<
        (RecordRow & { id: string; discountId: number; companyId: number; collaboratorId: string })[]
      >`
        select id, discount_id as "discountId", company_id as "companyId", collaborator_id as "collaboratorId",
          purchase_amount as "purchaseAmount", discount_amount as "discountAmount", final_amount as "finalAmount"
        from authorizations
        where merchant_id = ${key.merchantId} and code = ${body.authorizationCode} and reference = ${body.reference}
          and status = 'Authorized' and expires_at > now() for update`
      if (!held) throw new Refusal(404)
      await tx`
        update authorizations set status = 'Consumed', ended_at = now()
        where merchant_id = ${key.merchantId} and id = ${held.id}`
      const [row] = await tx<(RecordRow & { id: string; code: string; consumptionDate: Date })[]>`
        insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
          api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
        values (${key.merchantId}, ${randomUUID()}, ${held.id}, ${body.reference}, ${held.discountId}, ${held.companyId},
          ${held.collaboratorId}, ${key.id}, ${held.purchaseAmount}, ${held.discountAmount}, ${held.finalAmount},
          ${body.consumptionDate})
        returning id, code, purchase_amount as "purchaseAmount", discount_amount as "discountAmount",
          final_amount as "finalAmount", consumption_date as "consumptionDate"`
      if (!row) throw new Refusal(500)
      await tx`
        insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
        values (${key.merchantId}, ${headers['idempotency-key']}, ${fingerprint(body)}, ${row.id})`
      const { code, consumptionDate } = row
      const { authorizationCode, reference } = body
      return recordView(row, { code, authorizationCode, reference, status: 'Registered', consumptionDate })
    })
  },
})

function fingerprint(body: Body): Buffer {
  return createHash('sha256').update(JSON.stringify(body)).digest()
}
