import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import { mails } from '@/db/schema'
import { assert } from '@/lib/kernel/assert'

export type NewMail = {
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly textBody: string
  readonly htmlBody?: string
  /** A mail with this key is sent once only, even when it is inserted again. */
  readonly onceKey?: string
  readonly afterSeconds?: number
}

/** Mail to be sent, with the change that it tells of. One whose `onceKey` is there already is left out. */
export async function insertMails(tx: OfficeDb | OfficeTx, rows: readonly NewMail[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(mails)
      .values(
        rows.map(({ afterSeconds = 0, ...row }) => ({
          ...row,
          ...(afterSeconds === 0 ? {} : { nextAttemptAt: sql`now() + ${afterSeconds}::int * interval '1 second'` }),
        })),
      )
      .onConflictDoNothing({ target: mails.onceKey })
}

export type DueMail = {
  id: number
  kind: string
  recipient: string
  subject: string
  textBody: string
  htmlBody: string | null
  attempts: number
}

/**
 * Takes one due mail and postpones its next attempt by 1, 2, 4, … minutes, an hour at most: so no transaction waits for a mail
 * server, and when a sender dies another one sends its mail.
 */
export async function takeDueMail(db: OfficeDb): Promise<DueMail | undefined> {
  const due = sql`(select m.id from mails m where m.sent_at is null and m.text_body is not null and m.next_attempt_at <= now()
    order by m.next_attempt_at for update skip locked limit 1)`
  const rows = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`now() + least(power(2, ${mails.attempts}), 60) * interval '1 minute'`,
    })
    .where(eq(mails.id, due))
    .returning({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      textBody: mails.textBody,
      htmlBody: mails.htmlBody,
      attempts: mails.attempts,
    })
  const taken = atMostOne(rows)
  if (!taken) return undefined
  const { textBody } = taken
  assert(textBody !== null, 'a mail is due only while it has its text')
  return { ...taken, textBody }
}

/** When the mail with that key is to be sent; undefined where there is none, or none any more. */
export async function findWaitingMail(db: OfficeDb | OfficeTx, onceKey: string): Promise<Date | undefined> {
  const rows = await db.select({ at: mails.nextAttemptAt }).from(mails).where(isWaiting(onceKey))
  return atMostOne(rows)?.at
}

const isWaiting = (onceKey: string) => and(eq(mails.onceKey, onceKey), isNull(mails.sentAt), isNotNull(mails.textBody))

/** Withdraws the mail with that key, if it was not sent yet. */
export async function withdrawMail(tx: OfficeTx, onceKey: string): Promise<void> {
  await tx.update(mails).set({ textBody: null, htmlBody: null, onceKey: null }).where(isWaiting(onceKey))
}

/** Lets another mail have the key of one that was sent, or given up. */
export async function freeOnceKey(tx: OfficeTx, onceKey: string): Promise<void> {
  await tx
    .update(mails)
    .set({ onceKey: null })
    .where(and(eq(mails.onceKey, onceKey), or(isNotNull(mails.sentAt), isNull(mails.textBody))))
}

/** Marks a mail as sent and erases its text: it may hold a link. */
export async function markMailSent(db: OfficeDb, id: number): Promise<void> {
  const marked = await db
    .update(mails)
    .set({ sentAt: sql`now()`, textBody: null, htmlBody: null, lastError: null })
    .where(eq(mails.id, id))
    .returning({ id: mails.id })
  theOnly(marked)
}

/** Records why a mail failed; with `isLast` nobody tries again and its text is erased. */
export async function markMailFailed(db: OfficeDb, id: number, lastError: string, isLast: boolean): Promise<void> {
  const marked = await db
    .update(mails)
    .set({ lastError, ...(isLast ? { textBody: null, htmlBody: null } : {}) })
    .where(eq(mails.id, id))
    .returning({ id: mails.id })
  theOnly(marked)
}
