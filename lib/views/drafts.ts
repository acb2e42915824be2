import * as z from 'zod'
import { nameUpTo } from '@/lib/kernel/names'

export const viewNameMax = 40

/** How many views a person keeps in one office. */
export const viewsMax = 50

/** Longer than any address that the bars of filters write. */
export const viewQueryMax = 1_000

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const viewDraft = z.object({
  list: z.string().max(40),
  name: nameUpTo(viewNameMax),
  query: z.string().max(4_000),
})

export const viewChange = z.object({
  viewId: id,
  name: nameUpTo(viewNameMax),
  /** Whether the list opens with it: a box that is ticked. */
  opens: z.literal('on').optional(),
})

export const viewChosen = z.object({ viewId: id })
