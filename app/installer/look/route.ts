import * as z from 'zod'
import { showHandOff } from '@/lib/hand-offs/open-hand-off'
import { formats } from '@/lib/language/formats'
import { languages } from '@/lib/language/language'
import { publicCall } from '@/lib/web/public-call'
import type { Shown } from '../answers'

const asked = z.object({ handle: z.string().max(100), language: z.enum(languages) })

/** Whose secret a link holds. It uses nothing up. */
export const POST = publicCall(asked, async (ctx, { handle, language }): Promise<Shown> => {
  const { merchant, name, branch, terminal, expiresAt } = await showHandOff(ctx, handle)
  const until = formats(language).dateTime(expiresAt)
  return { merchant, name, branch: branch?.name ?? null, terminal: terminal ?? null, until }
})
