import { keepArticle, keepCategory, searchArticles, searchCategories } from '@/db/queries/offices/discount-targets'
import {
  countActiveAuthorizations,
  findDiscount,
  insertDiscount,
  listDiscounts as listDiscountRecords,
  listGrants,
  lockDiscount,
  sumDiscountUse,
  updateDiscount,
} from '@/db/queries/offices/discounts'
import { rowOfDraft } from '@/lib/discounts/draft'
import { discountFilterOf } from '@/lib/discounts/filter'
import { findTargets, listDiscounts } from '@/lib/discounts/list-discounts'
import { duplicateDiscount, moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount, createDiscount } from '@/lib/discounts/save-discount'
import { showDiscount, showDiscountToChange } from '@/lib/discounts/show-discount'
import { draftOf } from '../../fixtures/discount-forms'
import { type Cases, change, lock, of, own } from './matrix'

const all = { ...discountFilterOf({}), limit: 10 }

const onArticle = (articleId: number) => draftOf({ scope: 'article', articleId: String(articleId) })

export const cases: Cases = {
  'db/queries/offices/discounts#listDiscounts': own(({ tx, mine }) => listDiscountRecords(tx, mine.merchantId, all)),
  'db/queries/offices/discounts#findDiscount': of(({ tx, mine }, { discountId }) =>
    findDiscount(tx, mine.merchantId, discountId),
  ),
  'db/queries/offices/discounts#lockDiscount': lock(({ tx, mine }, { discountId }) =>
    lockDiscount(tx, mine.merchantId, discountId),
  ),
  'db/queries/offices/discounts#insertDiscount': own(({ tx, mine }) =>
    insertDiscount(tx, mine.merchantId, { ...rowOfDraft(draftOf()), status: 'draft' }),
  ),
  'db/queries/offices/discounts#updateDiscount': change(({ tx, mine }, { discountId }) =>
    updateDiscount(tx, mine.merchantId, discountId, { status: 'paused' }),
  ),
  'db/queries/offices/discounts#countActiveAuthorizations': of(({ tx, mine }, { discountId }) =>
    countActiveAuthorizations(tx, mine.merchantId, discountId),
  ),
  'db/queries/offices/discounts#sumDiscountUse': of(({ tx, mine }, { discountId }) =>
    sumDiscountUse(tx, mine.merchantId, discountId),
  ),
  'db/queries/offices/discounts#listGrants': of(({ tx, mine }, { discountId }) =>
    listGrants(tx, mine.merchantId, discountId),
  ),

  'db/queries/offices/discount-targets#searchArticles': of(({ tx, mine }, { sku }) =>
    searchArticles(tx, mine.merchantId, sku, 10),
  ),
  'db/queries/offices/discount-targets#searchCategories': of(({ tx, mine }, { mark }) =>
    searchCategories(tx, mine.merchantId, mark, 10),
  ),
  'db/queries/offices/discount-targets#keepArticle': of(({ tx, mine }, { articleId }) =>
    keepArticle(tx, mine.merchantId, articleId),
  ),
  'db/queries/offices/discount-targets#keepCategory': of(({ tx, mine }, { categoryId }) =>
    keepCategory(tx, mine.merchantId, categoryId),
  ),

  'lib/discounts/list-discounts#listDiscounts': own(({ ctx }) => listDiscounts(ctx, discountFilterOf({}))),
  'lib/discounts/list-discounts#findTargets': of(({ ctx }, { sku }) => findTargets(ctx, 'article', sku)),
  'lib/discounts/show-discount#showDiscount': of(({ ctx }, { discountId }) => showDiscount(ctx, discountId)),
  'lib/discounts/show-discount#showDiscountToChange': of(({ ctx }, { discountId }) =>
    showDiscountToChange(ctx, discountId),
  ),
  'lib/discounts/save-discount#createDiscount': of(({ ctx }, { articleId }) =>
    createDiscount(ctx, onArticle(articleId), true),
  ),
  'lib/discounts/save-discount#changeDiscount': of(({ ctx }, { discountId }) =>
    changeDiscount(ctx, { id: discountId, version: 1 }, draftOf()),
  ),
  'lib/discounts/move-discount#moveDiscount': of(({ ctx }, { discountId }) =>
    moveDiscount(ctx, 'pause', { id: discountId, version: 1 }),
  ),
  'lib/discounts/move-discount#duplicateDiscount': of(({ ctx }, { discountId }) =>
    duplicateDiscount(ctx, discountId, (name) => name),
  ),
}
