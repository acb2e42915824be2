import { type Database, gathered } from '@/db/database'
import { type AskedColumns, readsOf } from '@/db/questions'
import { type Columns, inOrder, valueThere } from '@/db/rows'
import type { LiveKeys } from '@/lib/identification/identification'

/** One discount that one collaborator may use today, as `offers_of_person` has it. Amounts are texts of `numeric`. */
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
  /** In UTC, as ISO 8601 has it. */
  validFrom: string
  validTo: string
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

/** What holds of a question whoever the person is. */
type WhatHolds = LiveKeys & { identificationTypeKnown: boolean; branchKnown: boolean }

export type PersonsOffers = WhatHolds & { offers: OfferRow[] }

export const hmacText = ({ identificationHmacs }: PersonAsked, at: 0 | 1): string | null =>
  identificationHmacs[at]?.toString('hex') ?? null

/** What of each question names a person, by columns. */
const personAskedColumns = { identification_type_id: 'int', hmac: 'text', old_hmac: 'text', branch_id: 'int' }
const personValues = (people: readonly PersonAsked[]) => [
  people.map((p) => p.identificationTypeId),
  people.map((p) => hmacText(p, 0)),
  people.map((p) => hmacText(p, 1)),
  people.map((p) => p.branchId ?? null),
]

/**
 * Whether the branch that is asked about is one to sell at. By its number, and with `offset 0`: where few branches are, the planner would
 * look through those of all merchants.
 */
const branchAsked = (merchantId: string) => `
    cross join lateral (select q.branch_id is null or exists (
      select from branches b where b.id = q.branch_id and b.merchant_id + 0 = ${merchantId} and b.active
      offset 0) as known) branch`

/** Who is asked about. `offset 0` keeps the planner from beginning elsewhere than here. */
const personAsked = `(
      select c.id, c.company_id, c.collaborator_type_id, c.first_name, c.last_name from collaborators c
      where c.identification_type_id = q.identification_type_id and c.active
        and c.identification_hmac = any (array[decode(q.hmac, 'hex'), decode(q.old_hmac, 'hex')])
      offset 0) person`

/** What the person who was found may use, of all merchants. */
const offersOfPerson = 'offers_of_person(person.id, person.company_id, person.collaborator_type_id) o'

/** The columns of `WhatHolds`. What is of no merchant is read once for all questions of a statement. */
export const whatHolds = {
  identificationTypeKnown:
    'q.identification_type_id = any (array(select id from identification_types where retired_at is null order by id))',
  /** Twice the generation, and one more while the installation is half rekeyed: by one look at its row. */
  keys: 'coalesce((select 2 * key_generation + (old_data_key_digest is not null)::int from installation where id = 1), 2)',
  branchKnown: 'branch.known',
} as const

const personColumns: Columns<WhatHolds> = {
  texts: Object.values(whatHolds),
  read: (row, at) => ({
    identificationTypeKnown: row[at] as boolean,
    keyGeneration: (row[at + 1] as number) >> 1,
    halfRekeyed: (row[at + 1] as number) % 2 === 1,
    branchKnown: row[at + 2] as boolean,
  }),
}
const personWidth = 3

/** The same few instants come again and again: the beginnings and ends of discounts. */
const isoTexts = new Map<string, string>()
const isoTextsMax = 2_000

/** An instant as PostgreSQL writes it in a session of UTC. */
function isoOf(text: string): string {
  const known = isoTexts.get(text)
  if (known !== undefined) return known
  if (isoTexts.size >= isoTextsMax) isoTexts.clear()
  const iso = new Date(text).toISOString()
  isoTexts.set(text, iso)
  return iso
}

/** The values of an offer, each as the text that PostgreSQL has for it. */
const offerTexts = [
  'o.discount_id',
  'person.id',
  'person.company_id',
  'person.first_name',
  'person.last_name',
  'o.company_name',
  'o.name',
  'o.description',
  'o.discount_type',
  'o.discount_value',
  'o.scope',
  'o.article_category_id',
  'o.article_id',
  'o.valid_from',
  'o.valid_to',
  'o.minimum_purchase',
  'o.maximum_discount',
  'o.budget_left',
  'o.limited',
].map((column) => `${column}::text`)

const numberOrNull = (text: string | null | undefined): number | null => (text == null ? null : Number(text))

const offerOf = (of: readonly (string | null)[]): OfferRow => ({
  discountId: Number(of[0]),
  collaboratorId: of[1] as string,
  companyId: Number(of[2]),
  firstName: of[3] as string,
  lastName: of[4] as string,
  // An inner select: without its row it is null, and no answer.
  companyName: valueThere(of[5] ?? null),
  name: of[6] as string,
  description: of[7] as string,
  discountType: of[8] as OfferRow['discountType'],
  discountValue: of[9] as string,
  scope: of[10] as OfferRow['scope'],
  articleCategoryId: numberOrNull(of[11]),
  articleId: numberOrNull(of[12]),
  validFrom: isoOf(of[13] as string),
  validTo: isoOf(of[14] as string),
  minimumPurchase: of[15] as string | null,
  maximumDiscount: of[16] as string | null,
  budgetLeft: of[17] as string | null,
  limited: of[18] === 'true',
})

