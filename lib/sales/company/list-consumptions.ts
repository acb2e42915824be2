import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { findCollaborator } from '@/db/queries/offices/collaborators'
import {
  type CompanyConsumptionRecord,
  type CompanyConsumptionSelection,
  listCompanyConsumptions,
  listConsumedMerchants,
  sumCompanyConsumptions,
} from '@/db/queries/offices/company-consumptions'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { CompanyContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageByTime } from '@/lib/kernel/page'
import { instantsOf } from '@/lib/language/periods'
import { companyConsumptionsPermission } from '@/lib/sales/permissions'
import { type Amounts, amountsOf } from '@/lib/sales/sale'
import type { CompanyConsumptionsFilter } from './filter'

type Reader = Pick<CompanyContext, 'db' | 'member'>

/**
 * A consumption as the collaborator's company sees it (ADR-0015): neither what was bought nor at which branch, and
 * nothing of the merchant's own systems.
 */
export type CompanyConsumption = Amounts & {
  readonly id: number
  /** The code by which the merchant knows the consumption too. */
  readonly code: string
  readonly registeredAt: Date
  /** When it was paid, as the till said. */
  readonly consumptionDate: Date
  readonly collaboratorId: number
  /** Null of a person who was erased (ADR-0059). */
  readonly collaborator: string | null
  readonly merchant: string
  readonly discount: string
}

function requireReader({ member }: Reader): void {
  requirePermission(member, companyConsumptionsPermission)
}

const selectionOf = (filter: CompanyConsumptionsFilter, now: Date): CompanyConsumptionSelection => ({
  ...instantsOf(filter.period, now),
  code: filter.search,
  merchantId: filter.merchantId,
  typeId: filter.type === 'none' ? null : filter.type,
  collaboratorId: filter.collaboratorId,
})

/** A page of what the company's people consumed, newest registered first. Throws `permission_missing`. */
export async function listConsumptions(ctx: Reader, filter: CompanyConsumptionsFilter, now: Date = new Date()) {
  requireReader(ctx)
  const { before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const records = await listCompanyConsumptions(ctx.db, ctx.member.companyId, {
    ...selectionOf(filter, now),
    before,
    after,
    limit: size + 1,
    oldestFirst,
  })
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  return { consumptions: page.map(viewOf), newer, older }
}

/** The sums of all consumptions that the filter selects. Throws `permission_missing`. */
export async function sumConsumptions(ctx: Reader, filter: CompanyConsumptionsFilter, now: Date = new Date()) {
  requireReader(ctx)
  const totals = await sumCompanyConsumptions(ctx.db, ctx.member.companyId, selectionOf(filter, now))
  return { count: totals.count, people: totals.people, ...amountsOf(totals) }
}

/** Every consumption that the filter selects, newest first, a batch at a time. Throws `permission_missing`. */
export function exportConsumptions(
  ctx: Reader,
  filter: CompanyConsumptionsFilter,
  now: Date = new Date(),
): Batches<CompanyConsumption> {
  requireReader(ctx)
  const selection = selectionOf(filter, now)
  const read = (before: CompanyConsumptionRecord | undefined, limit: number) =>
    listCompanyConsumptions(ctx.db, ctx.member.companyId, { ...selection, before, limit })
  return readBatches(read, viewOf)
}

/**
 * The choices of the list's filter, and the name of the person that the filter names, if they are the company's. Throws
 * `permission_missing`.
 */
export async function listConsumptionChoices(ctx: Reader, { collaboratorId }: CompanyConsumptionsFilter) {
  requireReader(ctx)
  const { db, member } = ctx
  const [merchants, types, person] = await Promise.all([
    listConsumedMerchants(db, member.companyId),
    listCollaboratorTypes(db, member.companyId),
    collaboratorId === undefined ? undefined : findCollaborator(db, member.companyId, collaboratorId),
  ])
  return { merchants, types, collaborator: person && nameOf(person) }
}

type Named = Pick<CompanyConsumptionRecord, 'firstName' | 'lastName' | 'erasedAt'>

/** Null of a person who was erased. */
const nameOf = ({ firstName, lastName, erasedAt }: Named): string | null =>
  erasedAt === null ? `${firstName} ${lastName}` : null

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
    collaborator: nameOf(record),
    ...amountsOf(record),
  }
}
