import { isLanguage, type Language } from '@/lib/language/language'
import { pageLanguage } from '@/lib/web/language'

/** A text for machines in the reader's language, or in that of `?lang=es` or `?lang=en`; 404 where there is none. */
export async function textResponse(
  request: Request,
  textOf: (language: Language) => Promise<string | undefined>,
  type: 'text/markdown' | 'text/plain' | 'application/json' | 'application/rss+xml',
): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('lang')
  const text = await textOf(isLanguage(asked) ? asked : await pageLanguage())
  const headers = { 'Content-Type': `${type}; charset=utf-8`, Vary: 'Accept, Accept-Language, Cookie' }
  if (text === undefined) return new Response(null, { status: 404, headers })
  return new Response(text, { headers })
}
