import type { OfficeDb } from '@/db/office'
import { listExpiryWarningsDue } from '@/db/queries/offices/api-keys'
import { insertMails } from '@/db/queries/offices/mails'
import { layOut } from '@/lib/mail/letter'
import { wordNotice } from './notices'
import type { ExpiryWarningDays } from './status'

const atOnce = 200

/**
 * Tells whoever may manage them of API keys that expire within 30, 7 and 1 days, each of the three once, however many processes do
 * it. Gives back how many were told.
 */
export async function warnOfExpiry(db: OfficeDb, officeUrl: string): Promise<number> {
  let told = 0
  for (;;) {
    const due = await listExpiryWarningsDue(db, atOnce)
    await insertMails(
      db,
      due.map(({ id, name, expiresAt, days, once, merchant, email, language }) => {
        const notice = { kind: 'api_key_expiring', id, name, expiresAt, days: days as ExpiryWarningDays } as const
        const frame = { merchant, by: undefined, at: expiresAt, address: null, officeUrl }
        return { kind: notice.kind, recipient: email, onceKey: once, ...layOut(wordNotice(notice, frame, language)) }
      }),
    )
    told += due.length
    if (due.length < atOnce) return told
  }
}
