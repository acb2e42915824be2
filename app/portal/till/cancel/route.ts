import { releaseAsMember } from '@/lib/redemption/redeem-as-member'
import { releaseInput } from '@/lib/redemption/schemas'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'
import { tillContext } from '@/lib/web/till'

/** "El cliente canceló": gives the discount back (D45). */
export const POST = officeCall(
  merchantSections.till,
  releaseInput,
  async (ctx, input) => (await releaseAsMember(await tillContext(ctx), input)).value,
)
