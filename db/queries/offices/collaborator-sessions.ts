import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne } from '@/db/rows'
import { collaboratorSessions, collaborators, companies } from '@/db/schema'

export type NewCollaboratorSession = {
  readonly collaboratorId: number
  readonly email: string
  readonly tokenHash: Buffer
  readonly address: string | null
  readonly userAgent: string | null
}

export async function insertCollaboratorSession(
  tx: OfficeTx,
  session: NewCollaboratorSession,
  days: number,
): Promise<void> {
  await tx.insert(collaboratorSessions).values({ ...session, expiresAt: sql`now() + ${days}::int * interval '1 day'` })
}

/** The session of a token that has neither expired nor idled too long, and whether its collaborator may still have one. */
export async function findCollaboratorSession(db: OfficeDb, tokenHash: Buffer, idleDays: number) {
  const rows = await db
    .select({
      sessionId: collaboratorSessions.id,
      collaboratorId: collaborators.id,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      email: collaboratorSessions.email,
      companyName: companies.name,
      // The company may have deactivated them, or given them another address because that one is somebody else's.
      allowed: sql<boolean>`${collaborators.active} and lower(${collaborators.email}) = ${collaboratorSessions.email}`,
    })
    .from(collaboratorSessions)
    .innerJoin(collaborators, eq(collaborators.id, collaboratorSessions.collaboratorId))
    .innerJoin(companies, eq(companies.id, collaborators.companyId))
    .where(
      and(
        eq(collaboratorSessions.tokenHash, tokenHash),
        isNull(collaboratorSessions.endedAt),
        gt(collaboratorSessions.expiresAt, sql`now()`),
        gt(collaboratorSessions.lastSeenAt, sql`now() - ${idleDays}::int * interval '1 day'`),
      ),
    )
  return atMostOne(rows)
}

/** Records when a collaborator last used a session, at most an hour late. */
export async function touchCollaboratorSession(db: OfficeDb, sessionId: number): Promise<void> {
  await db
    .update(collaboratorSessions)
    .set({ lastSeenAt: sql`now()` })
    .where(
      and(
        eq(collaboratorSessions.id, sessionId),
        lt(collaboratorSessions.lastSeenAt, sql`now() - interval '1 hour'`),
        isNull(collaboratorSessions.endedAt),
      ),
    )
}

export async function endCollaboratorSession(db: OfficeDb, tokenHash: Buffer): Promise<void> {
  await db
    .update(collaboratorSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(collaboratorSessions.tokenHash, tokenHash), isNull(collaboratorSessions.endedAt)))
}
