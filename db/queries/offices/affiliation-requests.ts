import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { affiliationRequests, affiliations, companies, grants, merchants } from '@/db/schema'
import type { Pair, Side, Tenant } from '@/lib/affiliations/party'
import { assert } from '@/lib/kernel/assert'

type Db = OfficeDb | OfficeTx

export type Outcome = 'accepted' | 'declined' | 'withdrawn'

const isOfTenant = (tenant: Tenant) =>
  tenant.side === 'merchant'
    ? eq(affiliationRequests.merchantId, tenant.merchantId)
    : eq(affiliationRequests.companyId, tenant.companyId)

const isOfPair = ({ merchantId, companyId }: Pair) =>
  and(eq(affiliationRequests.merchantId, merchantId), eq(affiliationRequests.companyId, companyId))

const columns = {
  id: affiliationRequests.id,
  merchantId: affiliationRequests.merchantId,
  merchant: merchants.name,
  merchantLegalId: merchants.legalId,
  companyId: affiliationRequests.companyId,
  company: companies.name,
  companyLegalId: companies.legalId,
  requestedBy: affiliationRequests.requestedBy,
  message: affiliationRequests.message,
  createdAt: affiliationRequests.createdAt,
  outcome: affiliationRequests.outcome,
  endedAt: affiliationRequests.endedAt,
}

const selectRequests = (db: Db) =>
  db
    .select(columns)
    .from(affiliationRequests)
    .innerJoin(merchants, eq(merchants.id, affiliationRequests.merchantId))
    .innerJoin(companies, eq(companies.id, affiliationRequests.companyId))

export type RequestRecord = Awaited<ReturnType<typeof selectRequests>>[number]

/** The requests that a tenant sent or received, newest first: those still open, or the last that came to an end. */
export const listRequests = (db: Db, tenant: Tenant, { open, limit }: { open: boolean; limit: number }) =>
  selectRequests(db)
    .where(
      and(
        isOfTenant(tenant),
        open ? isNull(affiliationRequests.outcome) : sql`${affiliationRequests.outcome} is not null`,
      ),
    )
    .orderBy(desc(affiliationRequests.id))
    .limit(limit)

/** One that the tenant sent or received; undefined for anybody else's. */
export async function findRequest(db: Db, tenant: Tenant, requestId: number): Promise<RequestRecord | undefined> {
  return atMostOne(await selectRequests(db).where(and(isOfTenant(tenant), eq(affiliationRequests.id, requestId))))
}

/** The request between both that nobody has answered yet: there is one at most. */
export async function findOpenRequest(db: Db, pair: Pair): Promise<RequestRecord | undefined> {
  return atMostOne(await selectRequests(db).where(and(isOfPair(pair), isNull(affiliationRequests.outcome))))
}

/** When a request of that side was last declined, if within so many days. */
export async function findRecentDecline(db: Db, pair: Pair, by: Side, days: number): Promise<Date | undefined> {
  const rows = await db
    .select({ endedAt: affiliationRequests.endedAt })
    .from(affiliationRequests)
    .where(
      and(
        isOfPair(pair),
        eq(affiliationRequests.requestedBy, by),
        eq(affiliationRequests.outcome, 'declined'),
        gt(affiliationRequests.endedAt, sql`now() - ${days}::int * interval '1 day'`),
      ),
    )
    .orderBy(desc(affiliationRequests.id))
    .limit(1)
  const { endedAt } = atMostOne(rows) ?? {}
  assert(endedAt !== null, 'what was declined has ended')
  return endedAt
}

/** How many requests a tenant opened within 24 hours, whatever became of them. */
export async function countRecentRequests(db: Db, tenant: Tenant): Promise<number> {
  const rows = await db
    .select({ opened: count() })
    .from(affiliationRequests)
    .where(
      and(
        isOfTenant(tenant),
        eq(affiliationRequests.requestedBy, tenant.side),
        gt(affiliationRequests.createdAt, sql`now() - interval '1 day'`),
      ),
    )
  return theOnly(rows).opened
}

type NewRequest = { requestedBy: Side; message: string | null; createdByUserId: number }

export async function insertRequest(tx: OfficeTx, pair: Pair, request: NewRequest): Promise<number> {
  const { merchantId, companyId } = pair
  const made = await tx
    .insert(affiliationRequests)
    .values({ merchantId, companyId, ...request })
    .returning({ id: affiliationRequests.id })
  return theOnly(made).id
}

/** Ends an open request of the tenant with its outcome. */
export async function endRequest(
  tx: OfficeTx,
  tenant: Tenant,
  request: { id: number; outcome: Outcome; userId: number },
): Promise<void> {
  const ended = await tx
    .update(affiliationRequests)
    .set({ outcome: request.outcome, endedAt: sql`now()`, endedByUserId: request.userId })
    .where(and(isOfTenant(tenant), eq(affiliationRequests.id, request.id), isNull(affiliationRequests.outcome)))
    .returning({ id: affiliationRequests.id })
  theOnly(ended)
}

/** Affiliates both, unless they are already. */
export async function insertAffiliation(tx: OfficeTx, pair: Pair): Promise<void> {
  const { merchantId, companyId } = pair
  await tx.insert(affiliations).values({ merchantId, companyId }).onConflictDoNothing()
}

const isAffiliation = ({ merchantId, companyId }: Pair) =>
  and(eq(affiliations.merchantId, merchantId), eq(affiliations.companyId, companyId))

export async function isAffiliated(db: Db, pair: Pair): Promise<boolean> {
  const rows = await db.select({ companyId: affiliations.companyId }).from(affiliations).where(isAffiliation(pair))
  return isThere(rows)
}

/**
 * The names of both, if they are affiliated. Until the transaction ends nobody grants anything under the affiliation: a grant's
 * foreign key waits for this row, and fails once it is gone.
 */
export async function lockAffiliation(
  tx: OfficeTx,
  pair: Pair,
): Promise<{ merchant: string; company: string } | undefined> {
  const rows = await tx
    .select({ merchant: merchants.name, company: companies.name })
    .from(affiliations)
    .innerJoin(merchants, eq(merchants.id, affiliations.merchantId))
    .innerJoin(companies, eq(companies.id, affiliations.companyId))
    .where(isAffiliation(pair))
    .for('update', { of: affiliations })
  return atMostOne(rows)
}

/** Deletes the affiliation and all that the company grants of the merchant. Returns how many grants there were. */
export async function deleteAffiliation(tx: OfficeTx, pair: Pair): Promise<number> {
  const { merchantId, companyId } = pair
  const withdrawn = await tx
    .delete(grants)
    .where(and(eq(grants.merchantId, merchantId), eq(grants.companyId, companyId)))
    .returning({ id: grants.id })
  theOnly(await tx.delete(affiliations).where(isAffiliation(pair)).returning({ companyId: affiliations.companyId }))
  return whole(withdrawn).length
}
