import * as z from 'zod'
import { amountCentsMax, type Cents, numericOfCents } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { whenSound } from '@/lib/kernel/when-sound'
import { addDays, localDayOf, localDayOfText, startOfDay } from '@/lib/language/days'
import { type FigureUnit, readFigure } from './figures'
import { daysOfValidity } from './validity'

/**
 * What the form of a discount accepts, within the bounds of the network file (lib/network-file/shape.ts) and the database's
 * checks.
 */

export const nameLengthMax = 200
export const descriptionLengthMax = 2000
export const integerMax = 2_147_483_647
export const budgetCentsMax: Cents = 99_999_999_999_999n

const oneLine = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u
const manyLines = /^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|[\t\n])*$/u

const name = z
  .string('name_missing')
  .transform((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' '))
  .pipe(z.string().min(1, 'name_missing').max(nameLengthMax, 'name_too_long').regex(oneLine, 'name_unshowable'))

const description = z
  .string('description_missing')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'description_missing')
      .max(descriptionLengthMax, 'description_too_long')
      .regex(manyLines, 'description_unshowable'),
  )

type Bounds = { readonly most: bigint; readonly small: string; readonly large: string }

/** Reads a figure within bounds, or returns the code of its fault. */
function boundFigure(text: string, unit: FigureUnit, { most, small, large }: Bounds): bigint | string {
  const value = readFigure(text, unit)
  if (typeof value === 'string') return value
  return value <= 0n ? small : value > most ? large : value
}

/** Reads a figure within bounds; an empty one is `undefined`. */
const figure = (unit: FigureUnit, bounds: Bounds) =>
  z
    .string()
    .optional()
    .transform((text, context): bigint | undefined => {
      if (text === undefined || text.trim() === '') return undefined
      const value = boundFigure(text, unit, bounds)
      if (typeof value === 'bigint') return value
      context.addIssue(value)
      return z.NEVER
    })

const amountBounds = (most: Cents, large = 'amount_too_large') => ({ most, small: 'amount_not_positive', large })
const amount = (most: Cents, large?: string) => figure('pesos', amountBounds(most, large))
const count = figure('uses', {
  most: BigInt(integerMax),
  small: 'count_not_positive',
  large: 'count_too_large',
}).transform((value) => (value === undefined ? undefined : Number(value)))

/** The unit and the bounds of the value, by discount type. */
const valueOfType = {
  PCT: { unit: 'percent', bounds: { ...amountBounds(10_000n), large: 'percent_too_large' } },
  AMT: { unit: 'pesos', bounds: amountBounds(amountCentsMax) },
} as const

/** A day of America/Santo_Domingo; D22 says at which instants it begins and ends. */
const day = (fault: string) =>
  z
    .string(fault)
    .min(1, fault)
    .refine((text) => text === '' || localDayOfText(text) !== undefined, 'day_unreadable')

const id = z
  .string()
  .optional()
  .transform((text) =>
    text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= integerMax ? Number(text) : undefined,
  )

export const discountDraft = z
  .object({
    name,
    description,
    discountType: z.enum(['PCT', 'AMT'], 'type_missing'),
    /** As typed: `readValue` reads it by the discount type. */
    value: z.string().default(''),
    scope: z.enum(['store', 'category', 'article'], 'scope_missing'),
    articleCategoryId: id,
    articleId: id,
    validFrom: day('valid_from_missing'),
    /** The last day, included as a whole (D22). */
    validTo: day('valid_to_missing'),
    usesPerCollaboratorPerDay: count,
    usesTotal: count,
    budget: amount(budgetCentsMax, 'budget_too_large'),
    minimumPurchase: amount(amountCentsMax),
    maximumDiscount: amount(amountCentsMax),
  })
  .superRefine((given, context) => {
    const value = readValue(given)
    if (typeof value === 'string') context.addIssue({ code: 'custom', path: ['value'], message: value })
  }, whenSound('discountType'))
  .superRefine(({ scope, articleCategoryId, articleId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (scope === 'category' && articleCategoryId === undefined) refuse('articleCategoryId', 'category_missing')
    if (scope === 'article' && articleId === undefined) refuse('articleId', 'article_missing')
  }, whenSound('scope'))
  .superRefine(
    ({ validFrom, validTo }, context) => {
      if (validTo < validFrom) context.addIssue({ code: 'custom', path: ['validTo'], message: 'valid_to_before_from' })
    },
    whenSound('validFrom', 'validTo'),
  )
/** A new one: its last day is not over by this process's clock; the verb asks the database's. */
export const newDiscountDraft = discountDraft.superRefine(({ validTo }, context) => {
  if (validTo < localDayOf(new Date()))
    context.addIssue({ code: 'custom', path: ['validTo'], message: 'valid_to_past' })
}, whenSound('validTo'))

export type DiscountDraft = z.output<typeof discountDraft>

/** The value in hundredths of a percent, or in cents; or the code of what is wrong with it, such as a percentage for an amount. */
function readValue({ discountType, value }: { discountType: 'PCT' | 'AMT'; value: string }): bigint | string {
  if (value.trim() === '') return 'value_missing'
  const { unit, bounds } = valueOfType[discountType]
  return boundFigure(value, unit, bounds)
}

/** Which discount, and the version that the form showed: a later change is not overwritten. */
export const seenDiscount = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(integerMax)),
  version: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(integerMax)),
})
export type SeenDiscount = z.output<typeof seenDiscount>

/** What the columns of a discount hold. Amounts are texts of `numeric`. */
export type DiscountTermsRow = {
  readonly name: string
  readonly description: string
  readonly discountType: 'PCT' | 'AMT'
  readonly discountValue: string
  readonly scope: 'store' | 'category' | 'article'
  readonly articleCategoryId: number | null
  readonly articleId: number | null
  readonly validFrom: Date
  readonly validTo: Date
  readonly usesPerCollaboratorPerDay: number | null
  readonly usesTotal: number | null
  readonly budget: string | null
  readonly minimumPurchase: string | null
  readonly maximumDiscount: string | null
}

/**
 * The columns of a draft. A day that did not change keeps its instant, which a network file may have set within the day; any
 * other day begins and ends at midnight (D22). Throws what is wrong with the value.
 */
export function rowOfDraft(draft: DiscountDraft, current?: { validFrom: Date; validTo: Date }): DiscountTermsRow {
  const was = current && daysOfValidity(current)
  const { budget, minimumPurchase, maximumDiscount } = draft
  const value = readValue(draft)
  if (typeof value === 'string') throw new OfficeFault(value, { field: 'value' })
  const pesos = (cents: Cents | undefined) => (cents === undefined ? null : numericOfCents(cents))
  return {
    name: draft.name,
    description: draft.description,
    discountType: draft.discountType,
    discountValue: numericOfCents(value),
    scope: draft.scope,
    articleCategoryId: draft.scope === 'category' ? (draft.articleCategoryId ?? null) : null,
    articleId: draft.scope === 'article' ? (draft.articleId ?? null) : null,
    validFrom: current && was?.validFrom === draft.validFrom ? current.validFrom : startOfDay(draft.validFrom),
    validTo: current && was?.validTo === draft.validTo ? current.validTo : startOfDay(addDays(draft.validTo, 1)),
    usesPerCollaboratorPerDay: draft.usesPerCollaboratorPerDay ?? null,
    usesTotal: draft.usesTotal ?? null,
    budget: pesos(budget),
    minimumPurchase: pesos(minimumPurchase),
    maximumDiscount: pesos(maximumDiscount),
  }
}
