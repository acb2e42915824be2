import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, createdAt, instant } from './columns'
import { branches, merchants } from './network'
import { consumptions } from './redemption'

/** What many amounts of a day add up to, or one of a list that somebody sent. */
const sum = () => numeric({ precision: 20, scale: 2 }).notNull()

/**
 * A day that was closed at a branch, or for the sales without one: its totals as they were then (P-28). They never change.
 * One closing of a branch and day stands; one that was reopened stays as it was, with who reopened it, when and why.
 */
export const closings = pgTable(
  'closings',
  {
    id: bigIdentity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    branchId: integer(),
    day: date().notNull(),
    closedAt: createdAt(),
    closedBy: integer()
      .notNull()
      .references(() => users.id),
    authorizedCount: integer().notNull(),
    authorizedDiscount: sum(),
    expiredCount: integer().notNull(),
    expiredDiscount: sum(),
    releasedCount: integer().notNull(),
    releasedDiscount: sum(),
    activeCount: integer().notNull(),
    activeDiscount: sum(),
    /** The day's own consumptions; those of a day that was closed before are `late`. */
    consumedCount: integer().notNull(),
    purchaseAmount: sum(),
    discountAmount: sum(),
    finalAmount: sum(),
    lateCount: integer().notNull(),
    latePurchaseAmount: sum(),
    lateDiscountAmount: sum(),
    lateFinalAmount: sum(),
    standing: boolean().notNull().default(true),
    reopenedAt: instant(),
    reopenedBy: integer().references(() => users.id),
    reopenReason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique('closings_standing').on(t.merchantId, t.id, t.standing),
    uniqueIndex('closings_one_standing')
      .on(t.merchantId, sql`coalesce(${t.branchId}, 0)`, t.day)
      .where(sql`${t.standing}`),
    index('closings_closed').on(t.merchantId, t.closedAt, t.id),
    foreignKey({ columns: [t.merchantId, t.branchId], foreignColumns: [branches.merchantId, branches.id] }),
    check(
      'closings_reopened',
      sql`num_nonnulls(${t.reopenedAt}, ${t.reopenedBy}, ${t.reopenReason}) = case when ${t.standing} then 0 else 3 end`,
    ),
    check('closings_reason_length', sql`char_length(${t.reopenReason}) between 1 and 300`),
    check(
      'closings_counts',
      sql`least(${t.expiredCount}, ${t.releasedCount}, ${t.activeCount}, ${t.consumedCount}, ${t.lateCount}) >= 0
          and ${t.authorizedCount} >= ${t.expiredCount} + ${t.releasedCount} + ${t.activeCount}`,
    ),
    check(
      'closings_amounts',
      sql`${t.finalAmount} = ${t.purchaseAmount} - ${t.discountAmount}
          and ${t.lateFinalAmount} = ${t.latePurchaseAmount} - ${t.lateDiscountAmount}`,
    ),
  ],
)

/**
 * The consumptions of a closing, which its totals add up: a consumption is in at most one that stands. `late_of` is the closed
 * day that it belongs to, when it came after that day's closing.
 */
export const closingConsumptions = pgTable(
  'closing_consumptions',
  {
    merchantId: integer().notNull(),
    closingId: bigint({ mode: 'number' }).notNull(),
    consumptionId: bigint({ mode: 'number' }).notNull(),
    standing: boolean().notNull().default(true),
    lateOf: date(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.closingId, t.consumptionId] }),
    uniqueIndex('closing_consumptions_once').on(t.merchantId, t.consumptionId).where(sql`${t.standing}`),
    index('closing_consumptions_late').on(t.merchantId, t.lateOf).where(sql`${t.lateOf} is not null`),
    // A closing that is reopened gives its consumptions back, by this key.
    foreignKey({
      name: 'closing_consumptions_closing',
      columns: [t.merchantId, t.closingId, t.standing],
      foreignColumns: [closings.merchantId, closings.id, closings.standing],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'closing_consumptions_consumption',
      columns: [t.merchantId, t.consumptionId],
      foreignColumns: [consumptions.merchantId, consumptions.id],
    }),
  ],
)

/** The comparison of a closing with the till's own list, as it was when the day was closed. */
export const closingComparisons = pgTable(
  'closing_comparisons',
  {
    merchantId: integer().notNull(),
    closingId: bigint({ mode: 'number' }).notNull(),
    basis: text({ enum: ['final', 'purchase'] }).notNull(),
    oursAmount: sum(),
    theirsAmount: sum(),
    equalCount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.closingId] }),
    foreignKey({
      name: 'closing_comparisons_closing',
      columns: [t.merchantId, t.closingId],
      foreignColumns: [closings.merchantId, closings.id],
    }),
    check('closing_comparisons_basis', sql`${t.basis} in ('final', 'purchase')`),
    check('closing_comparisons_equal', sql`${t.equalCount} >= 0`),
  ],
)

/** A reference on which a closing and the till's list differ, and why. Null where it is not there. */
export const closingDifferences = pgTable(
  'closing_differences',
  {
    merchantId: integer().notNull(),
    closingId: bigint({ mode: 'number' }).notNull(),
    reference: text().notNull(),
    oursAmount: numeric({ precision: 20, scale: 2 }),
    theirsAmount: numeric({ precision: 20, scale: 2 }),
    reason: text({ enum: ['other_day', 'returned', 'corrected', 'mistyped', 'not_registered', 'other'] }).notNull(),
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.closingId, t.reference] }),
    foreignKey({
      name: 'closing_differences_comparison',
      columns: [t.merchantId, t.closingId],
      foreignColumns: [closingComparisons.merchantId, closingComparisons.closingId],
    }),
    check('closing_differences_differ', sql`${t.oursAmount} is distinct from ${t.theirsAmount}`),
    check('closing_differences_reference_length', sql`char_length(${t.reference}) between 1 and 500`),
    check(
      'closing_differences_reason',
      sql`${t.reason} in ('other_day', 'returned', 'corrected', 'mistyped', 'not_registered', 'other')`,
    ),
    check('closing_differences_other', sql`${t.reason} <> 'other' or ${t.note} is not null`),
    check('closing_differences_note_length', sql`char_length(${t.note}) between 1 and 300`),
  ],
)
