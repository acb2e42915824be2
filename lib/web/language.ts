import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { languageOfHeader } from '@/lib/http/language'
import { isLanguage, type Language } from '@/lib/language/language'
import { currentSession } from './session'

/** Holds what the reader chose while nobody was signed in. */
export const languageCookie = 'aliado_language'

/**
 * The language of a page's reader: that of the user when somebody is signed in, else what was chosen in this browser,
 * else what the browser prefers; Spanish when nothing says. A user who has not yet given the code may read in another
 * language, but changes nothing of the account by it.
 */
export const pageLanguage = cache(async (): Promise<Language> => {
  // Without the database nobody is known to be signed in: what says so is said in the language of the browser.
  const session = await currentSession().catch(() => undefined)
  if (session && session.stage !== 'second_step') return session.language
  const chosen = (await cookies()).get(languageCookie)?.value
  if (isLanguage(chosen)) return chosen
  return session?.language ?? languageOfHeader((await headers()).get('accept-language'))
})
