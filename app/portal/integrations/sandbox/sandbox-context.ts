import type { SandboxContext } from '@/lib/sandbox/context'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { officeService } from '@/lib/web/office-service'

/** The member's context, with the keys by which identifications are found. */
export const sandboxContext = (ctx: MerchantMemberContext): SandboxContext => ({
  ...ctx,
  identificationKeys: officeService().identificationKeys,
})
