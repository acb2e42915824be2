import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bytea, createdAt, identity, instant, keyGeneration } from './columns'
import { companies, merchants } from './network'

/**
 * A file that somebody uploaded, read and checked, between its preview and its confirmation. What was read is sealed (it may hold
 * identifications, D32) and goes when the import is applied or has waited too long.
 */
export const imports = pgTable(
  'imports',
  {
    id: identity(),
    merchantId: integer().references(() => merchants.id),
    companyId: integer().references(() => companies.id),
    kind: text({ enum: ['articles', 'collaborators'] }).notNull(),
    fileName: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    sealedRows: bytea(),
    /** Of the key that sealed them (ADR-0060). */
    keyGeneration: keyGeneration(),
    appliedAt: instant(),
  },
  (t) => [
    index().on(t.merchantId),
    index().on(t.companyId),
    index().on(t.expiresAt),
    check('imports_kind', sql`${t.kind} in ('articles', 'collaborators')`),
    check('imports_of_one', sql`num_nonnulls(${t.merchantId}, ${t.companyId}) = 1`),
    check('imports_applied', sql`${t.appliedAt} is null or ${t.sealedRows} is null`),
  ],
)
