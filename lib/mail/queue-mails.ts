import type { OfficeDb, OfficeTx } from '@/db/office'
import { insertMails } from '@/db/queries/offices/mails'
import type { Language } from '@/lib/language/language'
import type { Mail } from './mail'
import { renderMail } from './render'

type QueuedMail = {
  readonly to: { readonly email: string; readonly language: Language }
  readonly mail: Mail
  /** A mail with this key is queued only once, however often it is asked for. */
  readonly onceKey?: string
  /** Many mails at once are spread over time, so that none of them holds up the mails that somebody waits for. */
  readonly afterSeconds?: number
}

/** Queues mails for sending, together with the change that they tell of. */
export async function queueMails(
  db: OfficeDb | OfficeTx,
  { officeUrl }: { readonly officeUrl: string },
  queued: readonly QueuedMail[],
): Promise<void> {
  await insertMails(
    db,
    queued.map(({ to: { email, language }, mail, ...once }) => ({
      kind: mail.kind,
      recipient: email,
      ...renderMail(mail, { language, officeUrl }),
      ...once,
    })),
  )
}
