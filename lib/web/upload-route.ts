import { describeError } from '@/lib/http/log'
import { writeAddress } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { readingPool } from './file-pools'
import type { AskerOf, OutputOf } from './file-verbs'
import { accessToDo, type MemberContext, type Section } from './office'
import { officeService } from './office-service'
import { requestOrigin } from './origin'
import { isSameOrigin } from './same-origin'
import { answerHeaders } from './security-headers'
import { type Sending, sendingOf } from './sending'
import { currentSession } from './session'

/** What a script that sends the file itself gets: where to go, or why not. */
export type UploadAnswer =
  | { readonly location: string }
  | { readonly code: string; readonly values: Readonly<Record<string, string | number>> }

/** The same for a file that is read and not kept. */
export type ReadAnswer = UploadAnswer | OutputOf<'readPosList'>

/**
 * A form that uploads one file, as `file`, in a `route.ts` of its own:
 * `export const POST = officeUpload(section, page, verb)`. A server action could not do this: all of them share one
 * bound on their bodies, of 1 MB. Nothing of the body is read until its sender is known to have access and has a place
 * in the reading pool; then no more is read than a file may have. The body is parsed, read and kept in a thread of that
 * pool, by `verb`, and `page/<id>` is its preview. A sender without access is led to `page`, which tells them what they
 * lack. A fault is shown by that page too (`?fault=` and its values), or, to a script that asks for JSON, in the answer.
 */
export const officeUpload =
  <Verb extends 'uploadArticles' | 'uploadCollaborators'>(
    section: Section<MemberContext & AskerOf<Verb>>,
    page: string,
    verb: Verb,
  ) =>
  (request: Request): Promise<Response> =>
    receiveUpload(request, page, section, async (ctx, sending, signal) => {
      const id = await readingPool().run(verb, ctx, sending, { signal, transfer: [sending.body] })
      return { location: `${page}/${id}` }
    })

/** The same for a script that sends a file of which nothing is kept, and gets what was read. */
export const officeReading =
  (section: Section<MemberContext & AskerOf<'readPosList'>>, page: string) =>
  (request: Request): Promise<Response> =>
    receiveUpload(request, page, section, (ctx, sending, signal) =>
      readingPool().run('readPosList', ctx, sending, { signal, transfer: [sending.body] }),
    )

async function receiveUpload<Context extends MemberContext>(
  request: Request,
  page: string,
  section: Section<Context>,
  work: (ctx: Context, sending: Sending, signal: AbortSignal) => Promise<ReadAnswer>,
): Promise<Response> {
  try {
    if (!(await isSameOrigin())) return new Response(null, { status: 403, headers: ownHeaders() })
    const ctx = await senderOf(section)
    if (!ctx) return answer(request, page, { location: page })
    const done = await readingPool().hold(ctx.user.userId, async () =>
      work(ctx, await sendingOf(request), request.signal),
    )
    return answer(request, page, done)
  } catch (error) {
    if (error instanceof OfficeFault) return answer(request, page, { code: error.code, values: error.values })
    const { requestId } = await requestOrigin()
    officeService().log.error({ requestId, fault: describeError(error) }, 'an upload failed')
    return answer(request, page, { code: 'unexpected', values: { reference: requestId } })
  }
}

/** The member who sends a file; undefined for everybody who may not. */
async function senderOf<Context extends MemberContext>(section: Section<Context>): Promise<Context | undefined> {
  const session = await currentSession()
  if (!session || session.stage === 'second_step') return undefined
  const access = await accessToDo(section)
  return access.granted ? access.ctx : undefined
}

function answer(request: Request, page: string, what: ReadAnswer): Response {
  if (request.headers.get('accept') === 'application/json') return Response.json(what, { headers: ownHeaders() })
  return new Response(null, { status: 303, headers: { ...ownHeaders(), Location: pathOf(page, what) } })
}

/** `proxy.ts`, which gives every other answer its headers, is not asked about a form with a file. */
const ownHeaders = () => answerHeaders({ url: officeService().env.PUBLIC_OFFICE_URL })

function pathOf(page: string, what: ReadAnswer): string {
  if ('location' in what) return what.location
  if (!('code' in what)) return page
  const values = Object.entries(what.values).map(([name, value]) => [name, String(value)] as const)
  return writeAddress(page, [['fault', what.code], ...values])
}
