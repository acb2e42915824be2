import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns'

/** One row: the DATA_KEY to which this database belongs, by a digest that does not give the key away. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    dataKeyDigest: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('installation_is_one', sql`${t.id} = 1`),
    check('installation_data_key_digest', sql`octet_length(${t.dataKeyDigest}) = 32`),
  ],
)
