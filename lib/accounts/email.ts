import * as z from 'zod'

/** The form in which an account's address is stored and looked up: in lower case, since no mail server tells cases apart. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()

/** An e-mail address as somebody types it. */
export const emailSchema = z
  .string()
  .max(300)
  .transform(normalEmail)
  .pipe(z.email({ error: 'email_invalid' }).max(254, 'email_invalid'))
