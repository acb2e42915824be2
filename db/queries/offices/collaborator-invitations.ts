import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import { collaboratorInvitations, users } from '@/db/schema'

type Db = OfficeDb | OfficeTx

const today = sql`(now() at time zone 'America/Santo_Domingo')::date`

const of = (companyId: number, collaboratorId: number) =>
  and(eq(collaboratorInvitations.companyId, companyId), eq(collaboratorInvitations.collaboratorId, collaboratorId))

export type NewInvitee = { readonly collaboratorId: number; readonly email: string }

/** Records who is invited now; leaves out, and does not return, those who were invited today at that address. */
export async function insertCollaboratorInvitations(
  tx: OfficeTx,
  companyId: number,
  invitedBy: number,
  invitees: readonly NewInvitee[],
): Promise<readonly number[]> {
  const made = await tx
    .insert(collaboratorInvitations)
    .values(
      invitees.map(({ collaboratorId, email }) => ({
        companyId,
        collaboratorId,
        email: sql`lower(${email})`,
        invitedBy,
      })),
    )
    .onConflictDoNothing()
    .returning({ collaboratorId: collaboratorInvitations.collaboratorId })
  return made.map(({ collaboratorId }) => collaboratorId)
}

/** How many of the company's people were invited today. */
export async function countInvitedToday(db: Db, companyId: number): Promise<number> {
  const rows = await db
    .select({ invited: count() })
    .from(collaboratorInvitations)
    .where(and(eq(collaboratorInvitations.companyId, companyId), eq(collaboratorInvitations.localDay, today)))
  return theOnly(rows).invited
}

/** How often one of the company's people was invited in the last days, at whatever address. */
export async function countInvitationsOf(
  db: Db,
  companyId: number,
  collaboratorId: number,
  days: number,
): Promise<number> {
  const since = sql`now() - ${days}::int * interval '1 day'`
  const rows = await db
    .select({ sent: count() })
    .from(collaboratorInvitations)
    .where(and(of(companyId, collaboratorId), gt(collaboratorInvitations.createdAt, since)))
  return theOnly(rows).sent
}

/** The invitations of one of the company's people, newest first. */
export const listInvitationsOf = (db: Db, companyId: number, collaboratorId: number, limit: number) =>
  db
    .select({
      id: collaboratorInvitations.id,
      email: collaboratorInvitations.email,
      at: collaboratorInvitations.createdAt,
      by: users.name,
    })
    .from(collaboratorInvitations)
    .innerJoin(users, eq(users.id, collaboratorInvitations.invitedBy))
    .where(of(companyId, collaboratorId))
    .orderBy(desc(collaboratorInvitations.id))
    .limit(limit)

export type OwnOffer = {
  readonly collaboratorId: number
  readonly merchantName: string
  readonly name: string
  readonly discountType: 'PCT' | 'AMT'
  readonly discountValue: string
  /** How many the collaborator has in all. */
  readonly inAll: number
}

/** What each of these people of the company may use today, by merchant, no more than `most` of each: as the tills see it. */
export async function listOffersOf(
  db: Db,
  companyId: number,
  ids: readonly number[],
  most: number,
): Promise<readonly OwnOffer[]> {
  const rows = await db.execute<OwnOffer & Record<string, unknown>>(sql`
    select "collaboratorId", "merchantName", name, "discountType", "discountValue", "inAll"
    from (
      select o.collaborator_id as "collaboratorId", m.name as "merchantName", o.name, o.discount_type as "discountType",
        o.discount_value as "discountValue", o.discount_id,
        (count(*) over (partition by o.collaborator_id))::int as "inAll",
        row_number() over (partition by o.collaborator_id order by m.name, o.discount_id) as place
      from offers o
      join merchants m on m.id = o.merchant_id and m.enabled
      where o.company_id = ${companyId} and o.collaborator_id = any(${`{${ids.join(',')}}`}::bigint[])
    ) placed
    where place <= ${most}
    order by "collaboratorId", place`)
  return whole(rows).map((row) => ({ ...row, collaboratorId: Number(row.collaboratorId) }))
}
