import { redirect, unstable_rethrow } from 'next/navigation'
import { recordEvent } from '@/lib/audit/record-event'
import { type Batches, type FileColumn, fileNameOf } from '@/lib/files/columns'
import { writeCsv } from '@/lib/files/write-csv'
import { writeExcel } from '@/lib/files/write-excel'
import { describeError } from '@/lib/http/log'
import { type Asked, addressOf, askedOf, oneOf, parameter } from '@/lib/kernel/address'
import { Gate } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type Access, accessToDo, type MemberContext, type Refused, recordDeniedAccess, type Section } from './office'
import { officeService } from './office-service'
import { requestOrigin } from './origin'
import { toRead } from './reading'
import { translations } from './translations'

/** A list as a file: what it is called, its columns, and its rows as they come. */
export type TableFile<Row> = {
  /** Parts of the file's name, such as the merchant's and the day: `fileNameOf` makes them safe. */
  readonly name: readonly string[]
  /** The name of the one sheet of the Excel file. */
  readonly sheet: string
  readonly columns: readonly FileColumn<Row>[]
  readonly batches: Batches<Row>
  /** The page of the same list. A reader who asks for too big an Excel file is led there, with `file=too_many` added. */
  readonly listPath: string
}

/**
 * A file of an office, in a `route.ts` of its own beside the page of the list:
 *
 *   export const GET = officeFile(merchantSections.consumptions, async (ctx, asked) => ({ name, sheet, columns, batches, listPath }))
 *
 * The route requires of its reader what the page requires: a reader who is not signed in, or lacks the second step, is
 * led there; one who lacks the permission gets 403, and what a verb does not find is 404. The CSV is streamed a batch at
 * a time, and reading ends when the reader disconnects. Export nothing but GET: other methods are 405. Rows are read with `ctx`, which
 * writes nothing (ADR-0063); what must be recorded of the file is written with `own`.
 */
export const officeFile =
  <Context extends MemberContext, Row>(
    section: Section<Context>,
    run: (ctx: Context, asked: Asked, own: Context) => Promise<TableFile<Row>>,
  ) =>
  async (request: Request): Promise<Response> => {
    const access = await accessToDo(section)
    if (!access.granted) return refused(access)
    return tableFile(request, async (asked) => run(await toRead(access.ctx), asked, access.ctx), downloaded(access))
  }

/** The same for one document, in a `route.ts` below what it shows. */
const officeDocument =
  (extension: string, type: string) =>
  <Context extends MemberContext, Params>(
    section: Section<Context>,
    run: (
      ctx: Context,
      asked: Asked,
      params: Params,
    ) => Promise<{ readonly name: readonly string[]; readonly bytes: Uint8Array }>,
  ) =>
  async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const access = await accessToDo(section)
    if (!access.granted) return refused(access)
    try {
      const file = await run(access.ctx, askedOf(request.url), await params)
      const name = `${fileNameOf(...file.name)}.${extension}`
      await downloaded(access)(name)
      return new Response(new Uint8Array(file.bytes), { headers: headersOf(name, type) })
    } catch (error) {
      unstable_rethrow(error)
      if (error instanceof OfficeFault) return refusal(statuses[error.code] ?? 404)
      return failure(error)
    }
  }

export const officePdf = officeDocument('pdf', 'application/pdf')
export const officeJson = officeDocument('json', 'application/json')
export const officeJsonLines = officeDocument('jsonl', 'application/jsonl')
export const officePem = officeDocument('pem', 'application/x-pem-file')

/** What is told besides that something was not found. */
const statuses: Readonly<Record<string, 403 | 503>> = {
  permission_missing: 403,
  files_busy: 503,
  files_underway: 503,
  file_too_slow: 503,
  file_too_heavy: 503,
}

