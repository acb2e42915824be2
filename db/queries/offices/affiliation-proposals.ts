import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { affiliationProposals, affiliations, companies, grants, merchants } from '@/db/schema'
import type { Pair, Side, Tenant } from '@/lib/affiliations/party'
import { assert } from '@/lib/kernel/assert'

type Db = OfficeDb | OfficeTx

export type Outcome = 'accepted' | 'declined' | 'withdrawn'

const isOfTenant = (tenant: Tenant) =>
  tenant.side === 'merchant'
    ? eq(affiliationProposals.merchantId, tenant.merchantId)
    : eq(affiliationProposals.companyId, tenant.companyId)

const isOfPair = ({ merchantId, companyId }: Pair) =>
  and(eq(affiliationProposals.merchantId, merchantId), eq(affiliationProposals.companyId, companyId))

const columns = {
  id: affiliationProposals.id,
  merchantId: affiliationProposals.merchantId,
  merchant: merchants.name,
  merchantLegalId: merchants.legalId,
  companyId: affiliationProposals.companyId,
  company: companies.name,
  companyLegalId: companies.legalId,
  proposedBy: affiliationProposals.proposedBy,
  message: affiliationProposals.message,
  createdAt: affiliationProposals.createdAt,
  outcome: affiliationProposals.outcome,
  endedAt: affiliationProposals.endedAt,
}

const selectProposals = (db: Db) =>
  db
    .select(columns)
    .from(affiliationProposals)
    .innerJoin(merchants, eq(merchants.id, affiliationProposals.merchantId))
    .innerJoin(companies, eq(companies.id, affiliationProposals.companyId))

export type ProposalRecord = Awaited<ReturnType<typeof selectProposals>>[number]

/** The proposals that a tenant sent or received, newest first: those still open, or the last that came to an end. */
export const listProposals = (db: Db, tenant: Tenant, { open, limit }: { open: boolean; limit: number }) =>
  selectProposals(db)
    .where(
      and(
        isOfTenant(tenant),
        open ? isNull(affiliationProposals.outcome) : sql`${affiliationProposals.outcome} is not null`,
      ),
    )
    .orderBy(desc(affiliationProposals.id))
    .limit(limit)

/** One that the tenant sent or received; undefined for anybody else's. */
export async function findProposal(db: Db, tenant: Tenant, proposalId: number): Promise<ProposalRecord | undefined> {
  return atMostOne(await selectProposals(db).where(and(isOfTenant(tenant), eq(affiliationProposals.id, proposalId))))
}

/** The proposal between both that nobody has answered yet: there is one at most. */
export async function findOpenProposal(db: Db, pair: Pair): Promise<ProposalRecord | undefined> {
  return atMostOne(await selectProposals(db).where(and(isOfPair(pair), isNull(affiliationProposals.outcome))))
}

/** When a proposal of that side was last declined, if within so many days. */
export async function findRecentDecline(db: Db, pair: Pair, by: Side, days: number): Promise<Date | undefined> {
  const rows = await db
    .select({ endedAt: affiliationProposals.endedAt })
    .from(affiliationProposals)
    .where(
      and(
        isOfPair(pair),
        eq(affiliationProposals.proposedBy, by),
        eq(affiliationProposals.outcome, 'declined'),
        gt(affiliationProposals.endedAt, sql`now() - ${days}::int * interval '1 day'`),
      ),
    )
    .orderBy(desc(affiliationProposals.id))
    .limit(1)
  const { endedAt } = atMostOne(rows) ?? {}
  assert(endedAt !== null, 'what was declined has ended')
  return endedAt
}

/** How many proposals a tenant opened within 24 hours, whatever became of them. */
export async function countRecentProposals(db: Db, tenant: Tenant): Promise<number> {
  const rows = await db
    .select({ opened: count() })
    .from(affiliationProposals)
    .where(
      and(
        isOfTenant(tenant),
        eq(affiliationProposals.proposedBy, tenant.side),
        gt(affiliationProposals.createdAt, sql`now() - interval '1 day'`),
      ),
    )
  return theOnly(rows).opened
}

type NewProposal = { proposedBy: Side; message: string | null; createdByUserId: number }

export async function insertProposal(tx: OfficeTx, pair: Pair, proposal: NewProposal): Promise<number> {
  const { merchantId, companyId } = pair
  const made = await tx
    .insert(affiliationProposals)
    .values({ merchantId, companyId, ...proposal })
    .returning({ id: affiliationProposals.id })
  return theOnly(made).id
}

/** Ends an open proposal of the tenant with its outcome. */
export async function endProposal(
  tx: OfficeTx,
  tenant: Tenant,
  proposal: { id: number; outcome: Outcome; userId: number },
): Promise<void> {
  const ended = await tx
    .update(affiliationProposals)
    .set({ outcome: proposal.outcome, endedAt: sql`now()`, endedByUserId: proposal.userId })
    .where(and(isOfTenant(tenant), eq(affiliationProposals.id, proposal.id), isNull(affiliationProposals.outcome)))
    .returning({ id: affiliationProposals.id })
  theOnly(ended)
}

/** Ends an open proposal between both with its outcome, whichever side sent it. */
export async function endProposalOf(
  tx: OfficeTx,
  pair: Pair,
  proposal: { id: number; outcome: Outcome; userId: number },
): Promise<void> {
  const ended = await tx
    .update(affiliationProposals)
    .set({ outcome: proposal.outcome, endedAt: sql`now()`, endedByUserId: proposal.userId })
    .where(and(isOfPair(pair), eq(affiliationProposals.id, proposal.id), isNull(affiliationProposals.outcome)))
    .returning({ id: affiliationProposals.id })
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
