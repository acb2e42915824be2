import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigIdentity, createdAt, instant } from './columns'

/** Mail to be sent, written in the transaction that it reports. Its text is erased once it is sent: it may hold a link. */
export const mails = pgTable(
  'mails',
  {
    id: bigIdentity().primaryKey(),
    /** What it is about: `password_reset`, `invitation`, `api_key_created`, … */
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    textBody: text(),
    htmlBody: text(),
    createdAt: createdAt(),
    sentAt: instant(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull().default(sql`now()`),
    lastError: text(),
    /** Names what is to be sent once only, such as "key 12 expires in 7 days" to one recipient. */
    onceKey: text().unique(),
  },
  (t) => [
    index('mails_due').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
    // What was sent to a person, to tell and to erase it.
    index('mails_recipient').on(sql`lower(${t.recipient})`),
  ],
)
