import * as z from 'zod'
import { handOffHours } from './hours'
import { isHandle } from './link'

/** Open hand-offs of one credential: more than its tills would be a mistake. */
export const openHandOffsMax = 50

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

const bytes = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,400}$/)
  .transform((text) => Buffer.from(text, 'base64url'))

/** The nonce and the tag of the cipher, and between them something. */
const ciphertext = bytes.refine(({ length }) => length > 28 && length <= 256)

/** A name that a till can give of itself (D58); none when empty. */
const terminal = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._:-]{0,64}$/, 'terminal_unfit')
  .transform((text) => (text === '' ? null : text))

export const newHandOff = z.object({
  kind: z.enum(['api_key', 'oauth_client']),
  id,
  /** When the rotation was that made the secret; empty for the first secret. */
  since: z
    .string()
    .transform((text) => (text === '' ? null : new Date(text)))
    .pipe(z.date().nullable()),
  branchId: z.union([z.literal('').transform(() => null), id]),
  terminal,
  hours: z
    .string('hours_missing')
    .pipe(z.enum(handOffHours.map(String), 'hours_missing'))
    .transform((text) => Number(text) as (typeof handOffHours)[number]),
  handleHash: z
    .string()
    .refine(isHandle)
    .transform((text) => Buffer.from(text, 'base64url')),
  ciphertext,
})
export type NewHandOff = z.output<typeof newHandOff>

/** Which hand-off is withdrawn. */
export const withdrawal = z.object({ id })
