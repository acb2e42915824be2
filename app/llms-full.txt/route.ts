import { env } from '@/lib/env'
import { allForMachines, publicationOf } from '@/lib/http/developers/pages'
import { markdownResponse } from '@/lib/web/markdown-response'

export const GET = (request: Request): Promise<Response> =>
  markdownResponse(request, (language) => allForMachines(language, publicationOf(env())), 'plain')
