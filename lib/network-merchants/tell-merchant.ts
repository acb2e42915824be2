import type { OfficeTx } from '@/db/office'
import { listHolders } from '@/db/queries/offices/memberships'
import { teamPermission } from '@/lib/accounts/permissions'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { MerchantMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'

/** Tells those who answer for a merchant and for its tills what the operator did of it, with the change and never without. */
export async function tellMerchant(
  tx: OfficeTx,
  ctx: { readonly officeUrl: string },
  merchant: { readonly id: number; readonly name: string },
  mail: MerchantMail,
): Promise<void> {
  const tenant = { merchantId: merchant.id }
  const [owners, integrators] = [
    await listHolders(tx, tenant, teamPermission),
    await listHolders(tx, tenant, integrationsPermission),
  ]
  const recipients = new Map([...owners, ...integrators].map((one) => [one.email, one]))
  await queueMails(
    tx,
    ctx,
    [...recipients.values()].map((to) => ({ to, mail: { ...mail, merchant: merchant.name } })),
  )
}
