import { randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import type { Database } from '@/db/database'
import { type Answer, call, type OperationId } from '../../fixtures/client'
import { type ApiKey, factories, newIdentification } from '../../fixtures/factories'
import type { ApplyRequest, ConsumeRequest, Model, WriteRequest } from './model'
import { type ModelDiscount, shown } from './terms'

/** The real thing: one new merchant of the services that run, and how to speak to it. */
export type World = {
  readonly sql: Sql
  readonly database: Database
  readonly merchantId: number
  readonly companyName: string
  /** The moment of payment that every consumption names. */
  readonly paidAt: string
  localDay(): Promise<string>
  send(
    till: number,
    id: OperationId,
    options: { body?: unknown; query?: Record<string, string>; key?: string },
  ): Promise<Answer>
  /** The identification of person n: active, active, inactive, unknown. */
  identification(person: number): string
  /** A request's body; `spelling` 1 says the same in other words (D8, D44). */
  bodyOf(request: WriteRequest, spelling: number): string
  newKey(): string
}

export const peopleCount = 4
export const skus = ['AGUA', 'JUGO', 'CAFE', 'PAN'] as const

type Services = { sql: Sql; database: Database; urls: readonly string[] }

export async function newWorld(
  { sql, database, urls }: Services,
  admitsLate: boolean,
): Promise<{ model: Model; real: World }> {
  const make = factories(sql)
  await make.identificationTypes()
  const merchant = await make.merchant()
  if (admitsLate) await sql`update merchants set late_notification_hours = 72 where id = ${merchant.id}`
  const [company, other] = [await make.company(), await make.company()]
  for (const each of [company, other]) await make.affiliation(each.id, merchant.id)
  const drinks = await make.category(merchant.id)
  await make.article(merchant.id, 'AGUA', drinks)
  await make.article(merchant.id, 'JUGO', drinks)
  const coffee = await make.article(merchant.id, 'CAFE')
  await make.article(merchant.id, 'PAN')
  const foreign = await make.merchant()
  const branches = {
    none: null,
    open: await make.branch(merchant.id),
    closed: await make.branch(merchant.id, false),
    foreign: await make.branch(foreign.id),
  }
  const people = [
    await make.person(company.id),
    await make.person(company.id),
    await make.person(company.id, { active: false }),
  ]
  const identifications = [...people.map(({ identification }) => identification), newIdentification()]
  const credentials: ApiKey[] = [await make.apiKey(merchant.id), await make.apiKey(merchant.id)]

  const pesos = (cents: bigint | undefined) =>
    cents === undefined ? undefined : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const discounts: ModelDiscount[] = []
  for (const terms of discountsOf({ drinks, coffee })) {
    const { scope, ...discount } = terms
    const limits = {
      usesTotal: discount.usesTotal,
      usesPerCollaboratorPerDay: discount.usesPerDay,
      budget: pesos(discount.budget),
      minimumPurchase: pesos(discount.least),
      maximumDiscount: pesos(discount.most),
      scope,
    }
    const id = await make.discount(merchant.id, {
      type: discount.type,
      value: pesos(discount.value) ?? '',
      ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    })
    // What is not granted to the people of this model is granted to those of another company.
    await make.grant(discount.granted ? company.id : other.id, merchant.id, id)
    discounts.push({ ...discount, id })
  }

  const paidAt = '2026-01-02T07:04:05.000Z'
  return {
    model: { admitsLate, discounts, employed: [0, 1], authorizations: [], bound: [] },
    real: {
      sql,
      database,
      merchantId: merchant.id,
      companyName: company.name,
      paidAt,
      localDay: async () => {
        const [row] = await sql`select (now() at time zone 'America/Santo_Domingo')::date::text as day`
        return String(row?.day)
      },
      send: (till, id, { body, query, key }) =>
        call(urls[till % urls.length] ?? '', id, {
          credential: credentials[till % 3 === 0 ? 1 : 0],
          ...(body === undefined ? {} : { body }),
          ...(query === undefined ? {} : { query }),
          ...(key === undefined ? {} : { idempotencyKey: key }),
        }),
      identification: (person) => identifications[person] ?? '',
      bodyOf: (request, spelling) =>
        spelled(
          request.operation === 'applyDiscount'
            ? applyBody(request, identifications, discounts, branches)
            : consumeBody(request, spelling === 1 ? '2026-01-02T03:04:05-04:00' : paidAt),
          spelling,
        ),
      newKey: randomUUID,
    },
  }
}

type Body = [name: string, value: unknown][]

const applyBody = (
  request: ApplyRequest,
  identifications: readonly string[],
  discounts: readonly ModelDiscount[],
  branches: Readonly<Record<ApplyRequest['branch'], number | null>>,
): Body => [
  ['identificationTypeId', 1],
  ['identification', identifications[request.person]],
  ['merchantDiscountId', discounts[request.discount]?.id],
  ['purchaseAmount', shown(request.amount)],
  ['reference', request.reference],
  ['branchId', branches[request.branch]],
  [
    'items',
    request.items?.map(({ sku, price, quantity }) => ({
      sku,
      quantity: Number(quantity) / 1_000,
      unitPrice: shown(price),
    })) ?? null,
  ],
]

const consumeBody = ({ code, reference, total }: ConsumeRequest, paidAt: string): Body => [
  ['authorizationCode', code],
  ['reference', reference],
  ['consumptionDate', paidAt],
  ['purchaseAmount', total === undefined ? null : shown(total)],
]

/** The usual spelling leaves out what is null; the other turns the order around, adds white space and writes 10 as 10.00. */
const spelled = (body: Body, spelling: number): string =>
  spelling === 0
    ? JSON.stringify(Object.fromEntries(body.filter(([, value]) => value !== null)))
    : JSON.stringify(Object.fromEntries(body.toReversed()), null, 2).replaceAll(
        /("(?:purchaseAmount|unitPrice)": )([\d.]+)/g,
        (_, name: string, amount: string) => `${name}${Number(amount).toFixed(2)}`,
      )

type Scoped = Omit<ModelDiscount, 'id'> & { scope?: { category: number } | { article: number } }

/** Every type and scope, every limit alone and together, each narrow enough to be reached in some twenty calls. */
const discountsOf = (ids: { drinks: number; coffee: number }): Scoped[] => [
  { name: 'free', granted: true, type: 'PCT', value: 10_00n },
  { name: 'uses', granted: true, type: 'AMT', value: 150_00n, usesTotal: 1 },
  { name: 'budget', granted: true, type: 'PCT', value: 15_00n, budget: 70_00n, most: 60_00n },
  { name: 'daily', granted: true, type: 'PCT', value: 12_50n, usesPerDay: 1, least: 10_00n },
  {
    name: 'drinks',
    granted: true,
    type: 'PCT',
    value: 20_00n,
    skus: ['AGUA', 'JUGO'],
    scope: { category: ids.drinks },
    budget: 40_00n,
    usesPerDay: 2,
    least: 1_00n,
  },
  {
    name: 'coffee',
    granted: true,
    type: 'AMT',
    value: 25_00n,
    skus: ['CAFE'],
    scope: { article: ids.coffee },
    usesTotal: 3,
  },
  {
    name: 'all limits',
    granted: true,
    type: 'PCT',
    value: 33_33n,
    usesTotal: 2,
    usesPerDay: 1,
    budget: 300_00n,
    most: 250_00n,
  },
  { name: 'not granted', granted: false, type: 'PCT', value: 50_00n },
]
