import { and, arrayContains, asc, eq, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, whole } from '@/db/rows'
import { companies, companyMemberships, merchantMemberships, merchants, operatorMemberships, users } from '@/db/schema'

/** The offices that a user is a member of: they are concerned by what happens to the account. */
export async function listAffiliationsOf(
  db: OfficeDb | OfficeTx,
  userId: number,
): Promise<({ merchantId: number } | { companyId: number } | { operator: true })[]> {
  const merchants = await db
    .select({ merchantId: merchantMemberships.merchantId })
    .from(merchantMemberships)
    .where(eq(merchantMemberships.userId, userId))
  const companies = await db
    .select({ companyId: companyMemberships.companyId })
    .from(companyMemberships)
    .where(eq(companyMemberships.userId, userId))
  const operators = await db
    .select({ userId: operatorMemberships.userId })
    .from(operatorMemberships)
    .where(eq(operatorMemberships.userId, userId))
  return [...whole(merchants), ...whole(companies), ...whole(operators).map(() => ({ operator: true as const }))]
}

type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

/** Where the members of a merchant, of a company or of the operator stand. */
const membersOf = (tenant: Tenant) =>
  'merchantId' in tenant
    ? { memberships: merchantMemberships, isOfTenant: eq(merchantMemberships.merchantId, tenant.merchantId) }
    : 'companyId' in tenant
      ? { memberships: companyMemberships, isOfTenant: eq(companyMemberships.companyId, tenant.companyId) }
      : { memberships: operatorMemberships, isOfTenant: undefined }

const operatorLock = 7_040_001

/** Until the transaction ends nobody else changes the operator's team. */
export async function lockOperator(tx: OfficeTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${operatorLock})`)
}

/** The members of a merchant, of a company or of the operator, by name. */
export function listMembers(db: OfficeDb | OfficeTx, tenant: Tenant) {
  const { memberships, isOfTenant } = membersOf(tenant)
  return db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      permissions: memberships.permissions,
      memberSince: memberships.createdAt,
      twoStepSince: users.totpEnrolledAt,
      disabledAt: users.disabledAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isOfTenant)
    .orderBy(asc(users.name), asc(users.id))
}

/** A member as the database has them now, and what their office is called: the operator's has no name of its own. */
export type MembershipRecord = {
  readonly tenant: string
  readonly name: string
  readonly email: string
  readonly language: 'es' | 'en'
  readonly permissions: readonly string[]
}

/** A member of that office; undefined for anybody else. */
export async function findMembership(
  db: OfficeDb | OfficeTx,
  tenant: Tenant,
  userId: number,
): Promise<MembershipRecord | undefined> {
  const person = { name: users.name, email: users.email, language: users.language }
  if ('merchantId' in tenant) {
    const rows = await db
      .select({ ...person, tenant: merchants.name, permissions: merchantMemberships.permissions })
      .from(merchantMemberships)
      .innerJoin(merchants, eq(merchants.id, merchantMemberships.merchantId))
      .innerJoin(users, eq(users.id, merchantMemberships.userId))
      .where(and(eq(merchantMemberships.merchantId, tenant.merchantId), eq(merchantMemberships.userId, userId)))
    return atMostOne(rows)
  }
  if ('operator' in tenant) {
    const rows = await db
      .select({ ...person, tenant: sql<string>`''`, permissions: operatorMemberships.permissions })
      .from(operatorMemberships)
      .innerJoin(users, eq(users.id, operatorMemberships.userId))
      .where(eq(operatorMemberships.userId, userId))
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
  tenant: Tenant,
  userId: number,
  permissions: string[],
): Promise<void> {
  if ('merchantId' in tenant) {
    const { merchantId } = tenant
    const target = [merchantMemberships.userId, merchantMemberships.merchantId]
    await tx
      .insert(merchantMemberships)
      .values({ merchantId, userId, permissions })
      .onConflictDoUpdate({ target, set: { permissions } })
  } else if ('operator' in tenant) {
    await tx
      .insert(operatorMemberships)
      .values({ userId, permissions })
      .onConflictDoUpdate({ target: operatorMemberships.userId, set: { permissions } })
  } else {
    const { companyId } = tenant
    const target = [companyMemberships.userId, companyMemberships.companyId]
    await tx
      .insert(companyMemberships)
      .values({ companyId, userId, permissions })
      .onConflictDoUpdate({ target, set: { permissions } })
  }
}

/** Ends a membership; says whether there was one. */
export async function deleteMembership(tx: OfficeTx, tenant: Tenant, userId: number): Promise<boolean> {
  const { memberships, isOfTenant } = membersOf(tenant)
  const gone = await tx
    .delete(memberships)
    .where(and(isOfTenant, eq(memberships.userId, userId)))
    .returning({ userId: memberships.userId })
  return isThere(gone)
}

export type Recipient = { email: string; name: string; language: 'es' | 'en' }

/** The members of an office who have a permission, without those whose account is disabled. */
export function listHolders(db: OfficeDb | OfficeTx, tenant: Tenant, permission: string): Promise<Recipient[]> {
  const { memberships, isOfTenant } = membersOf(tenant)
  return db
    .select({ email: users.email, name: users.name, language: users.language })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(isOfTenant, arrayContains(memberships.permissions, [permission]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
}
