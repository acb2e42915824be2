import { listCollaboratorTypes } from '@/db/queries/collaborator-types'
import { findCollaborator } from '@/db/queries/collaborators'
import {
  type CompanyConsumptionRecord,
  type CompanyConsumptionSelection,
  listCompanyConsumptions,
  listConsumedMerchants,
  sumCompanyConsumptions,
} from '@/db/queries/company-consumptions'
import { pageOf } from '@/lib/consumptions/place'
import type { CompanyContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { instantsOf } from '@/lib/language/periods'
import type { CompanyConsumptionsFilter } from './consumptions'

type Reader = Pick<CompanyContext, 'db' | 'member'>

/**
 * A consumption as the company of who consumed sees it (decision 0015): neither what was bought nor at which branch, and nothing of
 * the merchant's own systems.
 */
export type CompanyConsumption = {
  readonly id: number
  /** The identifier that the merchant knows it by too. */
  readonly code: string
  readonly registeredAt: Date
  /** When it was paid, as the till said. */
  readonly consumptionDate: Date
  readonly collaboratorId: number
  readonly collaborator: string
  readonly merchant: string
  readonly discount: string
  readonly purchaseCents: Cents
  readonly discountCents: Cents
  readonly finalCents: Cents
}

const pageSize = 50

/** A file's rows are read so many at a time. */
const batchSize = 2_000

function demandReader({ member }: Reader): void {
  if (!member.permissions.includes('company.consumptions.read')) throw new OfficeFault('permission_missing')
}

const selectionOf = (filter: CompanyConsumptionsFilter, now: Date): CompanyConsumptionSelection => ({
  ...instantsOf(filter.period, now),
  merchantId: filter.merchantId,
  typeId: filter.type === 'none' ? null : filter.type,
  collaboratorId: filter.collaboratorId,
})

/** A page of what the company's people consumed, newest registered first. Throws `permission_missing`. */
export async function listConsumptions(ctx: Reader, filter: CompanyConsumptionsFilter, now: Date = new Date()) {
  demandReader(ctx)
  const { before, after } = filter
  const records = await listCompanyConsumptions(ctx.db, ctx.member.companyId, {
    ...selectionOf(filter, now),
    before,
    after,
    limit: pageSize + 1,
  })
  const { rows, newer, older } = pageOf(records, pageSize, filter)
  return { consumptions: rows.map(viewOf), newer, older }
}

/** What all that is so narrowed adds up to. Throws `permission_missing`. */
export async function sumConsumptions(ctx: Reader, filter: CompanyConsumptionsFilter, now: Date = new Date()) {
  demandReader(ctx)
  const totals = await sumCompanyConsumptions(ctx.db, ctx.member.companyId, selectionOf(filter, now))
  return {
    count: totals?.count ?? 0,
    people: totals?.people ?? 0,
    purchaseCents: centsOfNumeric(totals?.purchaseAmount ?? '0'),
    discountCents: centsOfNumeric(totals?.discountAmount ?? '0'),
    finalCents: centsOfNumeric(totals?.finalAmount ?? '0'),
  }
}

/**
 * Every consumption that is so narrowed, newest first, a batch at a time, each by a short question of its own. Throws
 * `permission_missing`.
 */
export function exportConsumptions(
  ctx: Reader,
  filter: CompanyConsumptionsFilter,
  now: Date = new Date(),
): Batches<CompanyConsumption> {
  demandReader(ctx)
  return batchesOf(ctx, selectionOf(filter, now))
}

async function* batchesOf({ db, member }: Reader, selection: CompanyConsumptionSelection) {
  let before: CompanyConsumptionRecord | undefined
  for (;;) {
    const rows = await listCompanyConsumptions(db, member.companyId, { ...selection, before, limit: batchSize })
    yield rows.map(viewOf)
    if (rows.length < batchSize) return
    before = rows.at(-1)
  }
}

/**
 * What the list can be narrowed to, and the name of the person that it is narrowed to, if they are the company's. Throws
 * `permission_missing`.
 */
export async function listConsumptionChoices(ctx: Reader, { collaboratorId }: CompanyConsumptionsFilter) {
  demandReader(ctx)
  const { db, member } = ctx
  const [merchants, types, person] = await Promise.all([
    listConsumedMerchants(db, member.companyId),
    listCollaboratorTypes(db, member.companyId),
    collaboratorId === undefined ? undefined : findCollaborator(db, member.companyId, collaboratorId),
  ])
  return { merchants, types, collaborator: person && `${person.firstName} ${person.lastName}` }
}

function viewOf(record: CompanyConsumptionRecord): CompanyConsumption {
  const { id, code, registeredAt, consumptionDate, collaboratorId, merchant, discount } = record
  return {
    id,
    code,
    registeredAt,
    consumptionDate,
    collaboratorId,
    merchant,
    discount,
    collaborator: `${record.firstName} ${record.lastName}`,
    purchaseCents: centsOfNumeric(record.purchaseAmount),
    discountCents: centsOfNumeric(record.discountAmount),
    finalCents: centsOfNumeric(record.finalAmount),
  }
}
