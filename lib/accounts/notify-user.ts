import type { OfficeDb, OfficeTx } from '@/db/office'
import { insertMails } from '@/db/queries/offices/mails'
import type { AccountContext } from '@/lib/context'
import { layOut } from '@/lib/mail/letter'
import { type AccountLetter, wordLetter } from './letters'

/** Puts a letter to somebody in the post, with the change that it tells of. */
export async function notifyUser(
  db: OfficeDb | OfficeTx,
  ctx: Pick<AccountContext, 'officeUrl' | 'origin' | 'now'>,
  recipient: { email: string; language: 'es' | 'en' },
  letter: AccountLetter,
): Promise<void> {
  const { officeUrl, origin, now } = ctx
  const frame = { language: recipient.language, officeUrl, at: now(), address: origin.address }
  const mail = { kind: letter.kind, recipient: recipient.email, ...layOut(wordLetter(letter, frame)) }
  await insertMails(db, [mail])
}
