import type { OfficeDb } from '@/db/office'
import { type DueMail, markMailFailed, markMailSent, takeDueMail } from '@/db/queries/offices/mails'

/** Hands one mail over; throws when it could not. */
export type SendMail = (mail: DueMail) => Promise<void>

/** About ten hours of trying. */
export const attemptsMax = 15

/**
 * Sends the mails that are due, one after the other, until none is left; returns how many were sent and how many
 * failed. Any number of processes may do it at once: each mail is taken by one. A mail whose sender dies before it is
 * marked is sent again, so twice rather than never.
 */
export async function sendDueMails(
  db: OfficeDb,
  sendMail: SendMail,
  isStopped: () => boolean = () => false,
): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 }
  while (!isStopped()) {
    const mail = await takeDueMail(db)
    if (!mail) return total
    try {
      await sendMail(mail)
    } catch (error) {
      total.failed += 1
      await markMailFailed(db, mail.id, reasonOf(error), mail.attempts >= attemptsMax)
      continue
    }
    await markMailSent(db, mail.id)
    total.sent += 1
  }
  return total
}

/** The codes of an error, never its message: a mail server quotes what it was told. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  const known = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  return known.length > 0 ? known.join(' ') : 'unknown'
}
