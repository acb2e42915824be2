import {
  type AuthorizationRecord,
  isAuthorizationFound,
  listAuthorizationRecords,
} from '@/db/queries/authorization-records'
import { listBranchChoices } from '@/db/queries/merchant-choices'
import { codeOf } from '@/lib/consumptions/filter'
import { demandConsumptionReader } from '@/lib/consumptions/list-consumptions'
import { pageOf } from '@/lib/consumptions/place'
import type { OfficeContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { instantsOf } from '@/lib/language/periods'
import { displayName } from '@/lib/redemption/person'
import type { AuthorizationStatus, AuthorizationsFilter } from './filter'

/** An authorization as its merchant sees it: of the collaborator the display name alone (D26). */
export type ListedAuthorization = {
  readonly id: number
  readonly code: string
  readonly reference: string
  readonly status: AuthorizationStatus
  readonly authorizedAt: Date
  readonly expiresAt: Date
  /** When it was consumed, released or seen to have expired; null for what is active, and for what nobody has looked at since. */
  readonly endedAt: Date | null
  /** Until it expires, on the database clock; 0 for what is not active. */
  readonly secondsLeft: number
  readonly branch: string | null
  readonly collaborator: string
  readonly company: string
  readonly discount: string
  readonly credential: string
  readonly purchaseCents: Cents
  readonly discountCents: Cents
  readonly finalCents: Cents
  /** Of the consumption that it became. */
  readonly consumptionCode: string | null
}

const pageSize = 50

/**
 * A page of a merchant's authorizations, newest first, with the places of the pages beside it and the branches to choose from. What is
 * overdue counts as expired (D35). Throws `permission_missing`.
 */
export async function listAuthorizations(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  filter: AuthorizationsFilter,
  now: Date = new Date(),
) {
  demandConsumptionReader(ctx)
  const { merchantId } = ctx.member
  const { period, status, branchId, search: text, before, after } = filter
  const whole = text === undefined ? undefined : ({ kind: 'whole', text, code: codeOf(text) } as const)
  const search =
    whole === undefined || (await isAuthorizationFound(ctx.db, merchantId, whole))
      ? whole
      : ({ kind: 'beginning', text: whole.text } as const)
  const [records, branches] = await Promise.all([
    listAuthorizationRecords(ctx.db, merchantId, {
      ...instantsOf(period, now),
      status,
      branchId,
      search,
      before,
      after,
      limit: pageSize + 1,
    }),
    listBranchChoices(ctx.db, merchantId),
  ])
  const { rows, newer, older } = pageOf(records, pageSize, filter)
  return { authorizations: rows.map(viewOf), branches, newer, older, begins: search?.kind === 'beginning' }
}

const statuses = { Authorized: 'active', Consumed: 'consumed', Expired: 'expired', Released: 'released' } as const

function viewOf(record: AuthorizationRecord): ListedAuthorization {
  const { id, code, reference, authorizedAt, expiresAt, endedAt, consumptionCode } = record
  const status = statuses[record.status]
  return {
    id,
    code,
    reference,
    status,
    authorizedAt,
    expiresAt,
    endedAt,
    secondsLeft: status === 'active' ? record.secondsLeft : 0,
    branch: record.branchName,
    collaborator: displayName(record.firstName, record.lastName),
    company: record.companyName,
    discount: record.discountName,
    credential: record.apiKeyName ?? record.oauthClientName ?? '',
    purchaseCents: centsOfNumeric(record.purchaseAmount),
    discountCents: centsOfNumeric(record.discountAmount),
    finalCents: centsOfNumeric(record.finalAmount),
    consumptionCode,
  }
}
