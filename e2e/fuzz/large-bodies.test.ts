import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { startApi } from '../api/till'
import { call, send } from '../fixtures/client'
import { newReference, type Shop } from '../fixtures/factories'
import { nested } from './odd-json'
import { answersIn, kindOf, lines, open } from './wire'

/** Bodies that are too large, too long or too deep (D7, D19): refused soon, and the rest of them is not read. */

const api = startApi()
let shop: Shop

beforeAll(async () => {
  shop = await api().make.shop()
})

const mebibyte = 1024 * 1024
/** What the system's buffers of a connection may swallow although nobody reads: far less than what is on offer. */
const swallowedMax = 24 * mebibyte
const piece = Buffer.alloc(64 * 1024, 0x20)

/** Offers a body until the other side hangs up: what it answered, and how much it took. */
async function offer(head: readonly string[], isChunked: boolean, size: number) {
  const socket = await open(api().url)
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  let isOver = false
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) {
      socket.once(event, () => {
        isOver = true
        resolve()
      })
    }
  })
  socket.write(lines(...head, isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`))
  const chunkHead = `${piece.length.toString(16)}\r\n`
  for (let sent = 0; sent < size && !isOver; sent += piece.length) {
    const taken = isChunked
      ? socket.write(Buffer.concat([Buffer.from(chunkHead), piece, Buffer.from('\r\n')]))
      : socket.write(piece)
    if (!taken) await Promise.race([once(socket, 'drain').catch(() => {}), over])
  }
  await over
  socket.destroy()
  return { answers: answersIn(received).map(kindOf), taken: socket.bytesWritten }
}

const withBody: readonly Operation[] = Object.values<Operation>(operations).filter(({ body }) => body)
const key = () => `X-Api-Key: ${shop.credential.apiKey}`
const json = 'Content-Type: application/json'

/** Where a body of any size can be sent, and what is said to it. */
const doors: readonly (readonly [what: string, expected: string, head: () => string[]])[] = [
  ...withBody.map(
    ({ id, path }) =>
      [id, '413 payload_too_large', () => [`POST ${path} HTTP/1.1`, 'Host: till', key(), json]] as const,
  ),
  ...['token', 'revocation'].map(
    (path) =>
      [
        `/connect/${path}`,
        '413 invalid_request',
        () => [`POST /connect/${path} HTTP/1.1`, 'Host: till', 'Content-Type: application/x-www-form-urlencoded'],
      ] as const,
  ),
  [
    'whoever calls',
    '401 credential_missing',
    () => [`POST ${operations.applyDiscount.path} HTTP/1.1`, 'Host: till', json],
  ],
  ['a path that is none', '404 not_found', () => ['POST /api/v1/nothing HTTP/1.1', 'Host: till', key(), json]],
  [
    'a method that is none',
    '405 method_not_allowed',
    () => [`PUT ${operations.applyDiscount.path} HTTP/1.1`, 'Host: till', key(), json],
  ],
  [
    'an operation without a body',
    '200',
    () => [`GET ${operations.listIdentificationTypes.path} HTTP/1.1`, 'Host: till', key()],
  ],
  ['a path that cannot be read', '400 invalid_request', () => ['POST /api\\v1 HTTP/1.1', 'Host: till', key(), json]],
]

describe.each([
  ['with its length', false],
  ['without a length', true],
])('a body of 10 MB and more, sent %s', (_, isChunked) => {
  it.each(doors)('is refused before its end and not read: %s', async (_what, expected, head) => {
    const small = await offer(head(), isChunked, 10 * mebibyte)
    expect(small.answers).toEqual([expected])
    const large = await offer(head(), isChunked, 256 * mebibyte)
    expect(large.answers).toEqual([expected])
    expect(large.taken).toBeLessThan(swallowedMax)
  })

  it('is refused for its content type, when that is wrong too (D9)', async () => {
    const head = [`POST ${operations.applyDiscount.path} HTTP/1.1`, 'Host: till', key(), 'Content-Type: text/plain']
    const { answers, taken } = await offer(head, isChunked, 256 * mebibyte)
    // Its length is known before its type, its end is not.
    expect(answers).toEqual([isChunked ? '415 unsupported_media_type' : '413 payload_too_large'])
    expect(taken).toBeLessThan(swallowedMax)
  })
})

describe('many items (D19)', () => {
  const item = '{"sku":"A","quantity":1,"unitPrice":1}'
  const applyText = (items: string) => {
    const who = `"identificationTypeId":1,"identification":"${shop.person.identification}"`
    return `{${who},"merchantDiscountId":${shop.discountId},"purchaseAmount":10,"reference":"${newReference()}","items":${items}}`
  }
  const apply = (items: string) =>
    call(api().url, 'applyDiscount', {
      credential: shop.credential,
      body: applyText(items),
      idempotencyKey: randomUUID(),
    })

  it.each([
    ['500 of them', () => `[${Array(500).fill(item).join()}]`, 201, undefined],
    ['501', () => `[${Array(501).fill(item).join()}]`, 400, 'items'],
    ['100,000 numbers', () => `[${Array(100_000).fill(0).join()}]`, 400, 'items'],
    ['80,000 empty ones', () => `[${Array(80_000).fill('{}').join()}]`, 400, 'items'],
    ['100,000 sound ones, which are 3 MB', () => `[${Array(100_000).fill(item).join()}]`, 413, undefined],
  ])('are accepted or refused in one word: %s', async (_, items, status, field) => {
    const answer = await apply(items())
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.messages.map((message: { field?: string }) => message.field)).toEqual(
      status === 201 ? [] : [field],
    )
  })
})

describe('deep nesting (D7)', () => {
  const eligibilityText = (note: string) =>
    `{"identificationTypeId":1,"identification":"${shop.person.identification}","note":${note}}`
  const eligibility = (body: string) => call(api().url, 'checkEligibility', { credential: shop.credential, body })

  it.each([
    ['63 arrays in the body', () => nested(63, '[', ']'), 200],
    ['64 arrays in the body', () => nested(64, '[', ']'), 400],
    ['63 objects in the body', () => nested(63, '{"a":', '}'), 200],
    ['64 objects in the body', () => nested(64, '{"a":', '}'), 400],
    ['arrays and objects in turn, 63', () => `[${nested(31, '[{"a":', '}]')}]`, 200],
    ['arrays and objects in turn, 64', () => nested(32, '[{"a":', '}]'), 400],
    [
      '63 of them again and again',
      () =>
        `[${Array(100)
          .fill(nested(62, '[', ']'))
          .join()}]`,
      200,
    ],
    ['brackets in a text that ends with a backslash', () => `["\\\\",${nested(63, '[', ']')}]`, 400],
    ['100,000 arrays', () => nested(100_000, '[', ']'), 400],
    ['40,000 objects', () => nested(40_000, '{"a":', '}'), 400],
    ['100,000 arrays without an end', () => '['.repeat(100_000), 400],
    ['50,000 objects without an end', () => '{"a":'.repeat(50_000), 400],
  ])('is counted in levels: %s', async (_, note, status) => {
    const answer = await eligibility(eligibilityText(note()))
    expect([answer.status, answer.body.code], answer.text).toEqual([
      status,
      status === 400 ? 'invalid_request' : undefined,
    ])
    // What refuses it is told in the words for it, not found by a parser that ran out of stack.
    if (status === 400) expect(answer.body.messages).toEqual([{ message: 'El JSON tiene más de 64 niveles.' }])
  })

  it('of closing brackets alone is malformed', async () => {
    for (const text of [']'.repeat(100_000), '}'.repeat(100_000)]) {
      expect((await eligibility(text)).body.code).toBe('malformed_json')
    }
    expect((await send(`${api().url}/health/ready`)).status).toBe(200)
  })
})
