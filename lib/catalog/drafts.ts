import * as z from 'zod'
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

/** Folds SKUs that people confuse, or that a spreadsheet makes of one another: without case, white space and leading zeros. */
export const foldSku = (sku: string): string =>
  sku
    .toLowerCase()
    .replace(/\s+/gu, '')
    .replace(/^0+(?=.)/u, '')

export const branchNameLengthMax = 80

/** Forms send texts. */
const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** Empty for none. */
const categoryId = z.union([z.literal('').transform(() => null), id])

export const articleDraft = z.object({ sku: skuSchema, name: articleName, categoryId })
export const articleChange = z.object({ articleId: id, name: articleName, categoryId })
export const articleChosen = z.object({ articleId: id })
export const categoryDraft = z.object({ name: categoryName })
export const categoryChange = z.object({ categoryId: id, name: categoryName })
export const categoryChosen = z.object({ categoryId: id })
export const branchDraft = z.object({ name: nameUpTo(branchNameLengthMax) })
export const branchChange = z.object({ branchId: id, name: nameUpTo(branchNameLengthMax) })
export const branchChosen = z.object({ branchId: id })
export const importChosen = z.object({ importId: id })
export const importConfirmed = z.object({ importId: id, seen: z.string().max(100) })
