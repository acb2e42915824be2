import * as z from 'zod'
import { watchCalls } from '@/lib/hand-offs/watch-calls'
import { publicCall } from '@/lib/web/public-call'
import { pageFormats } from '@/lib/web/translations'
import type { Calls } from '../answers'

/** Whether the credential of a hand-off has been used since it was opened. */
export const POST = publicCall(z.object({ watch: z.string().max(100) }), async (ctx, { watch }): Promise<Calls> => {
  const { tokenAt, callAt, callOfTillAt } = await watchCalls(ctx, watch)
  const { time } = await pageFormats()
  const said = (at: Date | undefined) => (at ? time(at) : null)
  return { token: said(tokenAt), call: said(callAt), callOfTill: said(callOfTillAt) }
})
