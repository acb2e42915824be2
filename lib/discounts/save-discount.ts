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
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { changesBetween } from './changes'
import { type DiscountDraft, type DiscountTermsRow, rowOfDraft, type SeenDiscount } from './draft'
import { discountsPermission } from './permission'
import { editableIn } from './status'

export type Saved = { id: number; name: string }

/**
 * A new discount of the member's merchant: a draft, or published at once. Throws `permission_missing`, `valid_to_past`, and
 * `category_unknown` or `article_unknown` for one that is not this merchant's.
 */
export function createDiscount(ctx: OfficeContext, draft: DiscountDraft, publish: boolean): Promise<Saved> {
  const { merchantId, userId } = ctx.member
  const asked = { permission: discountsPermission, action: 'discount.created' } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const row = rowOfDraft(draft)
    await requireTarget(tx, merchantId, row)
    const status = publish ? 'published' : 'draft'
    const id = await insertDiscount(tx, merchantId, { ...row, status })
    await requireFuture(tx, merchantId, id)
    const { name } = row
    await record({ name }, { type: 'discount', id })
    if (publish) {
      const published = { action: 'discount.published', subjectType: 'discount', subjectId: id } as const
      await recordEvent(tx, ctx.origin, { ...published, merchantId, userId, details: { name, from: 'draft' } })
    }
    return { id, name }
  })
}

/**
 * Changes a discount, if it is still as when its form was opened. Active authorizations keep their frozen terms (D40). A limit
 * may be lowered below what is used: nothing more is granted then. Throws `not_found`, `ended`, `changed_meanwhile` (with who
 * changed it, when, and the current version), `fixed_after_publication`, and what `createDiscount` throws.
 */
export function changeDiscount(ctx: OfficeContext, seen: SeenDiscount, draft: DiscountDraft): Promise<Saved> {
  const { merchantId } = ctx.member
  return attempt(ctx, { ...changeOf(merchantId, seen.id), action: 'discount.changed' }, async ({ tx, record }) => {
    const current = await requireDiscount(tx, merchantId, seen.id)
    const editable = editableIn[current.status]
    if (editable === undefined) throw new OfficeFault('ended', { values: { name: current.name } })
    if (current.version !== seen.version) throw await changedMeanwhile(tx, merchantId, current)
    const row = rowOfDraft(draft, current)
    if (editable === 'terms') requireSameKind(current, row)
    const changes = changesBetween(current, row)
    if (changes.length === 0) return { id: current.id, name: current.name }
    await requireTarget(tx, merchantId, row)
    await updateDiscount(tx, merchantId, current.id, row)
    if (changes.some(({ field }) => field === 'validTo')) await requireFuture(tx, merchantId, current.id)
    await record({ name: row.name, changes })
    return { id: current.id, name: row.name }
  })
}

/** A change of an existing discount, which stays locked until the transaction ends. */
export const changeOf = (merchantId: number, id: number) =>
  ({
    permission: discountsPermission,
    subject: { type: 'discount', id },
    lock: (tx: OfficeTx) => lockDiscount(tx, merchantId, id),
  }) as const

/** Throws `not_found`. */
export async function requireDiscount(tx: OfficeTx, merchantId: number, discountId: number): Promise<DiscountRecord> {
  const found = await findDiscount(tx, merchantId, discountId)
  if (!found) throw new OfficeFault('not_found')
  return found
}

/**
 * The fault that says who changed it first and when: `by` is empty for the operator of the network, and the page formats `at`.
 */
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

/** Refuses another type or scope, which would make another discount: companies granted it for what it applies to (ADR-0013). */
function requireSameKind(was: DiscountTermsRow, is: DiscountTermsRow): void {
  const differing = kind.find(([column]) => was[column] !== is[column])
  if (differing) throw new OfficeFault('fixed_after_publication', { field: differing[1] })
}

async function requireTarget(tx: OfficeTx, merchantId: number, row: DiscountTermsRow): Promise<void> {
  if (row.articleCategoryId !== null && !(await keepCategory(tx, merchantId, row.articleCategoryId))) {
    throw new OfficeFault('category_unknown', { field: 'articleCategoryId' })
  }
  if (row.articleId !== null && !(await keepArticle(tx, merchantId, row.articleId))) {
    throw new OfficeFault('article_unknown', { field: 'articleId' })
  }
}

/** Refuses a discount whose time is over already, by the database's clock. */
async function requireFuture(tx: OfficeTx, merchantId: number, discountId: number): Promise<void> {
  const written = await findDiscount(tx, merchantId, discountId)
  if (written?.isOver) throw new OfficeFault('valid_to_past', { field: 'validTo' })
}
