import type { OfficeTx } from '@/db/office'
import { listHolders, type MembershipDetails } from '@/db/queries/offices/memberships'
import type { CredentialMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import type { IntegrationsContext } from './attempt-change'

/** Tells everybody who may manage the merchant's credentials of a change to one of them, in its transaction. */
export async function notifyHolders(
  tx: OfficeTx,
  ctx: IntegrationsContext,
  doer: MembershipDetails,
  change: CredentialMail,
): Promise<void> {
  const { member, origin, now } = ctx
  const mail = { ...change, merchant: doer.merchant, by: doer.name, at: now(), address: origin.address }
  const holders = await listHolders(tx, member.merchantId, 'merchant.integrations.manage')
  await queueMails(
    tx,
    ctx,
    holders.map((to) => ({ to, mail })),
  )
}
