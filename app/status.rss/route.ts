import { env } from '@/lib/env'
import { statusFeed } from '@/lib/incidents/feed'
import { showStatus } from '@/lib/incidents/show-status'
import { officeService } from '@/lib/web/office-service'
import { textResponse } from '@/lib/web/text-response'

/** The incidents as RSS; 503 when they cannot be read, so that a reader of feeds asks again and forgets nothing. */
export async function GET(request: Request): Promise<Response> {
  const { db } = officeService()
  const [es, en] = await Promise.all([showStatus(db, 'es'), showStatus(db, 'en')])
  if (!es || !en) return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  const of = { es, en }
  return textResponse(
    request,
    async (language) => statusFeed(language, env().PUBLIC_OFFICE_URL, of[language]),
    'application/rss+xml',
  )
}
