import { env } from '@/lib/env'
import { factsOf } from '@/lib/http/developers/facts'
import { indexForMachines } from '@/lib/http/developers/pages'
import { markdownResponse } from '@/lib/web/markdown-response'

export const GET = (request: Request): Promise<Response> =>
  markdownResponse(request, async (language) => indexForMachines(language, factsOf(env())), 'plain')
