import { describe, expect, it } from 'vitest'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { inputOf } from '@/lib/web/action-input'
import { type DiscountTermsRow, discountDraft, newDiscountDraft, rowOfDraft } from './draft'
import { figureOfCents, readFigure } from './figures'

const sound = {
  name: 'Diez',
  description: 'Diez por ciento',
  discountType: 'PCT',
  value: '10',
  scope: 'store',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
}

const read = inputOf(discountDraft)

/** The row for the columns, or the fault and its field. */
function outcome(fields: Record<string, string>): DiscountTermsRow | string {
  const entries = new FormData()
  for (const [name, value] of Object.entries({ ...sound, ...fields })) entries.append(name, value)
  try {
    return rowOfDraft(read(entries))
  } catch (error) {
    const { code, field } = error as { code: string; field: string }
    return `${field} ${code}`
  }
}

describe('a figure', () => {
  it.each([
    ['1250.50', 125050n],
    ['1,250.5', 125050n],
    ['RD$ 1,250', 125000n],
    ['0.01', 1n],
    ['1,234,567.89', 123456789n],
    ['12,5', 'figure_comma'],
    ['12,50', 'figure_comma'],
    ['1,25,000', 'figure_unreadable'],
    ['-5', 'figure_unreadable'],
    ['1e3', 'figure_unreadable'],
    ['diez', 'figure_unreadable'],
    ['1.005', 'too_many_decimals'],
    ['1.500', 150n],
  ])('%s is %s', (text, value) => {
    expect(readFigure(text, 'pesos')).toBe(value)
  })

  it.each([
    ['5%', 'percent', 500n],
    [' 12.5 % ', 'percent', 1250n],
    ['5%', 'pesos', 'percent_for_pesos'],
    ['5%', 'uses', 'figure_unreadable'],
    ['RD$5', 'pesos', 500n],
    ['$5', 'percent', 'pesos_for_percent'],
    ['RD$5', 'uses', 'figure_unreadable'],
    ['RD$5%', 'percent', 'pesos_for_percent'],
    ['0.125', 'quantity', 125n],
    ['5', 'uses', 5n],
  ] as const)('%s is, as %s, %s', (text, unit, value) => {
    expect(readFigure(text, unit)).toBe(value)
  })

  it('is shown as it can be read again', () => {
    for (const cents of [1n, 100n, 125050n, 99_999_999_999n])
      expect(readFigure(figureOfCents(cents), 'pesos')).toBe(cents)
  })
})

describe('a bad field of a discount', () => {
  it.each([
    [{ name: '  ' }, 'name name_missing'],
    [{ name: 'x'.repeat(201) }, 'name name_too_long'],
    [{ name: 'a\u202eb' }, 'name name_unshowable'],
    [{ description: '' }, 'description description_missing'],
    [{ description: 'x'.repeat(2001) }, 'description description_too_long'],
    [{ description: 'a\u0000b' }, 'description description_unshowable'],
    [{ discountType: 'X' }, 'discountType type_missing'],
    [{ value: '' }, 'value value_missing'],
    [{ value: '0' }, 'value amount_not_positive'],
    [{ value: '100.01' }, 'value percent_too_large'],
    [{ value: 'RD$10' }, 'value pesos_for_percent'],
    [{ discountType: 'AMT', value: '5%' }, 'value percent_for_pesos'],
    [{ maximumDiscount: '5%' }, 'maximumDiscount percent_for_pesos'],
    [{ usesTotal: '5%' }, 'usesTotal figure_unreadable'],
    [{ value: '10.001' }, 'value too_many_decimals'],
    [{ discountType: 'AMT', value: '1000000000' }, 'value amount_too_large'],
    [{ scope: '' }, 'scope scope_missing'],
    [{ scope: 'category' }, 'articleCategoryId category_missing'],
    [{ scope: 'article', articleId: '0' }, 'articleId article_missing'],
    [{ scope: 'article', articleId: '99999999999' }, 'articleId article_missing'],
    [{ validFrom: '' }, 'validFrom valid_from_missing'],
    [{ validTo: '' }, 'validTo valid_to_missing'],
    [{ validTo: '2026-02-30' }, 'validTo day_unreadable'],
    [{ validTo: '2025-12-31' }, 'validTo valid_to_before_from'],
    [{ usesTotal: '0' }, 'usesTotal count_not_positive'],
    [{ usesTotal: '1.5' }, 'usesTotal figure_unreadable'],
    [{ usesTotal: '2147483648' }, 'usesTotal count_too_large'],
    [{ usesPerCollaboratorPerDay: '0' }, 'usesPerCollaboratorPerDay count_not_positive'],
    [{ budget: '0.00' }, 'budget amount_not_positive'],
    [{ budget: '1000000000000' }, 'budget budget_too_large'],
    [{ minimumPurchase: '1000000000' }, 'minimumPurchase amount_too_large'],
    [{ maximumDiscount: '0' }, 'maximumDiscount amount_not_positive'],
  ])('%j is refused at its field', (fields, expected) => {
    expect(outcome(fields as Record<string, string>)).toBe(expected)
  })

  it('is none at the very bounds', () => {
    const row = outcome({
      name: 'x'.repeat(200),
      description: `${'x'.repeat(1998)}\n`,
      value: '100',
      usesTotal: '2147483647',
      usesPerCollaboratorPerDay: '1',
      budget: '999,999,999,999.99',
      minimumPurchase: '999999999.99',
      maximumDiscount: '0.01',
      validTo: '2026-01-01',
    })
    expect(row).toMatchObject({ discountValue: '100.00', usesTotal: 2_147_483_647, budget: '999999999999.99' })
  })
})

describe('a draft with many faults', () => {
  /** The code of each field at fault. */
  const faultsOf = (schema: typeof discountDraft, fields: Record<string, string>) => {
    const entries = new FormData()
    for (const [name, value] of Object.entries({ ...sound, ...fields })) entries.append(name, value)
    try {
      return inputOf(schema)(entries) && {}
    } catch (error) {
      if (!(error instanceof OfficeFault)) throw error
      return Object.fromEntries([error, ...error.further].map(({ field, code }) => [field, code]))
    }
  }

  it('is told all of them: of each field, and of fields that do not fit each other', () => {
    const wrong = {
      name: ' ',
      description: '',
      value: '101',
      scope: 'category',
      validFrom: '2026-05-02',
      validTo: '2026-05-01',
      usesTotal: '1.5',
      budget: 'diez',
      maximumDiscount: '0',
    }
    expect(faultsOf(discountDraft, wrong)).toEqual({
      name: 'name_missing',
      description: 'description_missing',
      value: 'percent_too_large',
      articleCategoryId: 'category_missing',
      validTo: 'valid_to_before_from',
      usesTotal: 'figure_unreadable',
      budget: 'figure_unreadable',
      maximumDiscount: 'amount_not_positive',
    })
  })

  it('is told nothing of a rule whose own fields cannot be read', () => {
    expect(faultsOf(discountDraft, { discountType: 'x', value: 'x', validFrom: 'x', scope: 'x' })).toEqual({
      discountType: 'type_missing',
      scope: 'scope_missing',
      validFrom: 'day_unreadable',
    })
  })

  it('is told, when it is new, that its last day is over', () => {
    const over = { name: '', validFrom: '2020-01-01', validTo: '2020-12-31' }
    expect(faultsOf(newDiscountDraft, over)).toEqual({ name: 'name_missing', validTo: 'valid_to_past' })
    expect(faultsOf(discountDraft, { ...over, name: 'Diez' })).toEqual({})
  })
})
