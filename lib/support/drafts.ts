import * as z from 'zod'

const line = (max: number, field: 'other' | 'ticket' | 'reason') =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' '))
    .pipe(
      z
        .string()
        .min(1, `${field}_missing`)
        .max(max, `${field}_too_long`)
        .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u, `${field}_unshowable`),
    )

/** Into whose office, by their RNC or by their name as it is registered; and why, as they will read it. */
export const supportViewDraft = z.object({
  side: z.enum(['merchant', 'company']),
  other: line(200, 'other'),
  ticket: line(40, 'ticket'),
  reason: line(300, 'reason'),
})

export type SupportViewDraft = z.output<typeof supportViewDraft>

export const revokedView = z.object({ viewId: z.coerce.number().int().min(1).max(2_147_483_647) })
