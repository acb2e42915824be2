import { nameUpTo } from '@/lib/kernel/names'

/** How others know somebody, on pages and in mails: one line, so that no name can write a letter of its own. */
export const personName = nameUpTo(200)
