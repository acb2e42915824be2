import type { OfficeTx } from '@/db/office'
import { listEventsOf } from '@/db/queries/offices/audit-events'
import { keepArticle, keepCategory } from '@/db/queries/offices/discount-targets'
import {
  type DiscountRecord,
  findDiscount,
  insertDiscount,
  lockDiscount,
  updateDiscount,
} from '@/db/queries/offices/discounts'
import { atMostOne } from '@/db/rows'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { attemptDiscountChange, recordDiscountChange } from './attempt-change'
import { changesBetween } from './changes'
import { type DiscountDraft, type DiscountTermsRow, rowOfDraft, type SeenDiscount } from './draft'
import { editableIn } from './status'

export type Saved = { id: number; name: string }

/**
 * A new discount of the member's merchant: a draft, or published at once. Throws `permission_missing`, `valid_to_past`, and
 * `category_unknown` or `article_unknown` for what is not this merchant's.
 */
export function createDiscount(ctx: OfficeContext, draft: DiscountDraft, publish: boolean): Promise<Saved> {
  const { merchantId } = ctx.member
  return attemptDiscountChange(ctx, { action: 'discount.created' }, async (tx) => {
    const row = rowOfDraft(draft)
    await demandTarget(tx, merchantId, row)
    const status = publish ? 'published' : 'draft'
    const id = await insertDiscount(tx, merchantId, { ...row, status })
    await demandFuture(tx, merchantId, id)
    const { name } = row
    await recordDiscountChange(tx, ctx, { action: 'discount.created', discountId: id }, { name })
    if (publish)
      await recordDiscountChange(tx, ctx, { action: 'discount.published', discountId: id }, { name, from: 'draft' })
    return { id, name }
  })
}

/**
 * Changes a discount as it was when its form was opened. Authorizations that stand keep the terms that they froze (D40); a limit may
 * be lowered below what is used: then nothing more is granted. Throws `not_found`, `ended`, `changed_meanwhile` (with who did
 * it, when, and the version that there is now), `fixed_after_publication`, and what `createDiscount` throws.
 */
export function changeDiscount(ctx: OfficeContext, seen: SeenDiscount, draft: DiscountDraft): Promise<Saved> {
  const { merchantId } = ctx.member
  return attemptDiscountChange(ctx, { action: 'discount.changed', discountId: seen.id }, async (tx) => {
    const current = await lockedDiscount(tx, merchantId, seen.id)
    const editable = editableIn[current.status]
    if (editable === undefined) throw new OfficeFault('ended', { values: { name: current.name } })
    if (current.version !== seen.version) throw await changedMeanwhile(tx, merchantId, current)
    const row = rowOfDraft(draft, current)
    if (editable === 'terms') demandSameKind(current, row)
    const changes = changesBetween(current, row)
    if (changes.length === 0) return { id: current.id, name: current.name }
    await demandTarget(tx, merchantId, row)
    await updateDiscount(tx, merchantId, current.id, row)
    if (changes.some(({ field }) => field === 'validTo')) await demandFuture(tx, merchantId, current.id)
    const details = { name: row.name, changes }
    await recordDiscountChange(tx, ctx, { action: 'discount.changed', discountId: current.id }, details)
    return { id: current.id, name: row.name }
  })
}

/** The discount as it is and stays until the transaction ends. Throws `not_found`. */
export async function lockedDiscount(tx: OfficeTx, merchantId: number, discountId: number): Promise<DiscountRecord> {
  const isThere = await lockDiscount(tx, merchantId, discountId)
  const found = isThere ? await findDiscount(tx, merchantId, discountId) : undefined
  if (!found) throw new OfficeFault('not_found')
  return found
}

/** Who was first and when, empty for the operator of the network; `at` is for the page to put into words. */
export async function changedMeanwhile(
  tx: OfficeTx,
  merchantId: number,
  current: DiscountRecord,
): Promise<OfficeFault> {
  const last = atMostOne(await listEventsOf(tx, merchantId, { type: 'discount', id: current.id }, 1))
  const values = {
    by: last?.userName ?? '',
    at: (last?.occurredAt ?? new Date()).toISOString(),
    version: current.version,
  }
  return new OfficeFault('changed_meanwhile', { values: { ...values, name: current.name } })
}

const kind = [
  ['discountType', 'discountType'],
  ['scope', 'scope'],
  ['articleCategoryId', 'scope'],
  ['articleId', 'scope'],
] as const satisfies readonly [keyof DiscountTermsRow, string][]

/** Companies granted a discount for what it is on: another type or scope is another discount (ADR-0013). */
function demandSameKind(was: DiscountTermsRow, is: DiscountTermsRow): void {
  const differing = kind.find(([column]) => was[column] !== is[column])
  if (differing) throw new OfficeFault('fixed_after_publication', { field: differing[1] })
}

async function demandTarget(tx: OfficeTx, merchantId: number, row: DiscountTermsRow): Promise<void> {
  if (row.articleCategoryId !== null && !(await keepCategory(tx, merchantId, row.articleCategoryId))) {
    throw new OfficeFault('category_unknown', { field: 'articleCategoryId' })
  }
  if (row.articleId !== null && !(await keepArticle(tx, merchantId, row.articleId))) {
    throw new OfficeFault('article_unknown', { field: 'articleId' })
  }
}

/** What would be over already, on the database's clock. */
async function demandFuture(tx: OfficeTx, merchantId: number, discountId: number): Promise<void> {
  const written = await findDiscount(tx, merchantId, discountId)
  if (written?.isOver) throw new OfficeFault('valid_to_past', { field: 'validTo' })
}
