import { z } from 'zod'

/** As accounts are known by it: without the case that nobody's mail server tells apart. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()

/** An e-mail address as somebody types it. */
export const emailSchema = z
  .string()
  .max(300)
  .transform(normalEmail)
  .pipe(z.email({ error: 'email_invalid' }).max(254, 'email_invalid'))
