import * as z from 'zod'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { closingFilterOf } from './closing'
import { compareSales, type PosSale, readPosList } from './comparison'
import { listLengthMax } from './drafts'
import { exportClosing } from './show-closing'

/** `basis`: whether the amounts of the list are what was charged, or the purchases before the discount. */
export const comparisonSchema = z.object({
  day: z.string().max(10),
  branch: z.string().max(10).optional(),
  basis: z.enum(['final', 'purchase']),
  list: z.string().min(1, 'list_empty').max(listLengthMax, 'list_too_long'),
})

type Ctx = Parameters<typeof exportClosing>[0]

/**
 * Compares a POS's list of a day with what was consumed that day, by reference and to the cent. `unread` are the numbers of the
 * lines without a reference and an amount. Throws `permission_missing`, and `list_empty` when there is no sale in the list.
 */
export async function compareClosing(ctx: Ctx, { day, branch, basis, list }: z.infer<typeof comparisonSchema>) {
  const rows = exportClosing(ctx, closingFilterOf({ day, branch: branch ?? '' }, new Date()))
  const { sales, unread } = readPosList(list)
  if (sales.length === 0) throw new OfficeFault('list_empty', { field: 'list' })
  const consumed: PosSale[] = []
  for await (const batch of rows) {
    for (const { reference, finalCents, purchaseCents } of batch) {
      consumed.push({ reference, cents: basis === 'final' ? finalCents : purchaseCents })
    }
  }
  return { ...compareSales(consumed, sales), unread }
}
