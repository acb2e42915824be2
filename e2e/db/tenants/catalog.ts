import {
  findAlikeSkus,
  findArticlesBySku,
  insertArticles,
  insertCategories,
  listCategoryNames,
  updateArticles,
} from '@/db/queries/article-imports'
import {
  deleteImport,
  deleteImportsOf,
  findImport,
  insertImport,
  lockImport,
  markImportApplied,
} from '@/db/queries/imports'
import { foldSku } from '@/lib/catalog/drafts'
import { articleImport } from '@/lib/catalog/import-articles'
import { confirmArticles, dropArticles, previewArticles, uploadArticles } from '@/lib/catalog/upload-articles'
import { planImport } from '@/lib/imports/plan-import'
import { type Asker, type Cases, exempt, of, own } from './matrix'
import type { Tenant } from './tenant'

const tenant = ({ merchantId }: Tenant) => ({ merchantId })

/** What whoever may see a preview would confirm: another tenant's plan, as that tenant sees it. */
const sealOf = async ({ tx, ctx }: Asker, { merchantId, importId }: Tenant): Promise<string> => {
  const settings = { importKey: ctx.importKey, tenant: { merchantId } }
  const plan = await planImport(tx, settings, articleImport, importId).catch(() => undefined)
  return plan?.seal ?? `1.0.0.0.${'0'.repeat(32)}`
}

export const cases: Cases = {
  'db/queries/article-imports#findArticlesBySku': of(({ tx, mine }, { sku }) =>
    findArticlesBySku(tx, mine.merchantId, [sku]),
  ),
  'db/queries/article-imports#findAlikeSkus': of(({ tx, mine }, { sku }) =>
    findAlikeSkus(tx, mine.merchantId, [], [foldSku(sku)]),
  ),
  'db/queries/article-imports#listCategoryNames': own(({ tx, mine }) => listCategoryNames(tx, mine.merchantId)),
  'db/queries/article-imports#insertCategories': own(({ tx, mine }) =>
    insertCategories(tx, mine.merchantId, ['Nueva']),
  ),
  'db/queries/article-imports#insertArticles': own(({ tx, mine }) =>
    insertArticles(tx, mine.merchantId, [{ sku: 'N', name: 'N', category: mine.categoryId }]),
  ),
  'db/queries/article-imports#updateArticles': of(({ tx, mine }, { articleId: id }) =>
    updateArticles(tx, mine.merchantId, [{ id, name: 'Otro', category: undefined }]),
  ),

  'db/queries/imports#insertImport': own(({ tx, mine }) =>
    insertImport(tx, tenant(mine), {
      kind: 'articles',
      fileName: 'a.csv',
      createdBy: mine.userId,
      sealedRows: Buffer.alloc(1),
    }),
  ),
  'db/queries/imports#findImport': of(({ tx, mine }, { importId }) =>
    findImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/imports#lockImport': of(({ tx, mine }, { importId }) =>
    lockImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/imports#markImportApplied': of(({ tx, mine }, { importId }) =>
    markImportApplied(tx, tenant(mine), importId),
  ),
  'db/queries/imports#deleteImport': of(({ tx, mine }, { importId }) =>
    deleteImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/imports#deleteImportsOf': of(({ tx, mine }, { memberId }) =>
    deleteImportsOf(tx, tenant(mine), 'articles', memberId),
  ),

  'lib/catalog/attempt-change#attemptChange': exempt('it runs what its callers here ask'),
  'lib/catalog/upload-articles#uploadArticles': own(({ ctx }) =>
    uploadArticles(ctx, { name: 'a.csv', bytes: new TextEncoder().encode('SKU,Nombre\nA,b') }),
  ),
  'lib/catalog/upload-articles#previewArticles': of(({ ctx }, { importId }) => previewArticles(ctx, importId)),
  'lib/catalog/upload-articles#confirmArticles': of(async (asker, theirs) =>
    confirmArticles(asker.ctx, { id: theirs.importId, seen: await sealOf(asker, theirs) }),
  ),
  'lib/catalog/upload-articles#dropArticles': of(({ ctx }, { importId }) => dropArticles(ctx, importId)),
}
