import { listArticles } from '@/db/queries/offices/articles'
import { listBranches } from '@/db/queries/offices/branches'
import { type DiscountRecord, listDiscounts } from '@/db/queries/offices/discounts'
import { listOAuthClients } from '@/db/queries/offices/oauth-clients'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from './permissions'

/** Ids with which the examples of the API work for a merchant, by the names that the examples have for them. */
export type ExampleValues = {
  readonly values: Readonly<Record<string, string>>
  /** What they are of: a branch, discounts. */
  readonly names: readonly string[]
}

const discountsMax = 50

/** A merchant's own ids for the examples: a branch, discounts of today, SKUs and an OAuth client. Throws `permission_missing`. */
export async function showExampleValues({ db, member }: OfficeContext): Promise<ExampleValues> {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const [branches, discounts, clients] = await Promise.all([
    listBranches(db, merchantId),
    listDiscounts(db, merchantId, {
      status: 'published',
      search: '',
      limit: discountsMax,
      before: undefined,
      after: undefined,
    }),
    listOAuthClients(db, merchantId),
  ])
  const branch = branches.find(({ active }) => active)
  const onStore = discounts.find((discount) => !isOnItems(discount))
  const onItems = discounts.find(isOnItems)
  const [first, second] = await skusOf(db, merchantId, onItems)
  const client = clients.find(({ deletedAt }) => deletedAt === null)
  const found = {
    branchId: branch?.id,
    merchantDiscountId: onStore?.id,
    itemsDiscountId: onItems?.id,
    sku1: first,
    sku2: second,
    clientId: client?.clientId,
  }
  const values = Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const named = [branch, onStore, onItems, client].flatMap((one) => (one === undefined ? [] : [one.name]))
  return { values: Object.fromEntries(values), names: named }
}

const isOnItems = ({ articleId, articleCategoryId }: DiscountRecord): boolean =>
  articleId !== null || articleCategoryId !== null

async function skusOf(
  db: OfficeContext['db'],
  merchantId: number,
  discount: DiscountRecord | undefined,
): Promise<readonly string[]> {
  if (discount === undefined) return []
  if (discount.articleSku !== null) return [discount.articleSku]
  const selection = { search: undefined, category: discount.articleCategoryId ?? undefined }
  const articles = await listArticles(db, merchantId, { ...selection, limit: 2, before: undefined, after: undefined })
  return articles.map(({ sku }) => sku)
}
