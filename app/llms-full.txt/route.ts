import { env } from '@/lib/env'
import { factsOf } from '@/lib/http/developers/facts'
import { allForMachines } from '@/lib/http/developers/pages'
import { markdownResponse } from '@/lib/web/markdown-response'

export const GET = (request: Request): Promise<Response> =>
  markdownResponse(request, (language) => allForMachines(language, factsOf(env())), 'plain')
