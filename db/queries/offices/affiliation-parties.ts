import { and, asc, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { folded } from '@/db/folded'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { companies, merchants } from '@/db/schema'
import type { Side } from '@/lib/affiliations/party'

type Db = OfficeDb | OfficeTx

/** Two are enough for a caller to see that a text fits more than one tenant. */
const enough = 2

/**
 * The tenants of a side whose RNC or name is exactly that text: a part of either finds nothing. A merchant that is not enabled is
 * not found, unless it is asked for. There is no tenant parameter, since the tenant that asks is none of those found.
 */
export function findNamed(
  db: Db,
  side: Side,
  text: { legalId: string; name: string },
  alsoDisabled = false,
): Promise<{ id: number; name: string }[]> {
  const table = side === 'merchant' ? merchants : companies
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      and(
        or(sameName(table.name, text.name), sameLegalId(table.legalId, text.legalId)),
        side === 'merchant' && !alsoDisabled ? merchants.enabled : undefined,
      ),
    )
    .orderBy(asc(table.id))
    .limit(enough)
}

const sameName = (column: AnyPgColumn, name: string) =>
  sql`${folded(sql`regexp_replace(btrim(${column}), '\\s+', ' ', 'g')`)} = ${folded(name)}`

/** Letters and digits alone are compared: 1-31-24679-6 equals 131246796. */
const sameLegalId = (column: AnyPgColumn, legalId: string) =>
  legalId === '' ? sql`false` : sql`upper(regexp_replace(${column}, '[^[:alnum:]]', '', 'g')) = ${legalId}`
