import type { OfficeTx } from '@/db/office'
import { insertMails } from '@/db/queries/offices/mails'
import { listHolders, type MembershipDetails } from '@/db/queries/offices/memberships'
import { layOut } from '@/lib/mail/letter'
import type { IntegrationsContext } from './attempt-change'
import { type CredentialNotice, wordNotice } from './notices'

/** Tells everybody who may manage the merchant's credentials of a change to one of them, in its transaction. */
export async function notifyHolders(
  tx: OfficeTx,
  { member, officeUrl, origin, now }: IntegrationsContext,
  doer: MembershipDetails,
  notice: CredentialNotice,
): Promise<void> {
  const frame = { merchant: doer.merchant, by: doer.name, at: now(), address: origin.address, officeUrl }
  const holders = await listHolders(tx, member.merchantId, 'merchant.integrations.manage')
  await insertMails(
    tx,
    holders.map(({ email, language }) => ({
      kind: notice.kind,
      recipient: email,
      ...layOut(wordNotice(notice, frame, language)),
    })),
  )
}
