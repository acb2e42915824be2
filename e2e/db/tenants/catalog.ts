import {
  deleteCategory as deleteCategoryRecord,
  findCategory,
  insertCategory,
  listCategories as listCategoryRecords,
  listDiscountsOnCategory,
  renameCategory as renameCategoryRecord,
} from '@/db/queries/offices/article-categories'
import {
  findAlikeSkus,
  findArticlesBySku,
  insertArticles,
  insertCategories,
  listCategoryNames,
  updateArticles,
} from '@/db/queries/offices/article-imports'
import {
  countArticles,
  deleteArticle as deleteArticleRecord,
  findArticle,
  insertArticle,
  listArticles as listArticleRecords,
  listDiscountsOnArticle,
  updateArticle,
} from '@/db/queries/offices/articles'
import {
  countConsumptionsByBranch,
  findBranch,
  insertBranch,
  listBranches as listBranchRecords,
  updateBranch,
} from '@/db/queries/offices/branches'
import {
  deleteImport,
  deleteImportsOf,
  findImport,
  insertImport,
  lockImport,
  markImportApplied,
} from '@/db/queries/offices/imports'
import { articleFilterOf } from '@/lib/catalog/articles'
import { changeArticle, createArticle, deleteArticle } from '@/lib/catalog/change-article'
import { activateBranch, createBranch, deactivateBranch, renameBranch } from '@/lib/catalog/change-branch'
import { createCategory, deleteCategory, renameCategory } from '@/lib/catalog/change-category'
import { foldSku } from '@/lib/catalog/drafts'
import { articleImport } from '@/lib/catalog/import-articles'
import { exportArticles, listArticles, listCategories } from '@/lib/catalog/list-articles'
import { listBranches } from '@/lib/catalog/list-branches'
import { confirmArticles, dropArticles, previewArticles, uploadArticles } from '@/lib/catalog/upload-articles'
import { planImport } from '@/lib/imports/plan-import'
import { type Asker, type Cases, change, of, own } from './matrix'
import type { Tenant } from './tenant'

const tenant = ({ merchantId }: Tenant) => ({ merchantId })

/** What whoever may see a preview would confirm: another tenant's plan, as that tenant sees it. */
const sealOf = async ({ tx, ctx }: Asker, { merchantId, importId }: Tenant): Promise<string> => {
  const settings = { importKey: ctx.importKey, tenant: { merchantId } }
  const plan = await planImport(tx, settings, articleImport, importId).catch(() => undefined)
  return plan?.fingerprint ?? `1.0.0.0.${'0'.repeat(32)}`
}

