import { type FigureUnit, figureOfCents, readFigure } from '@/lib/discounts/figures'
import type { PreviewedDiscount } from '@/lib/discounts/preview'
import { daysOfValidity } from '@/lib/discounts/validity'
import type { DiscountView } from '@/lib/discounts/views'
import { present } from '@/lib/kernel/assert'
import { centsOfNumeric } from '@/lib/kernel/money'

/** What a discount's form shows, as one text for each field. */
export type FormValues = {
  readonly name: string
  readonly description: string
  readonly discountType: 'PCT' | 'AMT'
  readonly value: string
  readonly scope: 'store' | 'category' | 'article'
  readonly category: { readonly value: string; readonly label: string } | undefined
  readonly article: { readonly value: string; readonly label: string } | undefined
  readonly validFrom: string
  readonly validTo: string
  readonly usesPerCollaboratorPerDay: string
  readonly usesTotal: string
  readonly budget: string
  readonly minimumPurchase: string
  readonly maximumDiscount: string
}

/** What an existing discount adds to its form. */
export type Existing = {
  readonly id: number
  readonly version: number
  /** Whether type and scope can no longer change, because companies granted the discount with them. */
  readonly isKindFixed: boolean
  readonly isLive: boolean
  readonly activeAuthorizations: number
  /** What counts so far against a limit, also one not set yet; undefined if there is neither a limit nor any use. */
  readonly usesSoFar: { readonly count: number; readonly text: string } | undefined
  readonly amountSoFar: { readonly cents: string; readonly text: string } | undefined
}

/** The values of an empty form. */
export const emptyValues = (today: string): FormValues => ({
  name: '',
  description: '',
  discountType: 'PCT',
  value: '',
  scope: 'store',
  category: undefined,
  article: undefined,
  validFrom: today,
  validTo: '',
  usesPerCollaboratorPerDay: '',
  usesTotal: '',
  budget: '',
  minimumPurchase: '',
  maximumDiscount: '',
})

const figure = (numeric: string | null) => (numeric === null ? '' : figureOfCents(centsOfNumeric(numeric)))
const count = (value: number | null) => (value === null ? '' : String(value))

export function valuesOf(discount: DiscountView): FormValues {
  const { articleCategoryId, articleId, categoryName, articleSku, articleName } = discount
  return {
    name: discount.name,
    description: discount.description,
    discountType: discount.discountType,
    value: figure(discount.discountValue),
    scope: discount.scope,
    category:
      articleCategoryId === null
        ? undefined
        : {
            value: String(articleCategoryId),
            label: present(categoryName, 'its category has a name'),
          },
    article:
      articleId === null
        ? undefined
        : {
            value: String(articleId),
            label: `${present(articleSku, 'its article has a SKU')} · ${present(articleName, 'its article has a name')}`,
          },
    ...daysOfValidity(discount),
    usesPerCollaboratorPerDay: count(discount.usesPerCollaboratorPerDay),
    usesTotal: count(discount.usesTotal),
    budget: figure(discount.budget),
    minimumPurchase: figure(discount.minimumPurchase),
    maximumDiscount: figure(discount.maximumDiscount),
  }
}

/** The typed terms that an example needs. A figure that cannot be read yet is left out; without a value there is no example. */
export function previewedOf(typed: TypedTerms, usedCents: bigint): PreviewedDiscount | undefined {
  const read = (text: string, unit: FigureUnit = 'pesos'): bigint | undefined => {
    const value = text.trim() === '' ? undefined : readFigure(text, unit)
    return typeof value === 'bigint' && value > 0n ? value : undefined
  }
  const value = read(typed.value, typed.discountType === 'PCT' ? 'percent' : 'pesos')
  if (value === undefined || (typed.discountType === 'PCT' && value > 10_000n)) return undefined
  const budget = read(typed.budget)
  return {
    discountType: typed.discountType,
    value,
    scope: typed.scope,
    maximumDiscountCents: read(typed.maximumDiscount),
    minimumPurchaseCents: read(typed.minimumPurchase),
    budgetLeftCents: budget === undefined ? undefined : budget - usedCents,
  }
}

export type TypedTerms = Pick<
  FormValues,
  'discountType' | 'value' | 'scope' | 'budget' | 'minimumPurchase' | 'maximumDiscount' | 'usesTotal'
>

/** What the form's controls hold now; a control that is not in the form keeps its value from `before`. */
export function typedOf(form: HTMLFormElement, before: TypedTerms): TypedTerms {
  const entries = new FormData(form)
  const text = (name: string, was: string) => {
    const value = entries.get(name)
    return typeof value === 'string' ? value : was
  }
  const scope = text('scope', before.scope)
  return {
    discountType: text('discountType', before.discountType) === 'AMT' ? 'AMT' : 'PCT',
    scope: scope === 'category' || scope === 'article' ? scope : 'store',
    value: text('value', before.value),
    budget: text('budget', before.budget),
    minimumPurchase: text('minimumPurchase', before.minimumPurchase),
    maximumDiscount: text('maximumDiscount', before.maximumDiscount),
    usesTotal: text('usesTotal', before.usesTotal),
  }
}
