import { type Database, gathered } from '@/db/database'
import { inOrder, whole } from '@/db/rows'
import type { LiveKeys } from '@/lib/identification/identification'

/** One discount that one collaborator may use today, as the view `offers` has it. Amounts are texts of `numeric`. */
export type OfferRow = {
  discountId: number
  collaboratorId: string
  companyId: number
  firstName: string
  lastName: string
  companyName: string
  name: string
  description: string
  discountType: 'PCT' | 'AMT'
  discountValue: string
  scope: 'store' | 'category' | 'article'
  articleCategoryId: number | null
  articleId: number | null
  validFrom: Date
  validTo: Date
  minimumPurchase: string | null
  maximumDiscount: string | null
  budgetLeft: string | null
  /** Whether uses or a budget are counted (D43). */
  limited: boolean
}

export type PersonAtMerchant = {
  merchantId: number
  identificationTypeId: number
  /** Of each generation that the process was given, the newest first: one or two. */
  identificationHmacs: readonly Buffer[]
  branchId: number | undefined
}

export type PersonsOffers = LiveKeys & { identificationTypeKnown: boolean; branchKnown: boolean; offers: OfferRow[] }

const hmacText = ({ identificationHmacs }: PersonAtMerchant, at: 0 | 1): string | null =>
  identificationHmacs[at]?.toString('hex') ?? null

type Answered = LiveKeys & { n: number; identificationTypeKnown: boolean; branchKnown: boolean }

/**
 * What a person may use today at a merchant. An unknown person, an inactive one and one without benefits get the same answer from
 * the same work (D25).
 */
export const findOffers = gathered<PersonAtMerchant, PersonsOffers>(async (db, people) => {
  const rows = await db.run(
    (sql) => sql<(Answered & (OfferRow | { [key in keyof OfferRow]: null }))[]>`
      select q.n::int as n, t.id is not null as "identificationTypeKnown",
        coalesce(i.key_generation, 1) as "keyGeneration", i.old_data_key_digest is not null as "halfRekeyed",
        q.branch_id is null or b.id is not null as "branchKnown",
        o.discount_id as "discountId", o.collaborator_id as "collaboratorId", o.company_id as "companyId",
        o.first_name as "firstName", o.last_name as "lastName", o.company_name as "companyName", o.name, o.description,
        o.discount_type as "discountType", o.discount_value as "discountValue", o.scope,
        o.article_category_id as "articleCategoryId", o.article_id as "articleId",
        o.valid_from as "validFrom", o.valid_to as "validTo",
        o.minimum_purchase as "minimumPurchase", o.maximum_discount as "maximumDiscount", o.budget_left as "budgetLeft",
        o.limited
      from unnest(
          ${people.map((p) => p.merchantId)}::int[], ${people.map((p) => p.identificationTypeId)}::int[],
          ${people.map((p) => hmacText(p, 0))}::text[], ${people.map((p) => hmacText(p, 1))}::text[],
          ${people.map((p) => p.branchId ?? null)}::int[])
        with ordinality as q (merchant_id, identification_type_id, hmac, old_hmac, branch_id, n)
      left join identification_types t on t.id = q.identification_type_id and t.retired_at is null
      left join installation i on i.id = 1
      left join branches b on b.merchant_id = q.merchant_id and b.id = q.branch_id and b.active
      left join offers o on o.merchant_id = q.merchant_id and o.identification_type_id = q.identification_type_id
        and o.identification_hmac = any (array[decode(q.hmac, 'hex'), decode(q.old_hmac, 'hex')])`,
  )
  const answers = new Map<number, PersonsOffers & { n: number }>()
  for (const row of whole(rows)) {
    const { n, identificationTypeKnown, branchKnown, keyGeneration, halfRekeyed } = row
    const live = { keyGeneration, halfRekeyed }
    const answer = answers.get(n) ?? { n, ...live, identificationTypeKnown, branchKnown, offers: [] }
    if (row.discountId !== null) answer.offers.push(row)
    answers.set(n, answer)
  }
  // A person without offers has a row too (D25): a missing row means that the question was not answered.
  return inOrder([...answers.values()], people.length)
})

export type ApplyQuestion = PersonAtMerchant & { discountId: number; idempotencyKey: string }

