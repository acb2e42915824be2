import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'
import { merchants } from './network'

/**
 * What the operator ordered of a merchant: that it be disabled, why, and from when. Tills ask `merchants.enabled` alone; a row here
 * says what its people read, and is open until it is undone or the merchant is enabled again.
 */
export const merchantDisablings = pgTable(
  'merchant_disablings',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    cause: text({
      enum: [
        'requested',
        'contract_ended',
        'payment_pending',
        'documents_missing',
        'security',
        'under_review',
        'other',
      ],
    }).notNull(),
    /** What the merchant's people read. */
    message: text().notNull(),
    orderedAt: createdAt(),
    orderedBy: integer()
      .notNull()
      .references(() => users.id),
    takesEffectAt: instant().notNull(),
    tookEffectAt: instant(),
    endedAt: instant(),
    endedBy: integer().references(() => users.id),
  },
  (t) => [
    index().on(t.merchantId, t.id),
    uniqueIndex('merchant_disablings_one_open').on(t.merchantId).where(sql`${t.endedAt} is null`),
    index('merchant_disablings_due').on(t.takesEffectAt).where(sql`${t.tookEffectAt} is null and ${t.endedAt} is null`),
    check(
      'merchant_disablings_cause',
      sql`${t.cause} in ('requested', 'contract_ended', 'payment_pending', 'documents_missing', 'security', 'under_review', 'other')`,
    ),
    check('merchant_disablings_message', sql`char_length(${t.message}) between 1 and 1000`),
    check('merchant_disablings_effect', sql`${t.tookEffectAt} >= ${t.takesEffectAt}`),
    check('merchant_disablings_end', sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
  ],
)
