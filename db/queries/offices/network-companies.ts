import { and, eq, or, sql } from 'drizzle-orm'
import { folded, hasLegalId, hasPart } from '@/db/folded'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, theOnly, valueThere, whole } from '@/db/rows'
import {
  affiliations,
  companies,
  companyMemberships,
  companyPeople,
  discounts,
  grants,
  invitations,
  users,
} from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import type { CompanyState } from '@/lib/network-companies/companies'

/** What the operator reads and writes of all companies, of which it never reads a person. */

type Db = OfficeDb | OfficeTx

/** Whoever holds the permission to manage the team answers for the company. */
const ownersWith = (permission: string) => sql`from ${companyMemberships} cm join ${users} u on u.id = cm.user_id
  where cm.company_id = "companies"."id" and u.disabled_at is null and ${permission} = any(cm.permissions)`

const columnsWith = (permission: string) => ({
  id: companies.id,
  name: companies.name,
  legalId: companies.legalId,
  createdAt: companies.createdAt,
  hasOwner: sql<boolean>`exists (select ${ownersWith(permission)})`,
  hasTwoStep: sql<boolean>`exists (select ${ownersWith(permission)} and u.totp_enrolled_at is not null)`,
  isInvited: sql<boolean>`exists (select from ${invitations} i where i.company_id = "companies"."id" and i.accepted_at is null
    and i.withdrawn_at is null and i.expires_at > now() and ${permission} = any(i.permissions))`,
  people: sql<number | null>`(select p.people from ${companyPeople} p where p.company_id = "companies"."id")`,
  merchants: sql<number>`(select count(*)::int from ${affiliations} a where a.company_id = "companies"."id")`,
  grants: sql<number>`(select count(distinct (g.merchant_id, g.discount_id))::int from ${grants} g
    join ${discounts} d on d.merchant_id = g.merchant_id and d.id = g.discount_id and d.status <> 'ended'
    where g.company_id = "companies"."id")`,
})

const selectCompanies = (db: Db, ownerPermission: string) => db.select(columnsWith(ownerPermission)).from(companies)

type CompanyRow = Awaited<ReturnType<typeof selectCompanies>>[number]

/** Each company has its count of people (ADR-0085). */
const counted = (row: CompanyRow) => ({ ...row, people: valueThere(row.people) })

export type NetworkCompanyRecord = ReturnType<typeof counted>

/** As `companyStateOf` says it. */
const isIn = (state: CompanyState, ownerPermission: string) => {
  const { hasOwner, hasTwoStep, isInvited } = columnsWith(ownerPermission)
  return {
    ready: hasTwoStep,
    twoStep: sql`${hasOwner} and not ${hasTwoStep}`,
    invited: sql`${isInvited} and not ${hasOwner}`,
    none: sql`not ${isInvited} and not ${hasOwner}`,
  }[state]
}

type Selection = CursorRange<number> & {
  readonly search: string | undefined
  readonly state: CompanyState | undefined
  readonly ownerPermission: string
  /** By name, or by when each came, which is the order of ids. */
  readonly by: 'name' | 'created'
  readonly descending: boolean
  readonly limit: number
}

/** Companies by name or from the last name, those after one of them; with `before`, the ones that precede it, in order. */
export async function listNetworkCompanies(
  db: Db,
  { search, state, ownerPermission, by, descending, limit, ...range }: Selection,
): Promise<NetworkCompanyRecord[]> {
  const { place, side, order, shown } = readingOf(range, descending)
  const isByName = by === 'name'
  const here = isByName ? sql`(${folded(companies.name)}, ${companies.id})` : sql`${companies.id}`
  const there = isByName
    ? sql`(select ${folded(sql`c.name`)}, c.id from ${companies} c where c.id = ${place})`
    : sql`${place}`
  const rows = await selectCompanies(db, ownerPermission)
    .where(
      and(
        state === undefined ? undefined : isIn(state, ownerPermission),
        search === undefined ? undefined : or(hasPart(companies.name, search), hasLegalId(companies.legalId, search)),
        place === undefined ? undefined : sql`${here} ${side} ${there}`,
      ),
    )
    .orderBy(...(isByName ? [order(folded(companies.name))] : []), order(companies.id))
    .limit(limit)
  return whole(shown(rows)).map(counted)
}

export async function countNetworkCompanies(db: Db): Promise<number> {
  return theOnly(await db.select({ all: sql`count(*)`.mapWith(Number) }).from(companies)).all
}

export async function findNetworkCompany(
  db: Db,
  companyId: number,
  ownerPermission: string,
): Promise<NetworkCompanyRecord | undefined> {
  const row = atMostOne(await selectCompanies(db, ownerPermission).where(eq(companies.id, companyId)))
  return row && counted(row)
}

/** Other companies with that RNC, however it is written. */
export async function listCompaniesOfLegalId(db: Db, legalId: string, exceptId: number) {
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(
      sql`upper(regexp_replace(${companies.legalId}, '[^[:alnum:]]', '', 'g')) = ${legalId} and ${companies.id} <> ${exceptId}`,
    )
    .orderBy(companies.id)
    .limit(20)
  return whole(rows)
}

type Described = { readonly name: string; readonly legalId: string | null }

export async function insertCompany(tx: OfficeTx, described: Described): Promise<number> {
  return theOnly(await tx.insert(companies).values(described).returning({ id: companies.id })).id
}

/** The caller holds the company's lock. */
export async function describeCompany(tx: OfficeTx, companyId: number, described: Described): Promise<void> {
  theOnly(await tx.update(companies).set(described).where(eq(companies.id, companyId)).returning({ id: companies.id }))
}
