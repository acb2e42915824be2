import { env } from '@/lib/env'
import { indexForMachines, publicationOf } from '@/lib/http/developers/pages'
import { textResponse } from '@/lib/web/text-response'

export const GET = (request: Request): Promise<Response> =>
  textResponse(request, async (language) => indexForMachines(language, publicationOf(env())), 'text/plain')
