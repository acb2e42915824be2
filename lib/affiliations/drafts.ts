import { z } from 'zod'

/** A side may open so many requests within 24 hours: each sends mail to people who did not ask for it. */
export const requestsPerDayMax = 20

/** After a refusal the same side asks again only after so many days. */
export const declinedDays = 30

/** Neither halves of characters, nor what would turn the text around it about; lines are allowed. */
const showable = /^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|[\n\r\t])*$/u

const message = z
  .string()
  .nullish()
  .transform((text) => text?.normalize('NFC').trim() || null)
  .pipe(z.string().max(500, 'message_too_long').regex(showable, 'message_unshowable').nullable())

/** Whom to ask, by their RNC or by their name as it is registered, and what to tell them. */
export const affiliationDraft = z.object({
  other: z
    .string()
    .transform((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' '))
    .pipe(z.string().min(1, 'other_missing').max(200, 'other_not_found')),
  message,
})

export type AffiliationDraft = z.output<typeof affiliationDraft>

const id = z.coerce.number().int().min(1).max(2_147_483_647)

export const answeredRequest = z.object({ requestId: id })

/** The tenant on the other side, and its name as it was typed, which must be right. */
export const endedAffiliation = z.object({ otherId: id, confirmation: z.string().max(500) })

/** What of a text counts when it is an RNC: hyphens, points and spaces do not. */
export const legalIdIn = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
