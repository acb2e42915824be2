import {
  type ConsumptionRecord,
  type ConsumptionSelection,
  isConsumptionFound,
  listConsumptionRecords,
  sumConsumptions as sum,
} from '@/db/queries/consumption-records'
import {
  listBranchChoices,
  listCompanyChoices,
  listCredentialChoices,
  listDiscountChoices,
} from '@/db/queries/merchant-choices'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { instantsOf } from '@/lib/language/periods'
import { displayName } from '@/lib/redemption/person'
import { type ConsumptionsFilter, codeOf } from './filter'
import { pageOf } from './place'

type Reader = Pick<OfficeContext, 'db' | 'member'>

/** A consumption as its merchant sees it: of the collaborator the display name alone (D26). */
export type ListedConsumption = {
  readonly id: number
  readonly code: string
  readonly authorizationCode: string
  readonly reference: string
  readonly status: 'Registered'
  readonly registeredAt: Date
  /** When it was paid, as the till said. */
  readonly consumptionDate: Date
  readonly branch: string | null
  readonly collaborator: string
  readonly company: string
  readonly discount: string
  /** The name of the key or client that registered it. */
  readonly credential: string
  readonly purchaseCents: Cents
  readonly discountCents: Cents
  readonly finalCents: Cents
}

const pageSize = 50

/** A file's rows are read so many at a time. */
const batchSize = 2_000

/** Throws `permission_missing` for who may not read what was consumed. */
export function demandConsumptionReader({ member }: Reader): void {
  if (!member.permissions.includes('merchant.consumptions.read')) throw new OfficeFault('permission_missing')
}

/**
 * A page of a merchant's consumptions, newest registered first, with the places of the pages beside it. Rows that come meanwhile come
 * before all of them, so that who goes on to the end sees each once. `begins` says that nothing was found whole, and these references
 * begin with what was looked for. Throws `permission_missing`.
 */
export async function listConsumptions(ctx: Reader, filter: ConsumptionsFilter, now: Date = new Date()) {
  demandConsumptionReader(ctx)
  const selection = await selectionOf(ctx, filter, now)
  const { before, after } = filter
  const records = await listConsumptionRecords(ctx.db, ctx.member.merchantId, {
    ...selection,
    before,
    after,
    limit: pageSize + 1,
  })
  const { rows, newer, older } = pageOf(records, pageSize, filter)
  return { consumptions: rows.map(viewOf), newer, older, begins: selection.search?.kind === 'beginning' }
}

/** What all that is so narrowed adds up to. Throws `permission_missing`. */
export async function sumConsumptions(ctx: Reader, filter: ConsumptionsFilter, now: Date = new Date()) {
  demandConsumptionReader(ctx)
  const totals = await sum(ctx.db, ctx.member.merchantId, await selectionOf(ctx, filter, now))
  return {
    count: totals?.count ?? 0,
    purchaseCents: centsOfNumeric(totals?.purchaseAmount ?? '0'),
    discountCents: centsOfNumeric(totals?.discountAmount ?? '0'),
    finalCents: centsOfNumeric(totals?.finalAmount ?? '0'),
  }
}

/**
 * Every consumption that is so narrowed, newest first, a batch at a time: each is a short question of its own, so that whoever takes an
 * hour to download holds no connection and no snapshot (decision 0012). What is registered meanwhile is not in it. Throws
 * `permission_missing`.
 */
export function exportConsumptions(
  ctx: Reader,
  filter: ConsumptionsFilter,
  now: Date = new Date(),
): Batches<ListedConsumption> {
  demandConsumptionReader(ctx)
  return batchesOf(ctx, filter, now)
}

async function* batchesOf({ db, member }: Reader, filter: ConsumptionsFilter, now: Date) {
  const selection = await selectionOf({ db, member }, filter, now)
  let before: ConsumptionRecord | undefined
  for (;;) {
    const rows = await listConsumptionRecords(db, member.merchantId, { ...selection, before, limit: batchSize })
    yield rows.map(viewOf)
    if (rows.length < batchSize) return
    before = rows.at(-1)
  }
}

/** What the list can be narrowed to. Throws `permission_missing`. */
export async function listConsumptionChoices(ctx: Reader) {
  demandConsumptionReader(ctx)
  const { db, member } = ctx
  const [branches, companies, discounts, credentials] = await Promise.all([
    listBranchChoices(db, member.merchantId),
    listCompanyChoices(db, member.merchantId),
    listDiscountChoices(db, member.merchantId),
    listCredentialChoices(db, member.merchantId),
  ])
  return { branches, companies, discounts, credentials }
}

/** The branches of the member's merchant, those in use first. Throws `permission_missing`. */
export async function listBranches(ctx: Reader) {
  demandConsumptionReader(ctx)
  return listBranchChoices(ctx.db, ctx.member.merchantId)
}

async function selectionOf(
  { db, member }: Reader,
  filter: ConsumptionsFilter,
  now: Date,
): Promise<ConsumptionSelection> {
  const { period, branchId, companyId, discountId, credential, search } = filter
  return {
    ...instantsOf(period, now),
    branchId,
    companyId,
    discountId,
    apiKeyId: credential?.kind === 'api_key' ? credential.id : undefined,
    oauthClientId: credential?.kind === 'oauth_client' ? credential.id : undefined,
    search: search === undefined ? undefined : await searchOf({ db, member }, search),
  }
}

/** Whole first: only what is nobody's code or reference is taken for the beginning of one. */
async function searchOf({ db, member }: Reader, text: string) {
  const whole = { kind: 'whole', text, code: codeOf(text) } as const
  return (await isConsumptionFound(db, member.merchantId, whole)) ? whole : ({ kind: 'beginning', text } as const)
}

function viewOf(record: ConsumptionRecord): ListedConsumption {
  const { id, code, authorizationCode, reference, status, registeredAt, consumptionDate } = record
  return {
    id,
    code,
    authorizationCode,
    reference,
    status,
    registeredAt,
    consumptionDate,
    branch: record.branchName,
    collaborator: displayName(record.firstName, record.lastName),
    company: record.companyName,
    discount: record.discountName,
    credential: record.apiKeyName ?? record.oauthClientName ?? '',
    purchaseCents: centsOfNumeric(record.purchaseAmount),
    discountCents: centsOfNumeric(record.discountAmount),
    finalCents: centsOfNumeric(record.finalAmount),
  }
}
