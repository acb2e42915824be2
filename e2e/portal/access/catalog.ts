import { planFingerprint } from '@/lib/imports/fingerprint'
import { sealImport } from '@/lib/imports/sealed-import'
import { keyring } from '@/lib/kernel/data-keys'
import { testDataKey } from '../../fixtures/factories'
import type { Call, Ways } from './ways'
import type { World } from './world'

/** A file of one article of that merchant, waiting for its confirmation. */
async function newImport({ sql, merchantId, ownerId, text }: World): Promise<{ importId: string; seen: string }> {
  const name = text('Artículo')
  const settings = { importKey: keyring(testDataKey, 'aliado import encryption v1'), tenant: { merchantId } }
  const read = {
    unused: [],
    lines: [
      [2, [name, name, null]],
      [3, ['', name, null]],
    ],
  } as const
  const [row] = await sql`
    insert into imports (merchant_id, kind, file_name, created_by, expires_at, sealed_rows)
    values (${merchantId}, 'articles', 'a.csv', ${ownerId}, now() + interval '1 hour',
      ${(await sealImport(settings, { kind: 'articles' }, read, 1)).sealedRows})
    returning id`
  const cells = { sku: name, name, category: undefined }
  const notes = { reasons: [], warnings: [] }
  const seen = planFingerprint([
    { line: 2, outcome: 'added', cells, ...notes },
    { line: 3, outcome: 'refused', cells: { ...cells, sku: '' }, ...notes },
  ])
  return { importId: String(row?.id), seen }
}

const newCategory = async ({ make, merchantId }: World) => ({ categoryId: String(await make.category(merchantId)) })

const newArticle = async ({ make, merchantId, text }: World) => ({
  articleId: String(await make.article(merchantId, text('SKU'))),
})

const newBranch = async ({ make, merchantId }: World, active: boolean) => ({
  branchId: String(await make.branch(merchantId, active)),
})

const foreign = (fields: Call['fields']): Call => ({ on: 'foreign', fields })

const base = '/portal/catalog'

export const catalog: Ways = {
  pages: {
    [`${base}/import`]: { shows: false },
    [`${base}/template`]: { shows: false },
    [`${base}/import/[id]`]: { path: async (own) => `${base}/import/${(await newImport(own)).importId}` },
    [`${base}/import/[id]/refused`]: {
      path: async (own) => `${base}/import/${(await newImport(own)).importId}/refused`,
    },
  },
  actions: {
    'app/portal/catalog/actions.ts': {
      createArticleAction: {
        on: 'own',
        fields: ({ text }) => ({ sku: text('SKU'), name: text('Artículo'), categoryId: '' }),
      },
      changeArticleAction: foreign(async (own) => ({
        ...(await newArticle(own)),
        name: own.text('Otro'),
        categoryId: '',
      })),
      deleteArticleAction: foreign(newArticle),
      createCategoryAction: { on: 'own', fields: ({ text }) => ({ name: text('Categoría') }) },
      renameCategoryAction: foreign(async (own) => ({ ...(await newCategory(own)), name: own.text('Otra') })),
      deleteCategoryAction: foreign(newCategory),
    },
    'app/portal/catalog/import/actions.ts': {
      confirmImportAction: foreign(newImport),
      dropImportAction: foreign(newImport),
    },
    'app/portal/branches/actions.ts': {
      createBranchAction: { on: 'own', fields: ({ text }) => ({ name: text('Sucursal') }) },
      renameBranchAction: foreign(async (own) => ({ ...(await newBranch(own, true)), name: own.text('Otra') })),
      activateBranchAction: foreign((own) => newBranch(own, false)),
      deactivateBranchAction: foreign((own) => newBranch(own, true)),
    },
  },
}
