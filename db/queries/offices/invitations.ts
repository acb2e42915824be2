import { and, arrayContained, asc, count, eq, gt, isNull, not, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { companies, invitations, merchants, users } from '@/db/schema'

type Db = OfficeDb | OfficeTx

/** To whose team it invites. */
type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

/** Only its id: a member of an office is a tenant too, and has more. */
const idOf = (tenant: Tenant) =>
  'merchantId' in tenant
    ? { merchantId: tenant.merchantId }
    : 'companyId' in tenant
      ? { companyId: tenant.companyId }
      : { toOperator: true }

const isOf = (tenant: Tenant) =>
  'merchantId' in tenant
    ? eq(invitations.merchantId, tenant.merchantId)
    : 'companyId' in tenant
      ? eq(invitations.companyId, tenant.companyId)
      : invitations.toOperator

/** Neither accepted nor withdrawn; it may have expired. */
const isPending = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt))

const isOpen = and(isPending, gt(invitations.expiresAt, sql`now()`))

type NewInvitation = {
  email: string
  permissions: string[]
  tokenHash: Buffer
  /** Null for the operator of the network, and for the command that invites the first of its people. */
  invitedBy: number | null
  days: number
}

/** A new invitation in the place of an older one of the same address, whose link stops working. */
export async function insertInvitation(tx: OfficeTx, tenant: Tenant, invitation: NewInvitation): Promise<number> {
  const { days, ...row } = invitation
  await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isOf(tenant), eq(invitations.email, row.email), isPending))
  const made = await tx
    .insert(invitations)
    .values({ ...row, ...idOf(tenant), expiresAt: sql`now() + ${days}::int * interval '1 day'` })
    .returning({ id: invitations.id })
  return theOnly(made).id
}

export async function countOpenInvitations(db: Db, tenant: Tenant): Promise<number> {
  const rows = await db
    .select({ open: count() })
    .from(invitations)
    .where(and(isOf(tenant), isOpen))
  return theOnly(rows).open
}

/** What a team waits for, expired ones too: they can be sent again. */
export const listPendingInvitations = (db: Db, tenant: Tenant) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      permissions: invitations.permissions,
      invitedBy: users.name,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(isOf(tenant), isPending))
    .orderBy(asc(invitations.email))

/** Withdraws an invitation to that team. Returns the address to which it was sent. */
export async function withdrawInvitation(
  tx: OfficeTx,
  tenant: Tenant,
  invitationId: number,
): Promise<string | undefined> {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isOf(tenant), eq(invitations.id, invitationId), isPending))
    .returning({ email: invitations.email })
  return atMostOne(withdrawn)?.email
}

/**
 * Withdraws the invitations that a member of the team sent and that give anything beyond these permissions. Returns how many.
 */
export async function withdrawInvitationsBeyond(
  tx: OfficeTx,
  tenant: Tenant,
  invitedBy: number,
  permissions: readonly string[],
): Promise<number> {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        isOf(tenant),
        eq(invitations.invitedBy, invitedBy),
        isPending,
        permissions.length === 0 ? undefined : not(arrayContained(invitations.permissions, [...permissions])),
      ),
    )
    .returning({ id: invitations.id })
  return whole(withdrawn).length
}

/** Withdraws the invitations to the operator's team that no person sent. */
export async function withdrawInvitationsOfCommand(tx: OfficeTx): Promise<void> {
  await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(invitations.toOperator, isNull(invitations.invitedBy), isPending))
}

/** The invitation of a link that still works. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer) {
  const rows = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      permissions: invitations.permissions,
      merchantId: invitations.merchantId,
      companyId: invitations.companyId,
      toOperator: invitations.toOperator,
      /** The name of the one of the two; null for the operator's team. */
      tenant: sql<string | null>`coalesce(${merchants.name}, ${companies.name})`,
      invitedBy: users.name,
    })
    .from(invitations)
    .leftJoin(merchants, eq(merchants.id, invitations.merchantId))
    .leftJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen))
  return atMostOne(rows)
}

/** Accepts an invitation that is still open: of simultaneous calls exactly one succeeds. */
export async function spendInvitation(tx: OfficeTx, invitationId: number, userId: number): Promise<boolean> {
  const accepted = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()`, acceptedBy: userId })
    .where(and(eq(invitations.id, invitationId), isOpen))
    .returning({ id: invitations.id })
  return isThere(accepted)
}
