import { env } from '@/lib/env'
import { publicationOf } from '@/lib/http/developers/pages'
import { searchIndex } from '@/lib/http/developers/search-index'
import { isLanguage } from '@/lib/language/language'

const made = new Map<string, string>()

/** `/developers/search/es.json` and `en.json`: what a browser searches in, the same for everybody (ADR-0048). */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const [language, ending, ...others] = (await params).file.split('.')
  if (!isLanguage(language) || ending !== 'json' || others.length > 0) return new Response(null, { status: 404 })
  const text = made.get(language) ?? JSON.stringify(await searchIndex(language, publicationOf(env())))
  made.set(language, text)
  return new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}
