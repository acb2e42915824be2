import { z } from 'zod'
import { nameUpTo } from '@/lib/kernel/names'

export const articleNameLengthMax = 200
export const categoryNameLengthMax = 80
export const skuLengthMax = 64

export const articleName = nameUpTo(articleNameLengthMax)
export const categoryName = nameUpTo(categoryNameLengthMax)

/** As in the items of a purchase (D19): trimmed, 1 to 64 characters, exact and case-sensitive. */
export const skuSchema = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1, 'sku_missing')
      .refine((text) => [...text].length <= skuLengthMax, 'sku_too_long')
      .refine((text) => !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text), 'sku_unshowable'),
  )

/** SKUs that a person would take for one, or that a spreadsheet makes of one: case, white space and leading zeros apart. */
export const foldSku = (sku: string): string =>
  sku
    .toLowerCase()
    .replace(/\s+/gu, '')
    .replace(/^0+(?=.)/u, '')
