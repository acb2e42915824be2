import * as z from 'zod'
import { listTillArticles } from '@/lib/till/list-articles'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'

/** The articles to which a discount applies, by what the cashier types of them. */
export const POST = officeCall(
  merchantSections.till,
  z.object({
    articleCategoryId: z.int().min(1).nullable(),
    articleId: z.int().min(1).nullable(),
    search: z
      .string()
      .max(100)
      .transform((text) => text.replaceAll('\0', '').trim()),
  }),
  listTillArticles,
)
