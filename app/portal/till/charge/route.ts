import * as z from 'zod'
import { operations } from '@/lib/http/operations'
import { chargeAsMember } from '@/lib/redemption/redeem-as-member'
import { consumeInput } from '@/lib/redemption/schemas'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'
import { idempotencyOf, tillContext } from '@/lib/web/till'

/** "Cobrado": the sale was paid, by the key that the till made for it. */
export const POST = officeCall(
  merchantSections.till,
  consumeInput.extend({ key: z.uuid() }),
  async (ctx, { key, ...input }) => {
    const idempotency = idempotencyOf(operations.registerConsumption.id, key, input)
    return (await chargeAsMember(await tillContext(ctx), input, idempotency)).value
  },
)
