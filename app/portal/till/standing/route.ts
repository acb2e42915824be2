import * as z from 'zod'
import { findStanding } from '@/lib/redemption/find-standing'
import { merchantSections } from '@/lib/web/merchant-office'
import { officeCall } from '@/lib/web/office-call'
import { tillContext } from '@/lib/web/till'

const text = z.string().min(1).max(64)

/** What became of an apply whose answer was lost, or what an authorization is now. */
export const POST = officeCall(
  merchantSections.till,
  z.object({ applyKey: z.uuid(), authorizationCode: text.optional(), reference: text }),
  async (ctx, { applyKey, authorizationCode, reference }) =>
    findStanding(
      await tillContext(ctx),
      authorizationCode === undefined ? { applyKey: applyKey.toLowerCase() } : { authorizationCode, reference },
    ),
)
