import * as z from 'zod'

/** How many proposals a side may open within 24 hours: each sends mail to people who did not ask for it. */
export const proposalsPerDayMax = 20

/** Days after a refusal before the same side may ask again. */
export const declinedDays = 30

/** No unpaired surrogates, and no characters that reverse the direction of the text around them; line breaks are allowed. */
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

export const answeredProposal = z.object({ proposalId: id })

/** The tenant on the other side, and its name as the user typed it: it must be right. */
export const endedAffiliation = z.object({ otherId: id, confirmation: z.string().max(500) })

/** The characters of a text that count in an RNC: hyphens, points and spaces do not. */
export const legalIdIn = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
