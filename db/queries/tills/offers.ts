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

/** Whom a till asks about, and from which branch. */
export type PersonAsked = {
  identificationTypeId: number
  /** Of each generation that the process was given, the newest first: one or two. */
  identificationHmacs: readonly Buffer[]
  branchId: number | undefined
}

export type PersonAtMerchant = PersonAsked & { merchantId: number }

export type PersonsOffers = LiveKeys & { identificationTypeKnown: boolean; branchKnown: boolean; offers: OfferRow[] }

const hmacText = ({ identificationHmacs }: PersonAsked, at: 0 | 1): string | null =>
  identificationHmacs[at]?.toString('hex') ?? null

/** What of each question names a person, as the arrays to unnest. */
const personArrays = (people: readonly PersonAsked[]) => [
  people.map((p) => p.identificationTypeId),
  people.map((p) => hmacText(p, 0)),
  people.map((p) => hmacText(p, 1)),
  people.map((p) => p.branchId ?? null),
]
const personNames = 'identification_type_id, hmac, old_hmac, branch_id'
const personTypes = ['int', 'text', 'text', 'int']

/**
 * What may be asked at a merchant at all, and the person's offers `o` there. `offset 0` keeps the planner from beginning elsewhere than
 * at the person.
 */
const personJoins = (merchantId: string) => `
  left join identification_types it on it.id = q.identification_type_id and it.retired_at is null
  left join installation i on i.id = 1
  left join branches b on b.merchant_id = ${merchantId} and b.id = q.branch_id and b.active
  left join lateral (
    select c.id from collaborators c
    where c.identification_type_id = q.identification_type_id and c.active
      and c.identification_hmac = any (array[decode(q.hmac, 'hex'), decode(q.old_hmac, 'hex')])
    offset 0) person on true
  left join offers o on o.merchant_id = ${merchantId} and o.collaborator_id = person.id`
const personColumns = `
  it.id is not null as "identificationTypeKnown", coalesce(i.key_generation, 1) as "keyGeneration",
  i.old_data_key_digest is not null as "halfRekeyed", q.branch_id is null or b.id is not null as "branchKnown"`

/** The parameters of a statement, one array of each type, for `unnest`. */
export const arraysOf = (types: readonly string[]): string =>
  types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')

export type OffersAnswer = LiveKeys & { n: number; identificationTypeKnown: boolean; branchKnown: boolean } & (
    | OfferRow
    | { [key in keyof OfferRow]: null }
  )

/** The parts of a statement that reads what a person `q` may use today at a merchant. */
export const offersParts = {
  arrays: personArrays,
  types: personTypes,
  names: personNames,
  columns: `
    ${personColumns}, o.discount_id as "discountId", o.collaborator_id as "collaboratorId", o.company_id as "companyId",
    o.first_name as "firstName", o.last_name as "lastName", o.company_name as "companyName", o.name, o.description,
    o.discount_type as "discountType", o.discount_value as "discountValue", o.scope,
    o.article_category_id as "articleCategoryId", o.article_id as "articleId",
    o.valid_from as "validFrom", o.valid_to as "validTo",
    o.minimum_purchase as "minimumPurchase", o.maximum_discount as "maximumDiscount", o.budget_left as "budgetLeft",
    o.limited`,
  joins: personJoins,
}

/** One answer for each of so many questions. A person without offers has a row too (D25): a missing row means that the question was not answered. */
export function offersInOrder<Row extends OffersAnswer>(
  rows: readonly Row[],
  questions: number,
): (PersonsOffers & { first: Row })[] {
  const answers = new Map<number, PersonsOffers & { n: number; first: Row }>()
  for (const row of whole(rows)) {
    const { n, identificationTypeKnown, branchKnown, keyGeneration, halfRekeyed } = row
    let answer = answers.get(n)
    if (!answer) {
      answer = { n, keyGeneration, halfRekeyed, identificationTypeKnown, branchKnown, offers: [], first: row }
      answers.set(n, answer)
    }
    if (row.discountId !== null) answer.offers.push(row)
  }
  return inOrder([...answers.values()], questions)
}

const offersStatement = `
  select q.n::int as n, ${offersParts.columns}
  from unnest(${arraysOf(['int', ...offersParts.types])}) with ordinality as q (merchant_id, ${offersParts.names}, n)
  ${offersParts.joins('q.merchant_id')}`

/**
 * What a person may use today at a merchant. An unknown person, an inactive one and one without benefits get the same answer from
 * the same work (D25).
 */
export const findOffers = gathered<PersonAtMerchant, PersonsOffers>(async (db, people) => {
  const rows = await db.ask<OffersAnswer>(offersStatement, [people.map((p) => p.merchantId), ...personArrays(people)])
  return offersInOrder(rows, people.length)
})

export type ApplyAsked = PersonAsked & { discountId: number; idempotencyKey: string }

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

export type ApplyAnswer = Omit<ApplyGround, 'offer'> & { n: number } & {
  [key in keyof NonNullable<ApplyGround['offer']>]: NonNullable<ApplyGround['offer']>[key] | null
}

/** The same for what an apply `q` must know. */
export const applyParts = {
  arrays: (asked: readonly ApplyAsked[]) => [
    ...personArrays(asked),
    asked.map((q) => q.discountId),
    asked.map((q) => q.idempotencyKey),
  ],
  types: [...personTypes, 'int', 'uuid'],
  names: `${personNames}, discount_id, key`,
  columns: `
    ${personColumns}, ik.fingerprint as "boundFingerprint",
    o.discount_id as "discountId", o.collaborator_id as "collaboratorId", o.company_id as "companyId",
    o.discount_type as "discountType", o.discount_value as "discountValue", o.scope,
    o.article_category_id as "articleCategoryId", o.article_id as "articleId",
    o.minimum_purchase as "minimumPurchase", o.maximum_discount as "maximumDiscount", o.budget_left as "budgetLeft",
    o.limited`,
  joins: (merchantId: string) => `
    ${personJoins(merchantId)} and o.discount_id = q.discount_id
    left join idempotency_keys ik on ik.merchant_id = ${merchantId} and ik.key = q.key`,
}

/** What such a row tells. */
export const groundOf = (row: ApplyAnswer): ApplyGround => ({ ...row, offer: isOffer(row) ? row : null })

const applyStatement = `
  select q.n::int as n, ${applyParts.columns}
  from unnest(${arraysOf(['int', ...applyParts.types])}) with ordinality as q (merchant_id, ${applyParts.names}, n)
  ${applyParts.joins('q.merchant_id')}`

/** All that an apply must know before it decides: the offer, the branch, and whether its idempotency key is bound already. */
export const loadApplyGround = gathered<ApplyAsked & { merchantId: number }, ApplyGround>(async (db, questions) => {
  const asked = [questions.map((q) => q.merchantId), ...applyParts.arrays(questions)]
  const rows = await db.ask<ApplyAnswer>(applyStatement, asked)
  return inOrder(rows, questions.length).map(groundOf)
})

const isOffer = (row: ApplyAnswer): row is ApplyAnswer & NonNullable<ApplyGround['offer']> => row.discountId !== null

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
