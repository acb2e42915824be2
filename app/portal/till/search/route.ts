import { eligibilityInput } from '@/lib/redemption/schemas'
import { checkAsMember } from '@/lib/redemption/search-as-member'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'
import { tillContext } from '@/lib/web/till'

/** The benefits of the customer who stands at the till. */
export const POST = officeCall(merchantSections.till, eligibilityInput, async (ctx, input) =>
  checkAsMember(await tillContext(ctx), input),
)
