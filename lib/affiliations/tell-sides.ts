import type { OfficeTx } from '@/db/office'
import type { Outcome } from '@/db/queries/offices/affiliation-proposals'
import { listHolders } from '@/db/queries/offices/memberships'
import type { AuditDetails, Subject } from '@/lib/audit/events'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import type { AffiliationMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { affiliationPermissions, otherSideOf, type Pair, type Party, type Tenant, tenantOf } from './party'

/** What the verbs of affiliations work with, whichever side asks. */
export type AffiliationContext = Pick<AccountContext, 'db' | 'origin' | 'officeUrl' | 'now'> & { readonly party: Party }

const idsOf = (tenant: Tenant) =>
  tenant.side === 'merchant' ? { merchantId: tenant.merchantId } : { companyId: tenant.companyId }

type Done = {
  readonly action: `affiliation.${Outcome | 'requested' | 'ended'}`
  readonly subject: Subject
  readonly pair: Pair
  readonly names: { readonly merchant: string; readonly company: string }
  readonly details?: AuditDetails<'affiliation.ended'>
}

/**
 * Records a change in the audit trail of both sides, and tells the people of the other side by mail. Each trail names the other
 * side; which person acted, and from where, is only in the trail of their own side.
 */
export async function tellBothSides(
  tx: OfficeTx,
  ctx: AffiliationContext,
  done: Done,
  change: AffiliationMail,
): Promise<void> {
  const { party, origin } = ctx
  const { pair, names, details, action, subject } = done
  const asked = { action, subjectType: subject.type, subjectId: subject.id }
  const other = otherSideOf(party)
  const said = { by: party.side, ...details }
  await recordEvent(tx, origin, {
    ...asked,
    ...idsOf(party),
    userId: party.userId,
    details: { name: names[other], ...said },
  })
  await recordEvent(tx, undefined, {
    ...asked,
    ...idsOf(tenantOf(pair, other)),
    details: { name: names[party.side], ...said },
  })
  const mail = { ...change, other: names[party.side], own: names[other], to: other }
  const recipients = await listHolders(tx, tenantOf(pair, other), affiliationPermissions[other])
  await queueMails(
    tx,
    ctx,
    recipients.map((to) => ({ to, mail })),
  )
}
