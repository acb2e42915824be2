import { env } from '@/lib/env'
import { publicationOf } from '@/lib/http/developers/pages'
import { postmanCollection } from '@/lib/http/developers/postman'
import { textResponse } from '@/lib/web/text-response'

/** A collection for Postman, in the reader's language. */
export const GET = (request: Request): Promise<Response> =>
  textResponse(
    request,
    async (language) => `${JSON.stringify(postmanCollection(language, publicationOf(env()).facts), null, 2)}\n`,
    'application/json',
  )
