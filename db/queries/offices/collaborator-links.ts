import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { atMostOne, isThere } from '@/db/rows'
import { collaboratorLinks, collaboratorSessions, collaborators, companies } from '@/db/schema'

/** A link that still works, of a collaborator who is still active and still has the address that it was sent to. */
const isOpen = and(
  isNull(collaboratorLinks.usedAt),
  gt(collaboratorLinks.expiresAt, sql`now()`),
  eq(collaborators.active, true),
  sql`lower(${collaborators.email}) = ${collaboratorLinks.email}`,
)

/** The active collaborators of an address, in any company, whom nobody erases before the transaction ends. Found by index. */
export const findCollaboratorsByEmail = (tx: OfficeTx, email: string, limit: number) =>
  tx
    .select({
      id: collaborators.id,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      email: collaborators.email,
      companyName: companies.name,
    })
    .from(collaborators)
    .innerJoin(companies, eq(companies.id, collaborators.companyId))
    .where(and(eq(sql`lower(${collaborators.email})`, email), eq(collaborators.active, true)))
    .orderBy(collaborators.id)
    .limit(limit)
    .for('key share', { of: collaborators })

export type NewLink = {
  readonly collaboratorId: number
  readonly email: string
  readonly tokenHash: Buffer
  readonly address: string | null
}

export async function insertLinks(tx: OfficeTx, links: readonly NewLink[], minutes: number): Promise<void> {
  await tx
    .insert(collaboratorLinks)
    .values(links.map((link) => ({ ...link, expiresAt: sql`now() + ${minutes}::int * interval '1 minute'` })))
}

/** The collaborator to whom a link that still works was sent. */
export async function findOpenLink(db: OfficeDb | OfficeTx, tokenHash: Buffer) {
  const rows = await db
    .select({
      id: collaboratorLinks.id,
      collaboratorId: collaborators.id,
      email: collaboratorLinks.email,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      companyName: companies.name,
    })
    .from(collaboratorLinks)
    .innerJoin(collaborators, eq(collaborators.id, collaboratorLinks.collaboratorId))
    .innerJoin(companies, eq(companies.id, collaborators.companyId))
    .where(and(eq(collaboratorLinks.tokenHash, tokenHash), isOpen))
  return atMostOne(rows)
}

/** Uses up a link and all other links of its collaborator: of simultaneous calls exactly one succeeds. */
export async function spendLinks(tx: OfficeTx, linkId: number, ofCollaborator: number): Promise<boolean> {
  const used = await tx
    .update(collaboratorLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(collaboratorLinks.id, linkId),
        isNull(collaboratorLinks.usedAt),
        gt(collaboratorLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: collaboratorLinks.id })
  if (!isThere(used)) return false
  await tx
    .update(collaboratorLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(collaboratorLinks.collaboratorId, ofCollaborator), isNull(collaboratorLinks.usedAt)))
  return true
}

/** Deletes some links and sessions that nobody can use any more, a day after they died. Whether some may be left. */
export async function sweepCollaboratorAccess(db: OfficeDb): Promise<boolean> {
  const aDayAgo = sql`now() - interval '1 day'`
  const moreLinks = await deleteOldest(db, collaboratorLinks.expiresAt, aDayAgo)
  const moreSessions = await deleteOldest(db, collaboratorSessions.expiresAt, aDayAgo)
  return moreLinks || moreSessions
}
