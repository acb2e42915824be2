import * as z from 'zod'
import { openHandOff } from '@/lib/hand-offs/open-hand-off'
import { publicCall } from '@/lib/web/public-call'
import type { Opened } from '../answers'

/** What a link holds, to the first who asks: only the press of a button sends this. */
export const POST = publicCall(z.object({ handle: z.string().max(100) }), async (ctx, { handle }): Promise<Opened> => {
  const { kind, name, clientId, ciphertext, branch, terminal, watch } = await openHandOff(ctx, handle)
  return {
    kind,
    name,
    clientId: clientId ?? null,
    ciphertext,
    branchId: branch?.id ?? null,
    terminal: terminal ?? null,
    watch: watch.reveal(),
  }
})
