import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { languageOfHeader } from '@/lib/http/language'
import { isLanguage, type Language } from '@/lib/language/language'

/** Holds what the reader chose while nobody was signed in. */
export const languageCookie = 'aliado_language'

/** The language of a page's reader: what they chose, else what their browser prefers; Spanish when neither says. */
export const pageLanguage = cache(async (): Promise<Language> => {
  const chosen = (await cookies()).get(languageCookie)?.value
  return isLanguage(chosen) ? chosen : languageOfHeader((await headers()).get('accept-language'))
})
