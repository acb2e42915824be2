import { headers } from 'next/headers'
import { type Language, languageOfHeader } from '@/lib/http/language'

/** The language of a page's reader: Spanish, or English when the browser prefers it. */
export const pageLanguage = async (): Promise<Language> => languageOfHeader((await headers()).get('accept-language'))
