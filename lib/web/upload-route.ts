import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import { fileLimits } from '@/lib/files/limits'
import { describeError } from '@/lib/http/log'
import { readBytes } from '@/lib/http/read-body'
import { Fault } from '@/lib/kernel/fault'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { office } from './office'
import { requestOrigin } from './origin'
import { isSameOrigin } from './same-origin'
import { type AtCompany, type AtWork, companyAccess, currentSession, memberAccess } from './session'

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }

/** What a script that sends the file itself gets: where to go, or why not. */
export type UploadAnswer =
  | { readonly location: string }
  | { readonly code: string; readonly values: Readonly<Record<string, string | number>> }

/** Keeps the file and gives the path of its preview. */
type Keep = (file: UploadedFile) => Promise<string>

/** The form's other parts and the marks between them; and a file that is a little too large is read, so that its sender hears why. */
const envelopeBytesMax = 1024 * 1024

/**
 * A form that uploads one file, as `file`, in a `route.ts` of its own: `export const POST = memberUpload(permission, page, run)`.
 * A server action could not: all of them share one bound on their bodies, of 1 MB. Nothing is read of the body until its sender
 * is who may send it; then not more than a file may have. Whoever may not is led to `page`, which tells them what they lack. A fault
 * is told by that page too (`?fault=` and its values), or, to a script that asks for JSON, by the answer.
 */
export const memberUpload =
  (permission: MerchantPermission, page: string, run: (ctx: AtWork, file: UploadedFile) => Promise<string>) =>
  (request: Request): Promise<Response> =>
    receiveUpload(request, page, async () => {
      const session = await currentSession()
      if (!session || session.stage === 'second_step') return undefined
      const access = await memberAccess(permission)
      return access.granted ? (file) => run(access.ctx, file) : undefined
    })

/** The same for a company's office. */
export const companyUpload =
  (permission: CompanyPermission, page: string, run: (ctx: AtCompany, file: UploadedFile) => Promise<string>) =>
  (request: Request): Promise<Response> =>
    receiveUpload(request, page, async () => {
      const session = await currentSession()
      if (!session || session.stage === 'second_step') return undefined
      const access = await companyAccess(permission)
      return access.granted ? (file) => run(access.ctx, file) : undefined
    })

/** The same for an office of others: `access` gives what keeps the file, or undefined to who may not send one. */
export async function receiveUpload(
  request: Request,
  page: string,
  access: () => Promise<Keep | undefined>,
): Promise<Response> {
  try {
    if (!(await isSameOrigin())) return new Response(null, { status: 403, headers: unstored })
    const keep = await access()
    if (!keep) return answer(request, page, { location: page })
    return answer(request, page, { location: await keep(await fileOf(request)) })
  } catch (error) {
    if (error instanceof OfficeFault) return answer(request, page, { code: error.code, values: error.values })
    const { requestId } = await requestOrigin()
    office().log.error({ requestId, fault: describeError(error) }, 'an upload failed')
    return answer(request, page, { code: 'unexpected', values: { reference: requestId } })
  }
}

const unstored = { 'Cache-Control': 'private, no-store' }

function answer(request: Request, page: string, what: UploadAnswer): Response {
  if (request.headers.get('accept') === 'application/json') return Response.json(what, { headers: unstored })
  return new Response(null, { status: 303, headers: { ...unstored, Location: pathOf(page, what) } })
}

function pathOf(page: string, what: UploadAnswer): string {
  if ('location' in what) return what.location
  const values = Object.entries(what.values).map(([name, value]): [string, string] => [name, String(value)])
  return `${page}?${new URLSearchParams([['fault', what.code], ...values])}`
}

async function fileOf(request: Request): Promise<UploadedFile> {
  const bytes = await readBytes(request, fileLimits.bytesMax + envelopeBytesMax).catch(asTooLarge)
  const type = request.headers.get('content-type') ?? ''
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File) || (file.name === '' && file.size === 0)) throw new OfficeFault('file_missing')
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

function asTooLarge(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'payload_too_large') throw error
  throw new OfficeFault('file_too_large', { values: { megabytes: fileLimits.bytesMax / 1024 / 1024 } })
}
