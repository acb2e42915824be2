import { unstable_rethrow } from 'next/navigation'
import type { ZodObject, z } from 'zod'
import { describeError } from '@/lib/http/log'
import { problemsOf, reportingInput } from '@/lib/http/problems'
import { readJson } from '@/lib/http/read-body'
import { Fault } from '@/lib/kernel/fault'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { accessToDo, type MemberContext, recordDeniedAccess, type Section } from './office'
import { officeService } from './office-service'
import { requestOrigin } from './origin'
import { isSameOrigin } from './same-origin'
import { currentSession } from './session'

/** What a script of a page gets: the value with the service's clock, or a code, and which fields were at fault. */
export type CallAnswer<Value> =
  | { readonly value: Value; readonly now: string }
  | { readonly code: string; readonly fields?: readonly string[]; readonly requestId?: string }

/** Whose page calls: a page is not answered for a user or a tenant that its browser has turned to since. */
export const callerHeader = 'x-page-of'

const headers = { 'Cache-Control': 'private, no-store' }

/**
 * A call of a page's own script, JSON in and out, in a `route.ts` of its own: `export const POST = officeCall(section, schema, run)`.
 * Unlike a server action it can be repeated by the script until there is an answer, and says by its status whether anything can
 * have happened: 400, 404 and 409 are the verb's refusals, 401 a session that has ended, 403 what the reader may not do. All other
 * failures leave open what became of it.
 */
export const officeCall =
  <Context extends MemberContext, Shape extends ZodObject, Value>(
    section: Section<Context>,
    schema: Shape,
    run: (ctx: Context, input: z.infer<Shape>) => Promise<Value>,
  ) =>
  async (request: Request): Promise<Response> => {
    try {
      if (!(await isSameOrigin())) return refusal('foreign_origin', 403)
      const session = await currentSession()
      if (!session || session.stage === 'second_step') return refusal('session_ended', 401)
      const access = await accessToDo(section)
      if (!access.granted) {
        if (access.missing === 'two_step') return refusal('two_step_missing', 403)
        if (access.missing === 'support_view') return refusal('permission_missing', 403)
        await recordDeniedAccess(access, access.missing, 'action.called')
        return refusal('permission_missing', 403)
      }
      const { user } = access.ctx
      if (request.headers.get(callerHeader) !== `${section.office.kind}-${access.id}-${user.userId}`) {
        return refusal('office_changed', 403)
      }
      const parsed = schema.safeParse(await readJson(request), reportingInput)
      if (!parsed.success) throw new Fault('invalid_request', { problems: problemsOf(parsed.error) })
      const answer: CallAnswer<Value> = { value: await run(access.ctx, parsed.data), now: new Date().toISOString() }
      return Response.json(answer, { headers })
    } catch (error) {
      return failure(error)
    }
  }

/** What a call is answered that is not done. */
export function refusal(
  code: string,
  status: number,
  more: object = {},
  moreHeaders: Readonly<Record<string, string>> = {},
) {
  return Response.json({ code, ...more } satisfies CallAnswer<never>, {
    status,
    headers: { ...headers, ...moreHeaders },
  })
}

/** What a call is answered whose verb has thrown. */
export async function failure(error: unknown): Promise<Response> {
  // Led to sign in: the session ended since it was asked for.
  if (isNavigation(error)) return refusal('session_ended', 401)
  if (error instanceof OfficeFault && error.code === 'too_many_attempts')
    return refusal(error.code, 429, {}, { 'Retry-After': String(error.values.seconds) })
  if (error instanceof OfficeFault) return refusal(error.code, error.code === 'permission_missing' ? 403 : 404)
  const { requestId } = await requestOrigin()
  if (error instanceof Fault) {
    if (error.status >= 500) officeService().log.warn({ requestId, fault: describeError(error.cause) }, 'a call failed')
    const fields = error.problems.flatMap(({ field }) => field ?? [])
    return refusal(error.code, error.status, { fields }, error.headers)
  }
  officeService().log.error({ requestId, fault: describeError(error) }, 'a call failed')
  return refusal('unexpected', 500, { requestId })
}

function isNavigation(error: unknown): boolean {
  try {
    unstable_rethrow(error)
    return false
  } catch {
    return true
  }
}
