import { type FilledRow, fillWithIds, type Tx } from '@/db/queries/network-load/network'
import { type Cents, numericOfCents } from '@/lib/kernel/money'
import { fillLists } from './fill-lists'
import { type Ids, idAt, known } from './ids'
import type { MerchantOfFile } from './shape'

export type LoadedMerchant = {
  readonly merchant: MerchantOfFile
  readonly merchantId: number
  readonly branches: Ids
  readonly categories: Ids
  readonly articles: Ids
  readonly discounts: Ids
}

type DiscountOfFile = MerchantOfFile['discounts'][number]

const pesos = (cents: Cents | null | undefined): string | null =>
  cents === null || cents === undefined ? null : numericOfCents(cents)

function discountRow(
  given: DiscountOfFile,
  merchantId: number,
  categories: Ids,
  articles: Ids,
): FilledRow<'discounts'> {
  const { scope, limits } = given
  return {
    merchant_id: merchantId,
    key: given.key,
    name: given.name,
    description: given.description,
    status: given.status,
    discount_type: given.type,
    discount_value: numericOfCents(given.value),
    scope: scope.kind,
    article_category_id: scope.kind === 'category' ? known(categories.get(scope.category)) : null,
    article_id: scope.kind === 'article' ? known(articles.get(scope.sku)) : null,
    valid_from: given.validFrom,
    valid_to: given.validTo,
    uses_per_collaborator_per_day: limits?.perCollaboratorPerDay ?? null,
    uses_total: limits?.usesTotal ?? null,
    budget: pesos(limits?.budget),
    minimum_purchase: pesos(limits?.minimumPurchase),
    maximum_discount: pesos(limits?.maximumDiscount),
  }
}

/**
 * Writes the merchants as the file has them, with their branches, categories, articles and discounts, and returns their
 * ids in the order of the file. What the file does not name stays; an article created in an office under the same SKU
 * becomes the file's. A discount that has ended stays as it is: a file does not restore it.
 */
export async function loadMerchants(tx: Tx, merchants: readonly MerchantOfFile[]): Promise<LoadedMerchant[]> {
  const ids = await fillWithIds(
    tx,
    'merchants',
    merchants.map(({ key, name, legalId, enabled, lateNotificationHours, missesPerMinute }) => ({
      key,
      name,
      legal_id: legalId,
      enabled,
      late_notification_hours: lateNotificationHours,
      misses_per_minute: missesPerMinute,
    })),
  )
  const owners = merchants.map((merchant, at) => ({ merchant, merchantId: idAt(ids, at) }))
  const branches = await fillLists(tx, 'branches', owners, ({ merchant, merchantId }) =>
    merchant.branches.map(({ key, name, active }) => [key, { merchant_id: merchantId, key, name, active }]),
  )
  const categories = await fillLists(tx, 'article_categories', owners, ({ merchant, merchantId }) =>
    merchant.categories.map(({ key, name }) => [key, { merchant_id: merchantId, key, name }]),
  )
  const articles = await fillLists(tx, 'articles', owners, ({ merchant, merchantId }, at) =>
    merchant.articles.map(({ sku, name, category }) => {
      const categoryId = category === null ? null : known(known(categories[at]).get(category))
      return [sku, { merchant_id: merchantId, sku, name, article_category_id: categoryId }]
    }),
  )
  const discounts = await fillLists(tx, 'discounts', owners, ({ merchant, merchantId }, at) =>
    merchant.discounts.map((given) => [
      given.key,
      discountRow(given, merchantId, known(categories[at]), known(articles[at])),
    ]),
  )
  return owners.map((owner, at) => ({
    ...owner,
    branches: known(branches[at]),
    categories: known(categories[at]),
    articles: known(articles[at]),
    discounts: known(discounts[at]),
  }))
}
