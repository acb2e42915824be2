import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase, OfficeTx } from '@/db/office'
import { companyPermissions, merchantPermissions } from '@/lib/accounts/permissions'
import { Fault } from '@/lib/kernel/fault'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { companyContextOf, contextOf, openTestOffice } from '../fixtures/members'
import { tenantFunctions } from './tenants/discover'
import { type Asked, type Cases, functionsIn, type Run } from './tenants/matrix'
import { newTenant, nowhere, type Tenant } from './tenants/tenant'

/**
 * The tenant matrix. Every query and verb of the offices has a line in `tenants/<noun>.ts`: asked for a stranger's things it finds
 * nothing and changes nothing, exactly as for things that never were. A function without a line fails the law below.
 */
const folder = join(import.meta.dirname, 'tenants')
const apart = ['discover.ts', 'matrix.ts', 'tenant.ts']
const modules = readdirSync(folder).filter((file) => !apart.includes(file))
const matrix: Cases = Object.assign(
  {},
  ...(await Promise.all(modules.map(async (file) => (await import(join(folder, file))).cases))),
)

const asked = Object.entries(matrix).flatMap(([name, one]): [string, Asked][] =>
  one.kind === 'exempt' ? [] : [[name, one]],
)

let database: TestDatabase
let office: OfficeDatabase
let mine: Tenant
let theirs: Tenant
/** What both have while nothing is being tried. */
let atRest: Rows

beforeAll(async () => {
  database = await createDatabase()
  office = openTestOffice(database.databaseUrl)
  mine = await newTenant(database.sql)
  theirs = await newTenant(database.sql)
  await createRowsOfTenant()
  atRest = await office.db.transaction(rowsOfBoth)
})

afterAll(async () => {
  await office.sql.end()
  await database.drop()
})

class RolledBack extends Error {}

/** What became of it, with the rows of both tenants before and after; nothing of it stays. */
async function tried(run: Run, target: Tenant) {
  let outcome: { value: unknown } | { fault: string } | undefined
  let changes: { mine: boolean; theirs: boolean } | undefined
  await office.db
    .transaction(async (tx) => {
      const inside = { ...office, db: tx as unknown as OfficeDatabase['db'] }
      const ctx = contextOf(inside, mine.merchantId, { id: mine.userId, permissions: merchantPermissions })
      const hr = { id: mine.companyUserId, permissions: companyPermissions }
      const companyCtx = companyContextOf(inside, mine.companyId, hr)
      try {
        outcome = { value: await tx.transaction((savepoint) => run({ tx: savepoint, mine, ctx, companyCtx }, target)) }
      } catch (error) {
        if (isRefusedChange(error)) outcome = { fault: 'no row' }
        else if (error instanceof OfficeFault) outcome = { fault: JSON.stringify(error) }
        else throw error
      }
      const { mine: mineAfter, theirs: theirsAfter } = await rowsOfBoth(tx)
      changes = { mine: mineAfter !== atRest.mine, theirs: theirsAfter !== atRest.theirs }
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  if (!outcome || !changes) throw new Error('it was not tried')
  return { outcome, changes }
}

/** What `theOnly` says of a change that found no row. */
const isRefusedChange = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'service_unavailable' && /^no row/.test(String(Object(error.cause).message))

type Rows = { mine: string; theirs: string }

/** Every row that belongs to each tenant's merchant, company or people, as one text. */
async function rowsOfBoth(tx: OfficeTx): Promise<Rows> {
  const [mineNow, theirsNow] = [mine, theirs].map(
    ({ merchantId, companyId, userId, memberId, companyUserId, companyMemberId, collaboratorId }) =>
      `rows_of_tenant(${merchantId}, ${companyId}, ${collaboratorId}, '{${[userId, memberId, companyUserId, companyMemberId]}}')`,
  )
  const [rows] = await tx.execute<Rows>(`select ${mineNow} as mine, ${theirsNow} as theirs`)
  if (!rows) throw new Error('there is one row')
  return rows
}

/**
 * Makes the function that reads them: PostgreSQL plans it once a session, and a statement of all tables takes longer to plan than to run.
 * The audit trail is left out, since it tells what a stranger tried.
 */
async function createRowsOfTenant(): Promise<void> {
  const owners = {
    merchant_id: '= merchant',
    company_id: '= company',
    user_id: '= any(people)',
    collaborator_id: '= person',
  }
  const bases: Record<string, string> = { merchants: '= merchant', companies: '= company', users: '= any(people)' }
  const tables = await database.sql<{ table: string; columns: (keyof typeof owners)[] }[]>`
    select c.relname as table, coalesce(array_agg(a.attname::text order by a.attname) filter (where a.attname = any(${Object.keys(owners)}::text[])), '{}') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'audit_events'
    group by c.relname
    having count(*) filter (where a.attname = any(${Object.keys(owners)}::text[])) > 0
      or c.relname = any(${Object.keys(bases)}::text[])`
  const parts = tables.map(({ table, columns }) => {
    const base = bases[table]
    const own = [...columns.map((column) => `t.${column} ${owners[column]}`), ...(base ? [`t.id ${base}`] : [])]
    return `select '${table}' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${table} t where ${own.join(' or ')}`
  })
  await database.sql.unsafe(`
    create function rows_of_tenant(merchant int, company int, person bigint, people int[]) returns text language plpgsql as $$
    begin
      return (select string_agg(rows, ' ') from (${parts.join(' union all ')}) every_table);
    end $$`)
}

/** Nothing found: no rows, no number, no text. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  value === '0.00' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.values(value).every(isNothing))

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}` : item)) ?? ''

describe('every query and verb of the offices', () => {
  it('stands in the matrix (law)', () => {
    const functions = tenantFunctions()
    expect(functions.length).toBeGreaterThan(40)
    expect(functionsIn(matrix).toSorted()).toEqual(functions.toSorted())
  })

  it.each(asked)('%s: shows and changes nothing of a stranger', async (_, one) => {
    const { outcome, changes } = await tried(one.run, theirs)
    expect(changes.theirs).toBe(false)
    expect(textOf(outcome)).not.toContain(theirs.mark)
    if (one.kind === 'own') return
    if (one.kind === 'change') expect(outcome).toEqual({ fault: 'no row' })
    else expect(outcome).not.toEqual({ fault: 'no row' })
    // As if it had never been: the same answer to the letter.
    const never = await tried(one.run, nowhere(theirs))
    expect(textOf(outcome)).toBe(textOf(never.outcome))
    expect(changes.mine).toBe(false)
  })

  it.each(asked.filter(([, { kind }]) => kind !== 'lock'))('%s: finds or changes what is one’s own', async (_, one) => {
    const { outcome, changes } = await tried(one.run, mine)
    expect(outcome).not.toHaveProperty('fault')
    expect('value' in outcome && !isNothing(outcome.value) ? true : changes.mine).toBe(true)
  })
})