export const cases: Cases = {
  'db/queries/offices/article-imports#findArticlesBySku': of(({ tx, mine }, { sku }) =>
    findArticlesBySku(tx, mine.merchantId, [sku]),
  ),
  'db/queries/offices/article-imports#findAlikeSkus': of(({ tx, mine }, { sku }) =>
    findAlikeSkus(tx, mine.merchantId, [], [foldSku(sku)]),
  ),
  'db/queries/offices/article-imports#listCategoryNames': own(({ tx, mine }) => listCategoryNames(tx, mine.merchantId)),
  'db/queries/offices/article-imports#insertCategories': own(({ tx, mine }) =>
    insertCategories(tx, mine.merchantId, ['Nueva']),
  ),
  'db/queries/offices/article-imports#insertArticles': own(({ tx, mine }) =>
    insertArticles(tx, mine.merchantId, [{ sku: 'N', name: 'N', category: mine.categoryId }]),
  ),
  'db/queries/offices/article-imports#updateArticles': of(({ tx, mine }, { articleId: id }) =>
    updateArticles(tx, mine.merchantId, [{ id, name: 'Otro', category: undefined }]),
  ),

  'db/queries/offices/imports#insertImport': own(({ tx, mine }) =>
    insertImport(tx, tenant(mine), {
      kind: 'articles',
      fileName: 'a.csv',
      keyGeneration: 1,
      createdBy: mine.userId,
      sealedRows: Buffer.alloc(1),
    }),
  ),
  'db/queries/offices/imports#findImport': of(({ tx, mine }, { importId }) =>
    findImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/offices/imports#lockImport': of(({ tx, mine }, { importId }) =>
    lockImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/offices/imports#markImportApplied': change(({ tx, mine }, { importId }) =>
    markImportApplied(tx, tenant(mine), importId),
  ),
  'db/queries/offices/imports#deleteImport': of(({ tx, mine }, { importId }) =>
    deleteImport(tx, tenant(mine), 'articles', importId),
  ),
  'db/queries/offices/imports#deleteImportsOf': of(({ tx, mine }, { memberId }) =>
    deleteImportsOf(tx, tenant(mine), 'articles', memberId),
  ),

  'lib/catalog/upload-articles#uploadArticles': own(({ ctx }) =>
    uploadArticles(ctx, { name: 'a.csv', bytes: new TextEncoder().encode('SKU,Nombre\nA,b') }),
  ),
  'lib/catalog/upload-articles#previewArticles': of(({ ctx }, { importId }) => previewArticles(ctx, importId)),
  'lib/catalog/upload-articles#confirmArticles': of(async (asker, theirs) =>
    confirmArticles(asker.ctx, { id: theirs.importId, seen: await sealOf(asker, theirs) }),
  ),
  'lib/catalog/upload-articles#dropArticles': of(({ ctx }, { importId }) => dropArticles(ctx, importId)),

  'db/queries/offices/articles#listArticles': of(({ tx, mine }, { categoryId: category }) =>
    listArticleRecords(tx, mine.merchantId, { search: undefined, category, limit: 10 }),
  ),
  'db/queries/offices/articles#countArticles': of(({ tx, mine }, { sku: search }) =>
    countArticles(tx, mine.merchantId, { search, category: undefined }),
  ),
  'db/queries/offices/articles#findArticle': of(({ tx, mine }, { articleId }) =>
    findArticle(tx, mine.merchantId, articleId),
  ),
  'db/queries/offices/articles#insertArticle': own(({ tx, mine }) =>
    insertArticle(tx, mine.merchantId, { sku: 'N', name: 'N', categoryId: null }),
  ),
  'db/queries/offices/articles#updateArticle': change(({ tx, mine }, { articleId }) =>
    updateArticle(tx, mine.merchantId, articleId, { name: 'Otro', categoryId: null }),
  ),
  'db/queries/offices/articles#deleteArticle': change(({ tx, mine }, { articleId }) =>
    deleteArticleRecord(tx, mine.merchantId, articleId),
  ),
  'db/queries/offices/articles#listDiscountsOnArticle': of(({ tx, mine }, { discountedArticleId }) =>
    listDiscountsOnArticle(tx, mine.merchantId, discountedArticleId),
  ),

  'db/queries/offices/article-categories#listCategories': own(({ tx, mine }) =>
    listCategoryRecords(tx, mine.merchantId),
  ),
  'db/queries/offices/article-categories#findCategory': of(({ tx, mine }, { categoryId }) =>
    findCategory(tx, mine.merchantId, categoryId),
  ),
  'db/queries/offices/article-categories#insertCategory': own(({ tx, mine }) =>
    insertCategory(tx, mine.merchantId, 'Nueva'),
  ),
  'db/queries/offices/article-categories#renameCategory': change(({ tx, mine }, { categoryId }) =>
    renameCategoryRecord(tx, mine.merchantId, categoryId, 'Otra'),
  ),
  'db/queries/offices/article-categories#deleteCategory': change(({ tx, mine }, { categoryId }) =>
    deleteCategoryRecord(tx, mine.merchantId, categoryId),
  ),
  'db/queries/offices/article-categories#listDiscountsOnCategory': of(({ tx, mine }, { discountedCategoryId }) =>
    listDiscountsOnCategory(tx, mine.merchantId, discountedCategoryId),
  ),

  'db/queries/offices/branches#listBranches': own(({ tx, mine }) => listBranchRecords(tx, mine.merchantId)),
  'db/queries/offices/branches#countConsumptionsByBranch': own(async ({ tx, mine }) => [
    ...(await countConsumptionsByBranch(tx, mine.merchantId, 30)),
  ]),
  'db/queries/offices/branches#findBranch': of(({ tx, mine }, { branchId }) =>
    findBranch(tx, mine.merchantId, branchId),
  ),
  'db/queries/offices/branches#insertBranch': own(({ tx, mine }) => insertBranch(tx, mine.merchantId, 'Nueva')),
  'db/queries/offices/branches#updateBranch': change(({ tx, mine }, { branchId }) =>
    updateBranch(tx, mine.merchantId, branchId, { name: 'Otra' }),
  ),

  'lib/catalog/list-articles#listArticles': of(({ ctx }, { categoryId }) =>
    listArticles(ctx, articleFilterOf({ category: String(categoryId) })).then(({ articles }) => articles),
  ),
  'lib/catalog/list-articles#exportArticles': of(async ({ ctx }, { categoryId: category }) => {
    const rows: unknown[] = []
    for await (const batch of exportArticles(ctx, { search: undefined, category })) rows.push(...batch)
    return rows
  }),
  'lib/catalog/list-articles#listCategories': own(({ ctx }) => listCategories(ctx)),
  'lib/catalog/list-branches#listBranches': own(({ ctx }) => listBranches(ctx)),
  'lib/catalog/change-article#createArticle': of(({ ctx }, { categoryId }) =>
    createArticle(ctx, { sku: 'N', name: 'N', categoryId }),
  ),
  'lib/catalog/change-article#changeArticle': of(({ ctx, mine }, { articleId }) =>
    changeArticle(ctx, { articleId, name: 'Otro', categoryId: mine.categoryId }),
  ),
  'lib/catalog/change-article#deleteArticle': of(({ ctx }, { articleId }) => deleteArticle(ctx, { articleId })),
  'lib/catalog/change-category#createCategory': own(({ ctx }) => createCategory(ctx, { name: 'Nueva' })),
  'lib/catalog/change-category#renameCategory': of(({ ctx }, { categoryId }) =>
    renameCategory(ctx, { categoryId, name: 'Otra' }),
  ),
  'lib/catalog/change-category#deleteCategory': of(({ ctx }, { categoryId }) => deleteCategory(ctx, { categoryId })),
  'lib/catalog/change-branch#createBranch': own(({ ctx }) => createBranch(ctx, { name: 'Nueva' })),
  'lib/catalog/change-branch#renameBranch': of(({ ctx }, { branchId }) =>
    renameBranch(ctx, { branchId, name: 'Otra' }),
  ),
  'lib/catalog/change-branch#deactivateBranch': of(({ ctx }, { branchId }) => deactivateBranch(ctx, { branchId })),
  'lib/catalog/change-branch#activateBranch': of(({ ctx }, { closedBranchId: branchId }) =>
    activateBranch(ctx, { branchId }),
  ),
}
