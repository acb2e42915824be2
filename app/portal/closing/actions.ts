'use server'

import { compareClosing, comparisonSchema } from '@/lib/closing/compare-closing'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'
import { pageFormats } from '@/lib/web/translations'

/** How much of a comparison a page shows at most: nobody looks through more than this when nearly everything differs. */
const differencesMax = 300
const unreadMax = 20

/** Compares a POS's list with a day, and formats the amounts for the page. */
export const compareAction = officeAction(merchantSections.closing, comparisonSchema, async (ctx, input) => {
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
})
