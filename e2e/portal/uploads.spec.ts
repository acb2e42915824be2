import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { worstFiles } from '../fixtures/worst-files'
import { cookieOf } from './fixtures/action-calls'
import { expect, portalUrl, test } from './fixtures/test'

/** Issue 10, B1: whoever sends a file keeps nobody waiting but, in turn, who sends another. */

test.use({ alone: true })

const boundary = 'of-a-test'

/** What is said where the machine does not come round to a file in time. */
const laterCodes = ['files_busy', 'file_too_slow']

const bodyOf = (bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly ms: number
}

/** A request on a connection of its own. */
function send(method: string, path: string, headers: Record<string, string>) {
  const startedAt = Date.now()
  const sent = request(`${portalUrl()}${path}`, { method, headers, agent: false })
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          ms: Date.now() - startedAt,
        }),
      )
    })
  })
  return { sent, answer }
}

const begin = (cookie: string, length: number, origin = portalUrl()) =>
  send('POST', '/portal/catalog/import/upload', {
    Cookie: cookie,
    Origin: origin,
    Accept: 'application/json',
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': String(length),
  })

function upload(cookie: string, body: Buffer): Promise<Answer> {
  const { sent, answer } = begin(cookie, body.length)
  sent.end(body)
  return answer
}

function lookAt(cookie: string): Promise<Answer> {
  const { sent, answer } = send('GET', '/portal/catalog', { Cookie: cookie })
  sent.end()
  return answer
}

/** Where the preview is, or the code of why there is none. */
function saidBy({ status, text }: Answer): string {
  expect(status).toBe(200)
  const { location, code } = JSON.parse(text)
  return location === undefined ? code : location.replace(/\d+$/, '<id>')
}

test('pages are answered while eight of the worst files are read', async ({ sql, make, staff }) => {
  const newCookie = async () => cookieOf(sql, await staff.member((await make.merchant()).id), 'complete')
  const cookies = await Promise.all(Array.from({ length: 8 }, newCookie))
  const reader = await newCookie()
  const bodies = [worstFiles.cells, worstFiles.windowsLetters, worstFiles.tags, worstFiles.commas].map((make) =>
    bodyOf(make()),
  )
  const [cells = Buffer.alloc(0)] = bodies
  const worst = [...bodies, ...bodies]
  await upload(reader, bodyOf(Buffer.from('SKU,Nombre\na,b')))
  for (let n = 0; n < 5; n++) await lookAt(reader)
  const alone = await upload(reader, cells)
  expect(saidBy(alone)).toBe('/portal/catalog/import/<id>')

  let reading = true
  const uploads = Promise.all(cookies.map((cookie, n) => upload(cookie, worst[n] ?? cells))).finally(() => {
    reading = false
  })
  const looks: number[] = []
  while (reading) {
    const { status, ms } = await lookAt(reader)
    expect(status).toBe(200)
    looks.push(ms)
  }
  const answers = (await uploads).map(saidBy)
  const allowed = ['/portal/catalog/import/<id>', 'cell_too_long', 'file_inflates', 'columns_too_many']
  for (const [n, answer] of answers.entries()) expect([allowed[n % 4], ...laterCodes]).toContain(answer)
  expect(answers.filter((answer) => !laterCodes.includes(answer)).length).toBeGreaterThan(0)

  // Where files are read by what answers pages, a page waits for one file at least, and mostly for several.
  const inOrder = looks.toSorted((one, other) => one - other)
  const [median, ninth] = [0.5, 0.9].map((share) => inOrder[Math.floor(inOrder.length * share)] ?? Number.NaN)
  const longest = inOrder.at(-1)
  test
    .info()
    .annotations.push({ type: 'ms', description: JSON.stringify({ looks: looks.length, median, ninth, longest }) })
  expect(looks.length).toBeGreaterThan(8)
  expect(median).toBeLessThan(alone.ms / 3)
  expect(ninth).toBeLessThan(alone.ms)
})

test('a member has two files under way, and places again when they are done', async ({ sql, make, staff }) => {
  const cookie = await cookieOf(sql, await staff.member((await make.merchant()).id), 'complete')
  const slow = bodyOf(worstFiles.windowsLetters())
  const answers = (await Promise.all(Array.from({ length: 6 }, () => upload(cookie, slow)))).map(saidBy)
  const orderly = ['cell_too_long', 'files_underway', 'files_busy', 'file_too_slow']
  expect(answers.filter((answer) => !orderly.includes(answer))).toEqual([])
  expect(answers).toContain('files_underway')
  expect(saidBy(await upload(cookie, bodyOf(Buffer.from('SKU,Nombre\na,b'))))).toBe('/portal/catalog/import/<id>')
})

test('who may not send a file is answered before its body is taken, with the headers of every answer (H-01)', async ({
  sql,
  make,
  staff,
}) => {
  const cookie = await cookieOf(sql, await staff.member((await make.merchant()).id), 'complete')
  const promised = {
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  }
  const early = async (cookieOfSender: string, origin?: string) => {
    const { sent, answer } = begin(cookieOfSender, 10_000_000, origin)
    sent.flushHeaders()
    const { status, headers, text } = await answer
    sent.destroy()
    expect(headers).toMatchObject(promised)
    return { status, text }
  }
  expect(await early(cookie, 'https://evil.example')).toEqual({ status: 403, text: '' })
  expect(await early('')).toEqual({ status: 200, text: JSON.stringify({ location: '/portal/catalog/import' }) })
  const taken = await upload(cookie, bodyOf(Buffer.from('SKU,Nombre\na,b')))
  expect(saidBy(taken)).toBe('/portal/catalog/import/<id>')
  expect(taken.headers).toMatchObject(promised)
})
