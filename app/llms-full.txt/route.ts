import { env } from '@/lib/env'
import { allForMachines, publicationOf } from '@/lib/http/developers/pages'
import { textResponse } from '@/lib/web/text-response'

export const GET = (request: Request): Promise<Response> =>
  textResponse(request, (language) => allForMachines(language, publicationOf(env())), 'text/plain')
