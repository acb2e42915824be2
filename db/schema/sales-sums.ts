import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core'

/**
 * What days add up to, written by a job from rows that never change (ADR-0069). No person is named, and nothing refers to
 * them: pages add the rows that are not in them yet, and all rows where there are none.
 */

/** Up to which id the rows of a table are in its sums: all of them, and none beyond. */
export const salesSummed = pgTable(
  'sales_summed',
  {
    source: text({ enum: ['authorizations', 'consumptions'] }).primaryKey(),
    upTo: bigint({ mode: 'number' }).notNull().default(0),
    /** The same of the sums by company and day, which consumptions alone have. */
    byCompanyUpTo: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    check('sales_summed_source', sql`${t.source} in ('authorizations', 'consumptions')`),
    check('sales_summed_not_negative', sql`${t.upTo} >= 0`),
  ],
)

const total = () => numeric({ precision: 30, scale: 2 }).notNull()

const sums = () => ({
  sales: integer().notNull(),
  purchaseAmount: total(),
  discountAmount: total(),
  finalAmount: total(),
})

/** By the day of Santo Domingo of their registration, branch and discount. */
export const consumptionDays = pgTable(
  'consumption_days',
  {
    merchantId: integer().notNull(),
    day: date().notNull(),
    branchId: integer(),
    discountId: integer().notNull(),
    ...sums(),
  },
  (t) => [
    unique('consumption_days_once').on(t.merchantId, t.day, t.branchId, t.discountId).nullsNotDistinct(),
    // The days of a discount, and of a company below: consumptions have no index of these (ADR-0096).
    index('consumption_days_discount').on(t.merchantId, t.discountId, t.day),
    check('consumption_days_sales', sql`${t.sales} > 0`),
  ],
)

/** By the day of Santo Domingo of their registration, company and discount: at most as many as consumptions, and much narrower (ADR-0082). */
export const consumptionCompanyDays = pgTable(
  'consumption_company_days',
  {
    merchantId: integer().notNull(),
    day: date().notNull(),
    companyId: integer().notNull(),
    discountId: integer().notNull(),
    ...sums(),
  },
  (t) => [
    unique('consumption_company_days_once').on(t.merchantId, t.day, t.companyId, t.discountId),
    index('consumption_company_days_company').on(t.companyId, t.merchantId, t.day),
    check('consumption_company_days_sales', sql`${t.sales} > 0`),
  ],
)

/** By the month of their registration, as its first day, and company. */
export const consumptionMonths = pgTable(
  'consumption_months',
  {
    merchantId: integer().notNull(),
    month: date().notNull(),
    companyId: integer().notNull(),
    ...sums(),
  },
  (t) => [
    unique('consumption_months_once').on(t.merchantId, t.month, t.companyId),
    check('consumption_months_sales', sql`${t.sales} > 0`),
  ],
)

/** By the day of Santo Domingo on which they were made, and branch, whatever became of them. */
export const authorizationDays = pgTable(
  'authorization_days',
  {
    merchantId: integer().notNull(),
    day: date().notNull(),
    branchId: integer(),
    ...sums(),
  },
  (t) => [
    unique('authorization_days_once').on(t.merchantId, t.day, t.branchId).nullsNotDistinct(),
    check('authorization_days_sales', sql`${t.sales} > 0`),
  ],
)
