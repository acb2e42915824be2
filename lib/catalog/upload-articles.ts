import { attempt } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { AccountContext, OfficeContext } from '@/lib/context'
import { applyImport } from '@/lib/imports/apply-import'
import type { Counts } from '@/lib/imports/fingerprint'
import { dropImport, holdImport, readImport } from '@/lib/imports/hold-import'
import { type ImportPlan, planImport } from '@/lib/imports/plan-import'
import { articleImport } from './import-articles'
import type { ArticleOfLine } from './lines'
import { catalogChange, catalogPermission } from './permission'

/** The context of verbs on uploaded files. */
export type CatalogContext = OfficeContext & Pick<AccountContext, 'importKey'>

/**
 * Reads a file of articles and keeps it for an hour, until it is confirmed; gives the id of its preview. Throws
 * `permission_missing`, and the faults of `readTable` and `matchColumns`.
 */
export async function uploadArticles(ctx: CatalogContext, file: { name: string; bytes: Uint8Array }): Promise<number> {
  requirePermission(ctx.member, catalogPermission)
  const read = await readImport(articleImport, file.bytes)
  const { merchantId, userId } = ctx.member
  const { importKey } = ctx
  return attempt(ctx, { ...catalogChange, action: 'articles.uploaded' }, ({ tx }) =>
    holdImport(tx, { importKey, tenant: { merchantId }, userId }, articleImport, { name: file.name, read }),
  )
}

/** What an uploaded file would change now. Throws `permission_missing`, `not_found`, `import_expired`, `import_applied`. */
export async function previewArticles(ctx: CatalogContext, id: number): Promise<ImportPlan<ArticleOfLine>> {
  requirePermission(ctx.member, catalogPermission)
  const { importKey, member } = ctx
  return planImport(ctx.db, { importKey, tenant: { merchantId: member.merchantId } }, articleImport, id)
}

/**
 * Applies the plan that the preview with that fingerprint (`seen`) showed, whole. Throws `permission_missing`, `not_found`,
 * `import_changed`, `import_applied`, `import_expired`, `import_empty`.
 */
export async function confirmArticles(ctx: CatalogContext, input: { id: number; seen: string }): Promise<Counts> {
  const { importKey } = ctx
  const { merchantId } = ctx.member
  const subject = { type: 'articles', id: input.id } as const
  return attempt(ctx, { ...catalogChange, action: 'articles.imported', subject }, async ({ tx, record }) => {
    const { counts, fileName } = await applyImport(tx, { importKey, tenant: { merchantId } }, articleImport, input)
    const { added, changed, same, refused } = counts
    await record({ name: fileName, added, changed, same, refused }, { type: 'merchant', id: merchantId })
    return counts
  })
}

/** Deletes an uploaded file. Throws `permission_missing`, `not_found`. */
export async function dropArticles(ctx: OfficeContext, id: number): Promise<void> {
  const { merchantId } = ctx.member
  await attempt(ctx, { ...catalogChange, action: 'articles.dropped', subject: { type: 'articles', id } }, ({ tx }) =>
    dropImport(tx, { merchantId }, articleImport, id),
  )
}
