import type { OfficeContext } from '@/lib/context'
import { applyImport } from '@/lib/imports/apply-import'
import { dropImport, holdImport, readImport } from '@/lib/imports/hold-import'
import type { Counts } from '@/lib/imports/plan'
import { type ImportPlan, planImport } from '@/lib/imports/plan-import'
import { attemptChange, type CatalogContext, demandCatalog } from './attempt-change'
import { articleImport } from './import-articles'
import type { ArticleOfLine } from './lines'

/**
 * Reads a file of articles and keeps it for an hour, until it is confirmed; gives the id of its preview. Throws
 * `permission_missing`, and the faults of `readTable` and `matchColumns`.
 */
export async function uploadArticles(ctx: CatalogContext, file: { name: string; bytes: Uint8Array }): Promise<number> {
  demandCatalog(ctx)
  const read = await readImport(articleImport, file.bytes)
  const { merchantId, userId } = ctx.member
  const { importKey } = ctx
  return attemptChange(ctx, { action: 'articles.uploaded' }, ({ tx }) =>
    holdImport(tx, { importKey, tenant: { merchantId }, userId }, articleImport, { name: file.name, read }),
  )
}

/** What an uploaded file would do now. Throws `permission_missing`, `not_found`, `import_expired`, `import_applied`. */
export async function previewArticles(ctx: CatalogContext, id: number): Promise<ImportPlan<ArticleOfLine>> {
  demandCatalog(ctx)
  const { importKey, member } = ctx
  return planImport(ctx.db, { importKey, tenant: { merchantId: member.merchantId } }, articleImport, id)
}

/**
 * Adds and changes what the preview with that seal showed, all together. Throws `permission_missing`, `not_found`,
 * `import_changed`, `import_applied`, `import_expired`, `import_empty`.
 */
export async function confirmArticles(ctx: CatalogContext, input: { id: number; seen: string }): Promise<Counts> {
  const { importKey } = ctx
  return attemptChange(ctx, { action: 'articles.imported', id: input.id }, async ({ tx, merchantId, record }) => {
    const { counts, fileName } = await applyImport(tx, { importKey, tenant: { merchantId } }, articleImport, input)
    const { added, changed, same, refused } = counts
    await record(undefined, { name: fileName, added, changed, same, refused })
    return counts
  })
}

/** Forgets an uploaded file. Throws `permission_missing`, `not_found`. */
export async function dropArticles(ctx: OfficeContext, id: number): Promise<void> {
  await attemptChange(ctx, { action: 'articles.dropped', id }, ({ tx, merchantId }) =>
    dropImport(tx, { merchantId }, articleImport, id),
  )
}
