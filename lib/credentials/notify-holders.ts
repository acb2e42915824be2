import type { OfficeTx } from '@/db/office'
import { listHolders, type MembershipRecord } from '@/db/queries/offices/memberships'
import type { AccountContext, OfficeContext } from '@/lib/context'
import type { CredentialMail, EndOfAllMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { integrationsPermission } from './permissions'

/** What a verb on credentials works with: the office's context, and what its mails and new names need. */
export type IntegrationsContext = OfficeContext & Pick<AccountContext, 'officeUrl' | 'now' | 'environment'>

/** Tells every member who may manage the merchant's credentials of a change to them, in the change's transaction. */
export async function notifyHolders(
  tx: OfficeTx,
  ctx: IntegrationsContext,
  doer: MembershipRecord,
  change: CredentialMail | EndOfAllMail,
): Promise<void> {
  const { member, origin, now } = ctx
  const mail = { ...change, merchant: doer.tenant, by: doer.name, at: now(), address: origin.address }
  const holders = await listHolders(tx, member, integrationsPermission)
  await queueMails(
    tx,
    ctx,
    holders.map((to) => ({ to, mail })),
  )
}
