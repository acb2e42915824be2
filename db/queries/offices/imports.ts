import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { imports } from '@/db/schema'

/** For how long a file waits for its confirmation. */
const heldMinutes = 60

type Tenant = { readonly merchantId: number } | { readonly companyId: number }
type Kind = (typeof imports.$inferSelect)['kind']

const isOf = (tenant: Tenant) =>
  'merchantId' in tenant ? eq(imports.merchantId, tenant.merchantId) : eq(imports.companyId, tenant.companyId)

const columns = {
  id: imports.id,
  fileName: imports.fileName,
  createdAt: imports.createdAt,
  expiresAt: imports.expiresAt,
  expired: sql<boolean>`${imports.expiresAt} <= now()`,
  appliedAt: imports.appliedAt,
  sealedRows: imports.sealedRows,
  keyGeneration: imports.keyGeneration,
}

export async function insertImport(
  tx: OfficeTx,
  tenant: Tenant,
  held: { kind: Kind; fileName: string; createdBy: number; sealedRows: Buffer; keyGeneration: number },
): Promise<number> {
  const expiresAt = sql`now() + ${heldMinutes}::int * interval '1 minute'`
  const rows = await tx
    .insert(imports)
    .values({ ...tenant, ...held, expiresAt })
    .returning({ id: imports.id })
  return theOnly(rows).id
}

const select = (db: OfficeDb | OfficeTx, tenant: Tenant, kind: Kind, id: number) =>
  db
    .select(columns)
    .from(imports)
    .where(and(isOf(tenant), eq(imports.kind, kind), eq(imports.id, id)))

export async function findImport(db: OfficeDb | OfficeTx, tenant: Tenant, kind: Kind, id: number) {
  return atMostOne(await select(db, tenant, kind, id))
}

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** The same, locked until the transaction ends. */
export async function lockImport(tx: OfficeTx, tenant: Tenant, kind: Kind, id: number) {
  return atMostOne(await select(tx, tenant, kind, id).for('update'))
}

/** Marks an import as applied, and erases what was read of its file. */
export async function markImportApplied(tx: OfficeTx, tenant: Tenant, id: number): Promise<void> {
  const marked = await tx
    .update(imports)
    .set({ appliedAt: sql`now()`, sealedRows: null })
    .where(and(isOf(tenant), eq(imports.id, id)))
    .returning({ id: imports.id })
  theOnly(marked)
}

/** Deletes an import that waits for its confirmation. Returns whether there was one. */
export async function deleteImport(tx: OfficeTx, tenant: Tenant, kind: Kind, id: number): Promise<boolean> {
  const gone = await tx
    .delete(imports)
    .where(and(isOf(tenant), eq(imports.kind, kind), eq(imports.id, id), isNull(imports.appliedAt)))
    .returning({ id: imports.id })
  return isThere(gone)
}

/** Deletes the imports of a member that wait for their confirmation. */
export async function deleteImportsOf(tx: OfficeTx, tenant: Tenant, kind: Kind, userId: number): Promise<void> {
  await tx
    .delete(imports)
    .where(and(isOf(tenant), eq(imports.kind, kind), eq(imports.createdBy, userId), isNull(imports.appliedAt)))
}
