import { createHash, randomUUID } from 'node:crypto'
import {
  type Body,
  connectBaseline,
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

/** Bare Fastify with the least work that the database can be asked for: one statement that authenticates and answers or writes. */

const sql = connectBaseline()

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const fingerprint = (body: Body): Buffer => sha256(JSON.stringify(body))

await serve({
  eligibility: async ({ body, headers }) => {
    const apiKey = headers['x-api-key']
    const rows = await sql<(OfferRow | { discountId: null })[]>`
      select o.* from api_keys k
      join merchants m on m.id = k.merchant_id and m.enabled
      left join lateral (
        select d.id as "discountId", c.company_id as "companyId", c.id as "collaboratorId", c.first_name as "firstName",
          c.last_name as "lastName", co.name as "companyName", d.name, d.description, d.discount_type as "discountType",
          d.discount_value as "discountValue", d.maximum_discount as "maximumDiscount", d.scope,
          d.article_category_id as "articleCategoryId", d.article_id as "articleId", d.valid_from as "validFrom",
          d.valid_to as "validTo"
        from collaborators c
        join companies co on co.id = c.company_id
        join grants g on g.company_id = c.company_id and g.merchant_id = k.merchant_id
          and (g.collaborator_type_id is null or g.collaborator_type_id = c.collaborator_type_id)
        join discounts d on d.merchant_id = g.merchant_id and d.id = g.discount_id
        where c.identification_type_id = ${body.identificationTypeId} and c.identification_hmac = ${hmacOf(body)}
          and c.active and d.status = 'published' and d.valid_from <= now() and now() < d.valid_to
      ) o on true
      where k.prefix = ${prefixOf(apiKey)} and k.secret_hash = ${sha256(secretOf(apiKey))} and k.revoked_at is null
        and k.expires_at > now()`
    if (rows.length === 0) throw new Refusal(401)
    return eligibilityView(rows.filter(isOffer), body.purchaseAmount)
  },

  apply: async ({ body, headers }) => {
    const apiKey = headers['x-api-key']
    const [row] = await sql<(RecordRow & { code: string; expiresAt: Date })[]>`
      with offer as (
        select k.id as api_key_id, d.merchant_id, d.id as discount_id, c.company_id, c.id as collaborator_id,
          ${body.purchaseAmount}::numeric as amount, d.discount_type, d.discount_value, d.maximum_discount, d.scope,
          least(d.maximum_discount, case d.discount_type
            when 'PCT' then round(${body.purchaseAmount}::numeric * d.discount_value / 100, 2)
            else least(d.discount_value, ${body.purchaseAmount}::numeric) end) as discount
        from api_keys k
        join merchants m on m.id = k.merchant_id and m.enabled
        join discounts d on d.merchant_id = k.merchant_id and d.id = ${body.merchantDiscountId}
          and d.status = 'published' and d.valid_from <= now() and now() < d.valid_to
        join collaborators c on c.identification_type_id = ${body.identificationTypeId}
          and c.identification_hmac = ${hmacOf(body)} and c.active
        join grants g on g.company_id = c.company_id and g.merchant_id = d.merchant_id and g.discount_id = d.id
          and (g.collaborator_type_id is null or g.collaborator_type_id = c.collaborator_type_id)
        where k.prefix = ${prefixOf(apiKey)} and k.secret_hash = ${sha256(secretOf(apiKey))} and k.revoked_at is null
          and k.expires_at > now()
      ), reserved as (
        insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, maximum_discount, scope, expires_at)
        select merchant_id, ${randomUUID()}, ${body.reference}, discount_id, company_id, collaborator_id, api_key_id, amount,
          discount, amount - discount, discount_type, discount_value, maximum_discount, scope,
          now() + ${ttlSeconds}::int * interval '1 second'
        from offer
        on conflict do nothing
        returning *
      ), bound as (
        insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
        select merchant_id, ${headers['idempotency-key']}::uuid, ${fingerprint(body)}::bytea, id from reserved
      )
      select code, purchase_amount as "purchaseAmount", discount_amount as "discountAmount", final_amount as "finalAmount",
        expires_at as "expiresAt"
      from reserved`
    if (!row) throw new Refusal(400)
    return recordView(row, {
      authorizationCode: row.code,
      status: 'Authorized',
      merchantDiscountId: body.merchantDiscountId,
      reference: body.reference,
      expiresAt: row.expiresAt,
    })
  },

  consume: async ({ body, headers }) => {
    const apiKey = headers['x-api-key']
    const [row] = await sql<(RecordRow & { code: string; consumptionDate: Date })[]>`
      with used as (
        update authorizations a set status = 'Consumed', ended_at = now()
        from api_keys k join merchants m on m.id = k.merchant_id and m.enabled
        where k.prefix = ${prefixOf(apiKey)} and k.secret_hash = ${sha256(secretOf(apiKey))} and k.revoked_at is null
          and k.expires_at > now() and a.merchant_id = k.merchant_id and a.code = ${body.authorizationCode}
          and a.reference = ${body.reference} and a.status = 'Authorized' and a.expires_at > now()
        returning a.*, k.id as used_by
      ), registered as (
        insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
          api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
        select merchant_id, ${randomUUID()}, id, reference, discount_id, company_id, collaborator_id, used_by,
          purchase_amount, discount_amount, final_amount, ${body.consumptionDate}::timestamptz
        from used
        returning *
      ), bound as (
        insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
        select merchant_id, ${headers['idempotency-key']}::uuid, ${fingerprint(body)}::bytea, id from registered
      )
      select code, purchase_amount as "purchaseAmount", discount_amount as "discountAmount", final_amount as "finalAmount",
        consumption_date as "consumptionDate"
      from registered`
    if (!row) throw new Refusal(404)
    const { authorizationCode, reference } = body
    const { code, consumptionDate } = row
    return recordView(row, { code, authorizationCode, reference, status: 'Registered', consumptionDate })
  },
})

function isOffer(row: OfferRow | { discountId: null }): row is OfferRow {
  return row.discountId !== null
}
