import { env } from '@/lib/env'
import { changesFeed } from '@/lib/http/developers/changes'
import { publicationOf } from '@/lib/http/developers/pages'
import { textResponse } from '@/lib/web/text-response'

/** What changed for who integrates, as RSS; the address with `?lang=` is the feed of one language. */
export const GET = (request: Request): Promise<Response> =>
  textResponse(request, async (language) => changesFeed(language, publicationOf(env()).facts), 'application/rss+xml')
