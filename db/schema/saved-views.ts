import { sql } from 'drizzle-orm'
import { bigint, boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { companyMemberships, merchantMemberships } from './accounts'
import { createdAt } from './columns'
import { operatorMemberships } from './operators'

/**
 * What a person keeps of a list under a name: its filters, its order and its columns, as its address writes them (ADR-0030). A view
 * is of one person in one office, and goes with their membership.
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    /** One of the three: whose office the list is in. The operator's is known by the person themselves. */
    merchantId: integer(),
    companyId: integer(),
    operatorId: integer().references(() => operatorMemberships.userId, { onDelete: 'cascade' }),
    /** Which list, by the name that `lib/views/lists.ts` gives it. */
    list: text().notNull(),
    name: text().notNull(),
    /** The query of the address, without the place in the list. */
    query: text().notNull(),
    /** Whether the list opens with it. */
    opens: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.userId, t.merchantId],
      foreignColumns: [merchantMemberships.userId, merchantMemberships.merchantId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.userId, t.companyId],
      foreignColumns: [companyMemberships.userId, companyMemberships.companyId],
    }).onDelete('cascade'),
    uniqueIndex('saved_views_merchant_name')
      .on(t.merchantId, t.userId, t.list, sql`lower(${t.name})`)
      .where(sql`${t.merchantId} is not null`),
    uniqueIndex('saved_views_company_name')
      .on(t.companyId, t.userId, t.list, sql`lower(${t.name})`)
      .where(sql`${t.companyId} is not null`),
    uniqueIndex('saved_views_merchant_opens')
      .on(t.merchantId, t.userId, t.list)
      .where(sql`${t.opens} and ${t.merchantId} is not null`),
    uniqueIndex('saved_views_company_opens')
      .on(t.companyId, t.userId, t.list)
      .where(sql`${t.opens} and ${t.companyId} is not null`),
    uniqueIndex('saved_views_operator_name')
      .on(t.operatorId, t.list, sql`lower(${t.name})`)
      .where(sql`${t.operatorId} is not null`),
    uniqueIndex('saved_views_operator_opens')
      .on(t.operatorId, t.list)
      .where(sql`${t.opens} and ${t.operatorId} is not null`),
    index().on(t.userId),
    check('saved_views_office', sql`num_nonnulls(${t.merchantId}, ${t.companyId}, ${t.operatorId}) = 1`),
    check('saved_views_operator', sql`${t.operatorId} = ${t.userId}`),
    check('saved_views_list', sql`${t.list} ~ '^[a-z_]{1,40}$'`),
    check('saved_views_name', sql`char_length(${t.name}) between 1 and 40`),
    check('saved_views_query', sql`char_length(${t.query}) <= 1000 and ${t.query} !~ '[[:cntrl:][:space:]]'`),
  ],
)
