import type { ZodObject, z } from 'zod'
import { foundNoRoom } from '@/db/errors'
import type { AccountContext } from '@/lib/context'
import { readJson } from '@/lib/http/read-body'
import { failure, refusal } from './office-call'
import { accountContext } from './origin'
import { isSameOrigin } from './same-origin'

/**
 * A call of the script of a page that anybody may open, JSON in and out: `export const POST = publicCall(schema, run)`. What the
 * verb finds nothing for is 404, whatever the reason, and too many attempts are 429.
 */
export const publicCall =
  <Shape extends ZodObject, Value>(
    schema: Shape,
    run: (ctx: AccountContext, input: z.infer<Shape>) => Promise<Value>,
  ) =>
  async (request: Request): Promise<Response> => {
    try {
      if (!(await isSameOrigin())) return refusal('foreign_origin', 403)
      const parsed = schema.safeParse(await readJson(request))
      if (!parsed.success) return refusal('invalid_request', 400)
      return Response.json(await run(await accountContext(), parsed.data), {
        headers: { 'Cache-Control': 'private, no-store' },
      })
    } catch (error) {
      return foundNoRoom(error) ? refusal('busy', 503) : failure(error)
    }
  }
