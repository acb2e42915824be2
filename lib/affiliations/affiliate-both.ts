import type { OfficeTx } from '@/db/office'
import { findNamed } from '@/db/queries/offices/affiliation-parties'
import {
  deleteAffiliation,
  endProposalOf,
  findOpenProposal,
  insertAffiliation,
  isAffiliated,
  lockAffiliation,
} from '@/db/queries/offices/affiliation-proposals'
import { listHolders } from '@/db/queries/offices/memberships'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { whole } from '@/db/rows'
import type { OperatorPermission } from '@/lib/accounts/permissions'
import { attempt } from '@/lib/attempts/attempt-change'
import type { AuditDetails } from '@/lib/audit/events'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, OperatorContext } from '@/lib/context'
import { confirm } from '@/lib/credentials/admission'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { OperatorAffiliationMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { legalIdIn } from './drafts'
import { affiliationPermissions, otherSideOf, type Pair, pairOf, type Side, type Tenant, tenantOf } from './party'

/** What the operator works with on behalf of both sides, from the page of one of them. */
type BothContext = OperatorContext & Pick<AccountContext, 'officeUrl' | 'now'>

/** The permission of the operator's people by which they act from the page of a merchant, or of a company. */
const permissions = {
  merchant: 'operator.merchants.manage',
  company: 'operator.companies.manage',
} as const satisfies Record<Side, OperatorPermission>

type Names = { readonly merchant: string; readonly company: string }

/**
 * Affiliates a merchant and a company on behalf of both, and tells both. The other one is named by its RNC or whole name. A proposal
 * that waits between them counts as accepted. Nobody gets a benefit by it: the company grants them.
 *
 * Throws `permission_missing`, `not_found`, `other_not_found`, `other_ambiguous`, `already_affiliated`.
 */
export function affiliateBoth(
  ctx: BothContext,
  { tenant, other }: { readonly tenant: Tenant; readonly other: string },
): Promise<{ name: string }> {
  const asked = {
    permission: permissions[tenant.side],
    action: 'affiliation.made',
    subject: subjectOf(tenant),
  } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const found = whole(await findNamed(tx, otherSideOf(tenant), { legalId: legalIdIn(other), name: other }))
    const [one, another] = found
    if (!one) throw new OfficeFault('other_not_found', { field: 'other' })
    if (another) throw new OfficeFault('other_ambiguous', { field: 'other' })
    const pair = pairOf(tenant, one.id)
    await lockMerchant(tx, pair.merchantId)
    if (await isAffiliated(tx, pair)) {
      throw new OfficeFault('already_affiliated', { field: 'other', values: { name: one.name } })
    }
    const open = await findOpenProposal(tx, pair)
    if (open) await endProposalOf(tx, pair, { id: open.id, outcome: 'accepted', userId: ctx.member.userId })
    await insertAffiliation(tx, pair)
    const names = await lockAffiliation(tx, pair)
    if (!names) throw new OfficeFault('not_found')
    await tellBoth(tx, ctx, { action: 'affiliation.made', pair, names }, { kind: 'affiliation_made' })
    return { name: one.name }
  })
}

/**
 * Ends an affiliation on behalf of both, and with it all that the company grants of the merchant, as either side could. `from` is the
 * side of whose page it is. Throws `permission_missing`, `not_found`, `confirmation_differs`.
 */
export function endForBoth(
  ctx: BothContext,
  { pair, from, confirmation }: { readonly pair: Pair; readonly from: Side; readonly confirmation: string },
): Promise<{ name: string; grants: number }> {
  const subject = { type: 'affiliation', id: `${pair.merchantId}-${pair.companyId}` } as const
  const asked = { permission: permissions[from], action: 'affiliation.ended', subject } as const
  return attempt(ctx, asked, async ({ tx }) => {
    if (!(await isAffiliated(tx, pair))) throw new OfficeFault('not_found')
    await lockMerchant(tx, pair.merchantId)
    const names = await lockAffiliation(tx, pair)
    if (!names) throw new OfficeFault('not_found')
    const name = names[otherSideOf({ side: from })]
    confirm(name, confirmation)
    const grants = await deleteAffiliation(tx, pair)
    const done = { action: asked.action, pair, names, details: { grants } }
    await tellBoth(tx, ctx, done, { kind: 'affiliation_ended_by_operator', grants })
    return { name, grants }
  })
}

const subjectOf = (tenant: Tenant) =>
  tenant.side === 'merchant'
    ? ({ type: 'merchant', id: tenant.merchantId } as const)
    : ({ type: 'company', id: tenant.companyId } as const)

type Done = {
  readonly action: 'affiliation.made' | 'affiliation.ended'
  readonly pair: Pair
  readonly names: Names
  readonly details?: AuditDetails<'affiliation.ended'>
}

/** Records it in the trail of each side, where no person of the operator is named, and mails those who answer for affiliations. */
async function tellBoth(
  tx: OfficeTx,
  ctx: BothContext,
  { action, pair, names, details }: Done,
  mail: OperatorAffiliationMail,
): Promise<void> {
  for (const side of ['merchant', 'company'] as const) {
    const tenant = tenantOf(pair, side)
    const other = otherSideOf(tenant)
    await recordEvent(tx, ctx.origin, {
      ...(tenant.side === 'merchant' ? { merchantId: tenant.merchantId } : { companyId: tenant.companyId }),
      operator: true,
      userId: ctx.member.userId,
      action,
      subjectType: 'affiliation',
      subjectId: `${pair.merchantId}-${pair.companyId}`,
      details: { name: names[other], by: 'operator', ...details },
    })
    const recipients = await listHolders(tx, tenant, affiliationPermissions[side])
    await queueMails(
      tx,
      ctx,
      recipients.map((to) => ({ to, mail: { ...mail, other: names[other], own: names[side], to: side } })),
    )
  }
}
