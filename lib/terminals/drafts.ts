import * as z from 'zod'
import { nameUpTo } from '@/lib/kernel/names'
import { terminalNameLengthMax, terminalNoteLengthMax } from './length'

/** Empty for none. */
const optional = (lengthMax: number) => z.union([z.literal('').transform(() => null), nameUpTo(lengthMax)])

const terminalId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** A till that is meant, and nothing else of it. */
export const terminalChosen = z.object({ terminalId })
export type TerminalChosen = z.output<typeof terminalChosen>

/** A till, and the one that it was before. */
export const terminalMerge = z.object({ terminalId, formerId: terminalId })
export type TerminalMerge = z.output<typeof terminalMerge>

export const terminalDescription = z.object({
  terminalId,
  name: optional(terminalNameLengthMax),
  note: optional(terminalNoteLengthMax),
})
export type TerminalDescription = z.output<typeof terminalDescription>
