import { z } from 'zod'
import { nameUpTo } from '@/lib/kernel/names'
import { terminalNameLengthMax, terminalNoteLengthMax } from './length'

/** Empty for none. */
const optional = (lengthMax: number) => z.union([z.literal('').transform(() => null), nameUpTo(lengthMax)])

export const terminalDescription = z.object({
  terminalId: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(2_147_483_647)),
  name: optional(terminalNameLengthMax),
  note: optional(terminalNoteLengthMax),
})
export type TerminalDescription = z.output<typeof terminalDescription>
