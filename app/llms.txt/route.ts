import { env } from '@/lib/env'
import { indexForMachines, publicationOf } from '@/lib/http/developers/pages'
import { markdownResponse } from '@/lib/web/markdown-response'

export const GET = (request: Request): Promise<Response> =>
  markdownResponse(request, async (language) => indexForMachines(language, publicationOf(env())), 'plain')
