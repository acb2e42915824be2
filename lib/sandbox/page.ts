import { z } from 'zod'

/** Where a merchant's office shows its sandbox. */
export const sandboxPage = '/portal/integrations/sandbox'

/** What a button sends that asks for nothing. */
export const nothingAsked = z.object({})
