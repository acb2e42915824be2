'use server'

import { closeDay, reopenClosing } from '@/lib/closing/close-day'
import { compareClosing, comparisonSchema } from '@/lib/closing/compare-closing'
import { dayToCloseSchema, differencesMax, reopeningSchema } from '@/lib/closing/drafts'
import { closingsPermission } from '@/lib/closing/permission'
import { officeAction, stepUpAction } from '@/lib/web/action'
import { merchantOffice, merchantSections } from '@/lib/web/merchant-office'
import { pageFormats } from '@/lib/web/translations'

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

const closings = { office: merchantOffice, permissions: [closingsPermission] } as const

/** Closes a day, with the comparison that the page shows, if it was made. */
export const closeDayAction = officeAction(closings, dayToCloseSchema, (ctx, input) => closeDay(ctx, input))

export const reopenAction = stepUpAction(closings, reopeningSchema, async (ctx, input) => {
  await reopenClosing(ctx, input)
})
