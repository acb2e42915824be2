import * as z from 'zod'
import { foundNoRoom } from '@/db/errors'
import { readJson } from '@/lib/http/read-body'
import { Fault } from '@/lib/kernel/fault'
import { type SearchGroup, searchedOf } from '@/lib/search/search'
import { accessTo, type MemberContext, type Office } from './office'
import { currentSession } from './session'

const sent = z.object({ q: z.string() })

/** An answer without results: to a reader whom the office does not know (401), who may not search it, or who sends something else. */
export const refuseSearch = (status: 400 | 401 | 403 | 503): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

/**
 * Answers a search of an office to its members. The text comes in the body, so that an identification is in no address and in
 * no log of addresses (D32). Each of its statements is bounded in time; what takes longer is 503.
 */
export async function answerSearch<Context extends MemberContext>(
  office: Office<Context>,
  request: Request,
  find: (ctx: Context, text: string) => Promise<readonly SearchGroup[]>,
): Promise<Response> {
  const session = await currentSession()
  if (!session || session.stage === 'second_step') return refuseSearch(401)
  const access = await accessTo({ office, permissions: [] })
  if (!access.granted) return refuseSearch(403)
  try {
    const text = searchedOf(sent.parse(await readJson(request)).q)
    const groups = text === undefined ? [] : await find(access.ctx, text)
    return Response.json(
      groups.filter(({ hits }) => hits.length > 0),
      { headers: { 'Cache-Control': 'no-store' } },
    )
  } catch (error) {
    if (foundNoRoom(error)) return refuseSearch(503)
    if (error instanceof Fault || error instanceof z.ZodError) return refuseSearch(400)
    throw error
  }
}
