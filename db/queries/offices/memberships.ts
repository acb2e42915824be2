import { and, arrayContains, asc, eq, isNull } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, whole } from '@/db/rows'
import { companies, companyMemberships, merchantMemberships, merchants, users } from '@/db/schema'

/** The merchants and companies that a user is a member of: they are concerned by what happens to the account. */
export async function listAffiliationsOf(
  db: OfficeDb | OfficeTx,
  userId: number,
): Promise<({ merchantId: number } | { companyId: number })[]> {
  const merchants = await db
    .select({ merchantId: merchantMemberships.merchantId })
    .from(merchantMemberships)
    .where(eq(merchantMemberships.userId, userId))
  const companies = await db
    .select({ companyId: companyMemberships.companyId })
    .from(companyMemberships)
    .where(eq(companyMemberships.userId, userId))
  return [...whole(merchants), ...whole(companies)]
}

/** The members of a merchant, by name. */
export const listMembers = (db: OfficeDb | OfficeTx, merchantId: number) =>
  db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      permissions: merchantMemberships.permissions,
      memberSince: merchantMemberships.createdAt,
      twoStepSince: users.totpEnrolledAt,
      disabledAt: users.disabledAt,
    })
    .from(merchantMemberships)
    .innerJoin(users, eq(users.id, merchantMemberships.userId))
    .where(eq(merchantMemberships.merchantId, merchantId))
    .orderBy(asc(users.name), asc(users.id))

/** A member of the merchant, as others know them; undefined for anybody else. */
export async function findMembership(db: OfficeDb | OfficeTx, merchantId: number, userId: number) {
  const rows = await db
    .select({
      permissions: merchantMemberships.permissions,
      merchant: merchants.name,
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(merchantMemberships)
    .innerJoin(merchants, eq(merchants.id, merchantMemberships.merchantId))
    .innerJoin(users, eq(users.id, merchantMemberships.userId))
    .where(and(eq(merchantMemberships.merchantId, merchantId), eq(merchantMemberships.userId, userId)))
  return atMostOne(rows)
}

/** A user who acts for a tenant, and their permissions there. */
export type DoerRecord = {
  readonly tenant: string
  readonly name: string
  readonly language: 'es' | 'en'
  readonly permissions: readonly string[]
}

/** A user's permissions for a merchant or a company, and its name; undefined for somebody who is not a member. */
export async function findDoer(
  db: OfficeDb | OfficeTx,
  tenant: { readonly merchantId: number } | { readonly companyId: number },
  userId: number,
): Promise<DoerRecord | undefined> {
  const person = { name: users.name, language: users.language }
  if ('merchantId' in tenant) {
    const rows = await db
      .select({ ...person, tenant: merchants.name, permissions: merchantMemberships.permissions })
      .from(merchantMemberships)
      .innerJoin(merchants, eq(merchants.id, merchantMemberships.merchantId))
      .innerJoin(users, eq(users.id, merchantMemberships.userId))
      .where(and(eq(merchantMemberships.merchantId, tenant.merchantId), eq(merchantMemberships.userId, userId)))
    return atMostOne(rows)
  }
  const rows = await db
    .select({ ...person, tenant: companies.name, permissions: companyMemberships.permissions })
    .from(companyMemberships)
    .innerJoin(companies, eq(companies.id, companyMemberships.companyId))
    .innerJoin(users, eq(users.id, companyMemberships.userId))
    .where(and(eq(companyMemberships.companyId, tenant.companyId), eq(companyMemberships.userId, userId)))
  return atMostOne(rows)
}

/** Makes a user a member, or gives a member these permissions instead of theirs. */
export async function upsertMembership(
  tx: OfficeTx,
  merchantId: number,
  userId: number,
  permissions: string[],
): Promise<void> {
  await tx
    .insert(merchantMemberships)
    .values({ merchantId, userId, permissions })
    .onConflictDoUpdate({
      target: [merchantMemberships.userId, merchantMemberships.merchantId],
      set: { permissions },
    })
}

/** Ends a membership; says whether there was one. */
export async function deleteMembership(tx: OfficeTx, merchantId: number, userId: number): Promise<boolean> {
  const gone = await tx
    .delete(merchantMemberships)
    .where(and(eq(merchantMemberships.merchantId, merchantId), eq(merchantMemberships.userId, userId)))
    .returning({ userId: merchantMemberships.userId })
  return isThere(gone)
}

export type Recipient = { email: string; name: string; language: 'es' | 'en' }

/** The members of a merchant or of a company who have a permission, without those whose account is disabled. */
export function listHolders(
  db: OfficeDb | OfficeTx,
  tenant: { readonly merchantId: number } | { readonly companyId: number },
  permission: string,
): Promise<Recipient[]> {
  const [memberships, isOfTenant] =
    'merchantId' in tenant
      ? [merchantMemberships, eq(merchantMemberships.merchantId, tenant.merchantId)]
      : [companyMemberships, eq(companyMemberships.companyId, tenant.companyId)]
  return db
    .select({ email: users.email, name: users.name, language: users.language })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(isOfTenant, arrayContains(memberships.permissions, [permission]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
}
