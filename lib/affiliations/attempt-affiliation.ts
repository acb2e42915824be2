import type { OfficeDb, OfficeTx } from '@/db/office'
import { findDoer, listHoldersOf } from '@/db/queries/offices/affiliation-parties'
import { auditDenial } from '@/lib/audit/audit-denial'
import { type AuditEvent, recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { AffiliationMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { affiliationPermissions, otherSideOf, type Pair, type Party, type Tenant, tenantOf } from './party'

/** What the verbs of affiliations work with, whichever side asks. */
export type AffiliationContext = Pick<AccountContext, 'db' | 'origin' | 'officeUrl' | 'now'> & { readonly party: Party }

export type AffiliationAction =
  | 'affiliation.requested'
  | 'affiliation.accepted'
  | 'affiliation.declined'
  | 'affiliation.withdrawn'
  | 'affiliation.ended'

type Asked = Pick<AuditEvent, 'subjectType' | 'subjectId'> & { readonly action: AffiliationAction }

const idsOf = (tenant: Tenant) =>
  tenant.side === 'merchant' ? { merchantId: tenant.merchantId } : { companyId: tenant.companyId }

/**
 * Throws `permission_missing` unless the person is a member of their side and holds what affiliations need, as the database has it
 * now (P-08): `merchant.discounts.manage` or `company.benefits.manage`.
 */
export async function demandAffiliationRight(db: OfficeDb | OfficeTx, party: Party): Promise<void> {
  const doer = await findDoer(db, party, party.userId)
  if (!doer?.permissions.includes(affiliationPermissions[party.side])) throw new OfficeFault('permission_missing')
}

/** Does what a person asks of their side's affiliations, if they may; denials leave an audit event of that side. */
export const attemptAffiliation = <T>(ctx: AffiliationContext, asked: Asked, work: () => Promise<T>): Promise<T> =>
  auditDenial(ctx, { ...asked, ...idsOf(ctx.party), userId: ctx.party.userId }, async () => {
    await demandAffiliationRight(ctx.db, ctx.party)
    return work()
  })

type Done = Asked & {
  readonly pair: Pair
  readonly names: { readonly merchant: string; readonly company: string }
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Says what was done in the trail of both sides, and by mail to the people of the other. Each trail names the other side; who it was
 * there, and from where they came, stays with their own.
 */
export async function tellBothSides(
  tx: OfficeTx,
  ctx: AffiliationContext,
  done: Done,
  change: AffiliationMail,
): Promise<void> {
  const { party, origin } = ctx
  const { pair, names, details, ...asked } = done
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
  const recipients = await listHoldersOf(tx, tenantOf(pair, other), affiliationPermissions[other])
  await queueMails(
    tx,
    ctx,
    recipients.map((to) => ({ to, mail })),
  )
}