async function refused(access: Refused): Promise<Response> {
  const { missing, office } = access
  if (missing === 'two_step') redirect('/account/security')
  if (missing === 'support_view') return refusal(403)
  if (missing === 'operator') {
    // As its pages: to who is not of the operator nothing of its office exists.
    await recordDeniedAccess(access, missing, 'file.downloaded')
    return refusal(404)
  }
  if (missing === office.kind) redirect('/account')
  await recordDeniedAccess(access, missing, 'file.downloaded')
  return refusal(403)
}

/** Records in the office's audit trail who downloaded what. */
const downloaded =
  ({ tenant, ctx: { db, origin, user } }: Extract<Access, { granted: true }>) =>
  (name: string): Promise<void> =>
    recordEvent(db, origin, {
      ...tenant,
      userId: user.userId,
      action: 'file.downloaded',
      subjectType: 'file',
      subjectId: name,
      details: { name },
    })

/** The answer to a reader who may have the file; `given` gets the file's name when it is sent. A HEAD reads no row. */
async function tableFile<Row>(
  request: Request,
  run: (asked: Asked) => Promise<TableFile<Row>>,
  given: (name: string) => Promise<void>,
): Promise<Response> {
  try {
    const asked = askedOf(request.url)
    const { format } = fileAddress.read(asked)
    const file = await run(asked)
    const [extension, type] = types[format]
    const name = `${fileNameOf(...file.name)}.${extension}`
    const headers = headersOf(name, type)
    if (request.method === 'HEAD') return new Response(null, { headers })
    const body = format === 'csv' ? await csvBody(file) : await excelBody(file)
    await given(name)
    return new Response(body, { headers })
  } catch (error) {
    unstable_rethrow(error)
    if (error instanceof OfficeFault) return refusal(error.code === 'permission_missing' ? 403 : 404)
    return failure(error)
  }
}

/** An Excel file takes the whole processor: one is made at a time. */
const making = new Gate({ size: 1, waitMsMax: 30_000, queueMax: 20 })

const tooManyPath = (listPath: string) => `${listPath}${listPath.includes('?') ? '&' : '?'}file=too_many`

/** `?format=excel` asks for Excel, everything else for CSV. */
const fileAddress = addressOf({ format: parameter('format', oneOf(['csv', 'excel']), 'csv') })

const types = {
  csv: ['csv', 'text/csv; charset=utf-8'],
  excel: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const

const headersOf = (name: string, type: string) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
})

async function excelBody<Row>({ sheet, columns, batches, listPath }: TableFile<Row>): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = await making.run(() => writeExcel(sheet, columns, batches))
  if (workbook === undefined) redirect(tooManyPath(listPath))
  return new Uint8Array(workbook)
}

/**
 * The rows as a stream that reads no faster than its reader takes them. The first of them is read before the answer
 * begins, so that a database that cannot be reached is an error and not half a file; a later error breaks the
 * connection off, which a browser shows as a failed download.
 */
async function csvBody<Row>({ columns, batches }: TableFile<Row>): Promise<ReadableStream<Uint8Array>> {
  const chunks = writeCsv(columns, batches)
  const encoder = new TextEncoder()
  const first = [await chunks.next(), await chunks.next()]
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = first.shift() ?? (await chunks.next())
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          await note(error)
          controller.error(error)
        }
      },
      cancel: async () => {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' }

async function refusal(status: 403 | 404 | 503): Promise<Response> {
  const [missing, common, files] = await Promise.all([
    translations('missing'),
    translations('common'),
    translations('imports'),
  ])
  const texts = { 403: missing('permissionTitle'), 404: common('notFoundTitle'), 503: files('faults.files_busy') }
  const text = texts[status]
  return new Response(`${text}\n`, { status, headers: plain })
}

async function failure(error: unknown): Promise<Response> {
  const requestId = await note(error)
  const common = await translations('common')
  const text = `${common('errorTitle')}\n${common('errorReference', { reference: requestId })}\n`
  return new Response(text, { status: 500, headers: plain })
}

async function note(error: unknown): Promise<string> {
  const { requestId } = await requestOrigin()
  officeService().log.error({ requestId, fault: describeError(error) }, 'a file could not be made')
  return requestId
}
