'use server'

import { compareClosing, comparisonSchema } from '@/lib/closing/compare-closing'
import { memberAction } from '@/lib/web/action'
import { pageFormats } from '@/lib/web/translations'

/** What a page shows of a comparison that found little but differences: more than these nobody looks through. */
const differencesMax = 300
const unreadMax = 20

/** Compares a POS's list with a day, its amounts written for the page. */
export const compareAction = memberAction(
  { schema: comparisonSchema, permission: 'merchant.consumptions.read' },
  async (ctx, input) => {
    const { amount } = await pageFormats()
    const { equal, differences, oursCents, theirsCents, unread } = await compareClosing(ctx, input)
    return {
      equal,
      different: differences.length,
      ours: amount(oursCents),
      theirs: amount(theirsCents),
      difference: amount(oursCents - theirsCents),
      differences: differences.slice(0, differencesMax).map(({ reference, ours, theirs }) => ({
        reference,
        ours: ours === null ? null : amount(ours),
        theirs: theirs === null ? null : amount(theirs),
        difference: amount((ours ?? 0n) - (theirs ?? 0n)),
      })),
      unread: unread.slice(0, unreadMax),
      unreadMore: Math.max(0, unread.length - unreadMax),
    }
  },
)
