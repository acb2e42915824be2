import type { OfficeDb, OfficeTx } from '@/db/office'
import type { AccountContext } from '@/lib/context'
import type { Language } from '@/lib/language/language'
import type { AccountMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'

/** Tells a user by mail of a change of their account, when and from where it was asked for, in the change's transaction. */
export async function notifyUser(
  db: OfficeDb | OfficeTx,
  ctx: Pick<AccountContext, 'officeUrl' | 'origin' | 'now'>,
  to: { email: string; language: Language },
  mail: AccountMail,
): Promise<void> {
  const done = { at: ctx.now(), address: ctx.origin.address }
  await queueMails(db, ctx, [{ to, mail: { ...mail, ...done } }])
}
