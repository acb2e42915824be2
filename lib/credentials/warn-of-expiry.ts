import type { OfficeDb } from '@/db/office'
import { listExpiryWarningsDue } from '@/db/queries/offices/api-keys'
import { queueMails } from '@/lib/mail/queue-mails'
import type { ExpiryWarningDays } from './status'

const atOnce = 200

/**
 * Tells the members who may manage them of API keys that expire within 30, 7 and 1 days: once for each of the three, however
 * many processes run this. Returns how many mails were sent.
 */
export async function warnOfExpiry(db: OfficeDb, officeUrl: string): Promise<number> {
  let told = 0
  for (;;) {
    const due = await listExpiryWarningsDue(db, atOnce)
    await queueMails(
      db,
      { officeUrl },
      due.map(({ email, language, once, days, ...key }) => ({
        to: { email, language },
        mail: { kind: 'api_key_expiring', ...key, days: days as ExpiryWarningDays },
        onceKey: once,
      })),
    )
    told += due.length
    if (due.length < atOnce) return told
  }
}
