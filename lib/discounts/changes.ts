import type { DiscountTermsRow } from './draft'

/** A field that a change changed, with its old and its new value, as the audit trail and the history show it. */
export type FieldChange = { readonly field: ChangedField; readonly from: string | null; readonly to: string | null }

export const changedFields = [
  'name',
  'description',
  'discountType',
  'discountValue',
  'scope',
  'articleCategoryId',
  'articleId',
  'validFrom',
  'validTo',
  'usesPerCollaboratorPerDay',
  'usesTotal',
  'budget',
  'minimumPurchase',
  'maximumDiscount',
] as const satisfies readonly (keyof DiscountTermsRow)[]

export type ChangedField = (typeof changedFields)[number]

const text = (value: string | number | Date | null): string | null =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

/** The fields that differ, in the order of the form. */
export const changesBetween = (was: DiscountTermsRow, is: DiscountTermsRow): FieldChange[] =>
  changedFields
    .map((field) => ({ field, from: text(was[field]), to: text(is[field]) }))
    .filter(({ from, to }) => from !== to)

/** Reads the changes back from the details of an event: entries of another shape are left out. */
export function changesOf(details: unknown): FieldChange[] {
  const list = typeof details === 'object' && details !== null ? (details as { changes?: unknown }).changes : undefined
  if (!Array.isArray(list)) return []
  return list.filter(
    (one): one is FieldChange =>
      typeof one === 'object' && one !== null && changedFields.includes((one as FieldChange).field),
  )
}