export type ApplyGround = LiveKeys & {
  identificationTypeKnown: boolean
  branchKnown: boolean
  /** The fingerprint under which the idempotency key is bound, if it is. */
  boundFingerprint: Buffer | null
  offer: Pick<
    OfferRow,
    | 'discountId'
    | 'collaboratorId'
    | 'companyId'
    | 'discountType'
    | 'discountValue'
    | 'scope'
    | 'articleCategoryId'
    | 'articleId'
    | 'minimumPurchase'
    | 'maximumDiscount'
    | 'budgetLeft'
    | 'limited'
  > | null
}

type ApplyRow = Omit<ApplyGround, 'offer'> & { n: number } & {
  [key in keyof NonNullable<ApplyGround['offer']>]: NonNullable<ApplyGround['offer']>[key] | null
}

/** All that an apply must know before it decides: the offer, the branch, and whether its idempotency key is bound already. */
export const loadApplyGround = gathered<ApplyQuestion, ApplyGround>(async (db, questions) => {
  const rows = await db.run(
    (sql) => sql<ApplyRow[]>`
      select q.n::int as n, t.id is not null as "identificationTypeKnown",
        coalesce(i.key_generation, 1) as "keyGeneration", i.old_data_key_digest is not null as "halfRekeyed",
        q.branch_id is null or b.id is not null as "branchKnown", k.fingerprint as "boundFingerprint",
        o.discount_id as "discountId", o.collaborator_id as "collaboratorId", o.company_id as "companyId",
        o.discount_type as "discountType", o.discount_value as "discountValue", o.scope,
        o.article_category_id as "articleCategoryId", o.article_id as "articleId",
        o.minimum_purchase as "minimumPurchase", o.maximum_discount as "maximumDiscount", o.budget_left as "budgetLeft",
        o.limited
      from unnest(
          ${questions.map((q) => q.merchantId)}::int[], ${questions.map((q) => q.identificationTypeId)}::int[],
          ${questions.map((q) => hmacText(q, 0))}::text[], ${questions.map((q) => hmacText(q, 1))}::text[],
          ${questions.map((q) => q.branchId ?? null)}::int[],
          ${questions.map((q) => q.discountId)}::int[], ${questions.map((q) => q.idempotencyKey)}::uuid[])
        with ordinality as q (merchant_id, identification_type_id, hmac, old_hmac, branch_id, discount_id, key, n)
      left join identification_types t on t.id = q.identification_type_id and t.retired_at is null
      left join installation i on i.id = 1
      left join branches b on b.merchant_id = q.merchant_id and b.id = q.branch_id and b.active
      left join idempotency_keys k on k.merchant_id = q.merchant_id and k.key = q.key
      left join offers o on o.merchant_id = q.merchant_id and o.identification_type_id = q.identification_type_id
        and o.identification_hmac = any (array[decode(q.hmac, 'hex'), decode(q.old_hmac, 'hex')]) and o.discount_id = q.discount_id`,
  )
  return inOrder(rows, questions.length).map((row) => ({ ...row, offer: isOffer(row) ? row : null }))
})

const isOffer = (row: ApplyRow): row is ApplyRow & NonNullable<ApplyGround['offer']> => row.discountId !== null

/**
 * Those of the given SKUs to which a category or article discount of the merchant applies. Each SKU has its row, whether a
 * discount applies or not: a lost row would change an amount.
 */
export async function listMatchingSkus(
  db: Database,
  merchantId: number,
  target: { articleCategoryId: number | null; articleId: number | null },
  skus: readonly string[],
): Promise<Set<string>> {
  const asked = [...new Set(skus)]
  const rows = await db.run(
    (sql) => sql<{ n: number; sku: string; matches: boolean }[]>`
      select q.n::int as n, q.sku, a.id is not null as matches
      from unnest(${asked}::text[]) with ordinality as q (sku, n)
      left join articles a on a.merchant_id = ${merchantId} and a.sku = q.sku
        and (a.id = ${target.articleId}::int or a.article_category_id = ${target.articleCategoryId}::int)`,
  )
  return new Set(inOrder(rows, asked.length).flatMap((row) => (row.matches ? row.sku : [])))
}
