import Negotiator from 'negotiator'
import type { Language } from '@/lib/language/language'
import type { ApiRequest } from './exchange'

export type { Language }

/** Clients send the same few values for ever; the map is bounded against those who do not. */
const negotiated = new Map<string, Language>()
const negotiatedMax = 500

/** Spanish, or English when `Accept-Language` prefers it (D4). */
export const languageOf = (request: ApiRequest): Language => languageOfHeader(request.headers.get('accept-language'))

/** The same, of the header's text. */
export function languageOfHeader(header: string | null): Language {
  if (!header) return 'es'
  const known = negotiated.get(header)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  const language: Language = negotiator.language(['es', 'en']) === 'en' ? 'en' : 'es'
  if (negotiated.size < negotiatedMax) negotiated.set(header, language)
  return language
}
