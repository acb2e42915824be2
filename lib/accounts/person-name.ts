import { nameUpTo } from '@/lib/kernel/names'

/** How others know somebody, on pages and in mails: one line, so that no name adds a line to a mail. */
export const personName = nameUpTo(200)
