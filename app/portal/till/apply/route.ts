import * as z from 'zod'
import { operations } from '@/lib/http/operations'
import { applyInput } from '@/lib/redemption/schemas'
import { applyWithinMisses } from '@/lib/redemption/search-as-member'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'
import { idempotencyOf, tillContext } from '@/lib/web/till'

/** Reserves a discount, by the key that the till made for this sale. */
export const POST = officeCall(
  merchantSections.till,
  applyInput.extend({ key: z.uuid() }),
  async (ctx, { key, ...input }) =>
    applyWithinMisses(await tillContext(ctx), input, idempotencyOf(operations.applyDiscount.id, key, input)),
)
