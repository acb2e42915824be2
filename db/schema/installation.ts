import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { bytea, createdAt, keyGeneration } from './columns'

/**
 * One row: the DATA_KEY to which this database belongs, by a digest that does not give the key away, and its generation (ADR-0060).
 * Without the row nothing has served the database yet, and all that it holds is of generation 1.
 */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    dataKeyDigest: bytea().notNull(),
    keyGeneration: keyGeneration(),
    /** Of the key of the generation before, while rows may stand under it. */
    oldDataKeyDigest: bytea(),
    /** The keys that outlive their generation, sealed with the present one. */
    carriedKeys: bytea(),
    createdAt: createdAt(),
  },
  (t) => [
    check('installation_is_one', sql`${t.id} = 1`),
    check('installation_data_key_digest', sql`octet_length(${t.dataKeyDigest}) = 32`),
    check(
      'installation_key_generation',
      sql`${t.keyGeneration} >= 1 and (${t.keyGeneration} > 1 or num_nonnulls(${t.oldDataKeyDigest}, ${t.carriedKeys}) = 0)`,
    ),
  ],
)
