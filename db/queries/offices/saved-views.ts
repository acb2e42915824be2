import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { companyMemberships, merchantMemberships, operatorMemberships, savedViews } from '@/db/schema'

type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

export type SavedView = Pick<typeof savedViews.$inferSelect, 'id' | 'list' | 'name' | 'query' | 'opens'>

const shown = {
  id: savedViews.id,
  list: savedViews.list,
  name: savedViews.name,
  query: savedViews.query,
  opens: savedViews.opens,
}

const isOf = (tenant: Tenant, userId: number) =>
  and(
    'merchantId' in tenant
      ? eq(savedViews.merchantId, tenant.merchantId)
      : 'companyId' in tenant
        ? eq(savedViews.companyId, tenant.companyId)
        : eq(savedViews.operatorId, userId),
    eq(savedViews.userId, userId),
  )

/** The views that a person keeps of a list, by name. */
export async function listSavedViews(
  db: OfficeDb | OfficeTx,
  tenant: Tenant,
  { userId, list }: { readonly userId: number; readonly list: string },
): Promise<readonly SavedView[]> {
  const rows = await db
    .select(shown)
    .from(savedViews)
    .where(and(isOf(tenant, userId), eq(savedViews.list, list)))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id)
  return whole(rows)
}

/** The views with which the lists of an office open for a person. */
export async function listOpeningViews(
  db: OfficeDb | OfficeTx,
  tenant: Tenant,
  userId: number,
): Promise<readonly SavedView[]> {
  return whole(
    await db
      .select(shown)
      .from(savedViews)
      .where(and(isOf(tenant, userId), savedViews.opens)),
  )
}

/** Lets one of a person's changes of their views happen at a time; says whether they are a member. */
export async function lockMembership(tx: OfficeTx, tenant: Tenant, userId: number): Promise<boolean> {
  if ('operator' in tenant) {
    const operators = await tx
      .select({ userId: operatorMemberships.userId })
      .from(operatorMemberships)
      .where(eq(operatorMemberships.userId, userId))
      .for('no key update')
    return isThere(operators)
  }
  const rows =
    'merchantId' in tenant
      ? await tx
          .select({ userId: merchantMemberships.userId })
          .from(merchantMemberships)
          .where(and(eq(merchantMemberships.merchantId, tenant.merchantId), eq(merchantMemberships.userId, userId)))
          .for('no key update')
      : await tx
          .select({ userId: companyMemberships.userId })
          .from(companyMemberships)
          .where(and(eq(companyMemberships.companyId, tenant.companyId), eq(companyMemberships.userId, userId)))
          .for('no key update')
  return isThere(rows)
}

export async function findSavedView(
  tx: OfficeTx,
  tenant: Tenant,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<SavedView | undefined> {
  return atMostOne(
    await tx
      .select(shown)
      .from(savedViews)
      .where(and(isOf(tenant, userId), eq(savedViews.id, id))),
  )
}

/** How many views a person keeps in an office. */
export async function countSavedViews(tx: OfficeTx, tenant: Tenant, userId: number): Promise<number> {
  return theOnly(await tx.select({ views: count() }).from(savedViews).where(isOf(tenant, userId))).views
}

export async function insertSavedView(
  tx: OfficeTx,
  tenant: Tenant,
  view: { readonly userId: number } & Pick<SavedView, 'list' | 'name' | 'query'>,
): Promise<number> {
  return theOnly(
    await tx
      .insert(savedViews)
      .values({ ...('operator' in tenant ? { operatorId: view.userId } : tenant), ...view })
      .returning({ id: savedViews.id }),
  ).id
}

/** Changes one of a person's views; says whether there is one. */
export async function updateSavedView(
  tx: OfficeTx,
  tenant: Tenant,
  { userId, id }: { readonly userId: number; readonly id: number },
  change: Partial<Pick<SavedView, 'name' | 'query' | 'opens'>>,
): Promise<boolean> {
  const rows = await tx
    .update(savedViews)
    .set(change)
    .where(and(isOf(tenant, userId), eq(savedViews.id, id)))
    .returning({ id: savedViews.id })
  return isThere(rows)
}

/** A list opens with no view, or with that one alone. */
export async function closeOtherViews(
  tx: OfficeTx,
  tenant: Tenant,
  { userId, list, id }: { readonly userId: number; readonly list: string; readonly id: number },
): Promise<void> {
  await tx
    .update(savedViews)
    .set({ opens: false })
    .where(and(isOf(tenant, userId), eq(savedViews.list, list), ne(savedViews.id, id), savedViews.opens))
}

/** Forgets one of a person's views; says whether there was one. */
export async function deleteSavedView(
  tx: OfficeTx | OfficeDb,
  tenant: Tenant,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<boolean> {
  const rows = await tx
    .delete(savedViews)
    .where(and(isOf(tenant, userId), eq(savedViews.id, id)))
    .returning({ id: savedViews.id })
  return isThere(rows)
}
