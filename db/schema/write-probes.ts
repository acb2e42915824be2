import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** One row, written anew whenever somebody asks whether the service can write (ADR-0023). */
export const writeProbes = pgTable(
  'write_probes',
  {
    id: integer().primaryKey().default(1),
    writtenAt: instant().notNull().default(sql`now()`),
  },
  (t) => [check('write_probes_is_one', sql`${t.id} = 1`)],
)