/** The parts of a statement that reads what a question `q` asks for at a merchant, in one row. */
export type GroundParts<Asked, Ground> = {
  readonly asked: AskedColumns
  /** Of each of these columns, the values of all that are asked. */
  readonly values: (asked: readonly Asked[]) => readonly (readonly unknown[])[]
  readonly columns: Columns<Ground>
  readonly joins: (merchantId: string) => string
}

/**
 * A person without offers has a row too (D25): a missing row means that the question was not answered. The offers stand in it as one
 * value: a row of each would repeat the rest of it, and the driver takes a value by a call of its own (ADR-0081).
 */
export const offersParts: GroundParts<PersonAsked, PersonsOffers> = {
  asked: personAskedColumns,
  values: personValues,
  columns: {
    texts: [...personColumns.texts, 'had.offers'],
    read: (row, at) =>
      Object.assign(personColumns.read(row, at), {
        offers: (row[at + personWidth] as (string | null)[][]).map(offerOf),
      }),
  },
  joins: (merchantId) => `
    ${branchAsked(merchantId)}
    cross join lateral (
      select coalesce(json_agg(array[${offerTexts.join(', ')}]), '[]') as offers
      from ${personAsked} cross join lateral ${offersOfPerson}
      where o.merchant_id = ${merchantId}) had`,
}

const readOffers = readsOf(
  { merchant_id: 'int', ...offersParts.asked },
  ({ from }) => `
  select q.n::int, ${offersParts.columns.texts.join(', ')}
  from ${from}
  ${offersParts.joins('q.merchant_id')}`,
)

/**
 * What a person may use today at a merchant. An unknown person, an inactive one and one without benefits get the same answer from
 * the same work (D25).
 */
export const findOffers = gathered<PersonAtMerchant, PersonsOffers>(async (db, people) => {
  const rows = await readOffers(db, [people.map((p) => p.merchantId), ...personValues(people)])
  return rows.map((row) => offersParts.columns.read(row, 1))
})

export type ApplyAsked = PersonAsked & { discountId: number; idempotencyKey: string }

export type ApplyGround = WhatHolds & {
  /** The fingerprint under which the idempotency key is bound, if it is. */
  boundFingerprint: Buffer | null
  offer: ApplyOffer | null
}

type ApplyOffer = Pick<
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
>

const applyColumns: Columns<ApplyOffer | null> = {
  texts: [
    'o.discount_id',
    'o.collaborator_id',
    'o.company_id',
    'o.discount_type',
    'o.discount_value',
    'o.scope',
    'o.article_category_id',
    'o.article_id',
    'o.minimum_purchase',
    'o.maximum_discount',
    'o.budget_left',
    'o.limited',
  ],
  read: (row, at) =>
    row[at] === null
      ? null
      : {
          discountId: row[at] as number,
          collaboratorId: row[at + 1] as string,
          companyId: row[at + 2] as number,
          discountType: row[at + 3] as OfferRow['discountType'],
          discountValue: row[at + 4] as string,
          scope: row[at + 5] as OfferRow['scope'],
          articleCategoryId: row[at + 6] as number | null,
          articleId: row[at + 7] as number | null,
          minimumPurchase: row[at + 8] as string | null,
          maximumDiscount: row[at + 9] as string | null,
          budgetLeft: row[at + 10] as string | null,
          limited: row[at + 11] as boolean,
        },
}

/**
 * The same for what an apply `q` must know. The offer is a part of its own (`offset 0`): PostgreSQL takes no condition of a left join into what it
 * joins, and would work out all that the person may use, of all merchants (ADR-0083).
 */
export const applyParts: GroundParts<ApplyAsked, ApplyGround> = {
  asked: { ...personAskedColumns, discount_id: 'int', key: 'uuid' },
  values: (asked) => [...personValues(asked), asked.map((q) => q.discountId), asked.map((q) => q.idempotencyKey)],
  columns: {
    texts: [...personColumns.texts, 'ik.fingerprint', ...applyColumns.texts],
    read: (row, at) =>
      Object.assign(personColumns.read(row, at), {
        boundFingerprint: row[at + personWidth] as Buffer | null,
        offer: applyColumns.read(row, at + personWidth + 1),
      }),
  },
  joins: (merchantId) => `
    ${branchAsked(merchantId)}
    left join lateral (
      select person.id as collaborator_id, person.company_id, o.* from ${personAsked} cross join lateral ${offersOfPerson}
      where o.merchant_id = ${merchantId} and o.discount_id = q.discount_id
      offset 0) o on true
    left join idempotency_keys ik on ik.merchant_id = ${merchantId} and ik.key = q.key`,
}

const readApplyGround = readsOf(
  { merchant_id: 'int', ...applyParts.asked },
  ({ from }) => `
  select q.n::int, ${applyParts.columns.texts.join(', ')}
  from ${from}
  ${applyParts.joins('q.merchant_id')}`,
)

/** All that an apply must know before it decides: the offer, the branch, and whether its idempotency key is bound already. */
export const loadApplyGround = gathered<ApplyAsked & { merchantId: number }, ApplyGround>(async (db, questions) => {
  const rows = await readApplyGround(db, [questions.map((q) => q.merchantId), ...applyParts.values(questions)])
  return rows.map((row) => applyParts.columns.read(row, 1))
})

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
