import { randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { type Operation, operations } from '@/lib/http/operations'
import { type Answer, type CallOptions, call, type OperationId, send } from '../fixtures/client'
import { cases, newWorld, type World } from './contract-cases'
import { exchange } from './raw-http'
import { startApi } from './till'

/** What every operation that takes a body promises of bodies (D6 to D8). */

const api = startApi()

const catalogue: readonly Operation[] = Object.values(operations)
const bytesMax = 256 * 1024

describe.each(catalogue.filter((operation) => operation.body))('$method $path', (operation) => {
  const id = operation.id as OperationId

  /** A world, and the text of a body that is accepted in it. */
  async function prepared(): Promise<{ on: World; text: string; fields: Record<string, unknown> }> {
    const on = await newWorld(api().url, api().sql, id)
    const { body } = await cases[id].valid(on)
    const text = JSON.stringify(body)
    return { on, text, fields: JSON.parse(text) }
  }

  const post = (on: World, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const options: CallOptions = { credential: on.credential, body, headers }
    return call(api().url, id, options)
  }

  /** Bytes without a content type, unless one is given. */
  const postBytes = (on: World, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> =>
    send(`${api().url}${operation.path}`, {
      method: 'POST',
      body,
      headers: { 'X-Api-Key': on.credential.apiKey, 'Idempotency-Key': randomUUID(), ...headers },
    })

  const json = { 'Content-Type': 'application/json' }

  const expectFault = (answer: Answer, status: number, code: string, field?: string) => {
    expect([answer.status, answer.body?.code], answer.text).toEqual([status, code])
    expect(answer.body.messages[0].field).toBe(field)
  }

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json ;charset="utf-8";v=1'])(
    'accepts %s (D6)',
    async (type) => {
      const { on, text } = await prepared()
      expect((await post(on, text, { 'Content-Type': type })).status).toBe(operation.status)
    },
  )

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json+x',
    'application/jsonp',
    'application/json, text/plain',
    'json',
  ])('refuses %s (D6)', async (type) => {
    const { on, text } = await prepared()
    expectFault(await post(on, text, { 'Content-Type': type }), 415, 'unsupported_media_type')
  })

  it('refuses a body without a content type, and one that is encoded (D6)', async () => {
    const { on, text } = await prepared()
    expectFault(await postBytes(on, Buffer.from(text)), 415, 'unsupported_media_type')
    expectFault(await post(on, text, { 'Content-Encoding': 'gzip' }), 415, 'unsupported_media_type')
    expectFault(await call(api().url, id, { credential: on.credential }), 415, 'unsupported_media_type')
  })

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['not JSON', 'identification=1'],
    ['NaN', '{"purchaseAmount":NaN}'],
    ['Infinity', '{"purchaseAmount":Infinity}'],
    ['cut off', '{"reference":"T-1"'],
    ['two values', '{}{}'],
    ['with a comma too many', '{"reference":"T-1",}'],
    ['in single quotes', "{'reference':'T-1'}"],
    ['with a comment', '{}//'],
    ['with a control character in a text', '{"reference":"a\nb"}'],
    ['with a number that begins with 0', '{"purchaseAmount":01}'],
    ['with two byte order marks', '\uFEFF\uFEFF{}'],
  ])('refuses a body that is %s as malformed (D7)', async (_, text) => {
    const { on } = await prepared()
    expectFault(await post(on, text), 400, 'malformed_json')
  })

  it.each([
    ['a text cut within a character', Buffer.from('{"reference":"ñ').subarray(0, -1)],
    ['Latin-1', Buffer.from('{"reference":"ñ"}', 'latin1')],
    ['UTF-16', Buffer.from('{"reference":"n"}', 'utf16le')],
    ['an overlong form', Buffer.from([0x7b, 0xc1, 0xa2, 0x7d])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('refuses bytes that are not UTF-8 as malformed: %s (D7)', async (_, bytes) => {
    const { on } = await prepared()
    expectFault(await postBytes(on, new Uint8Array(bytes), json), 400, 'malformed_json')
  })

  it('tolerates a byte order mark (D7)', async () => {
    const { on, text } = await prepared()
    expect((await post(on, `\uFEFF${text}`)).status).toBe(operation.status)
  })

  it.each(['\\u0000', '\\ud800', '\\udc00x', '\\ude00\\ud83d'])(
    'refuses %s in any text, known or not, with its path (D7)',
    async (escaped) => {
      const { on, fields } = await prepared()
      const known = Object.keys(fields).find((name) => typeof fields[name] === 'string') ?? ''
      const wrong = (value: unknown) => JSON.stringify(value).replaceAll('¿', escaped)
      expectFault(await post(on, wrong({ ...fields, [known]: 'a¿b' })), 400, 'invalid_request', known)
      const unknown = { ...fields, note: [{ text: 'fine' }, { text: '¿' }] }
      expectFault(await post(on, wrong(unknown)), 400, 'invalid_request', 'note[1].text')
      expectFault(await post(on, wrong({ ...fields, 'n¿': 1 })), 400, 'invalid_request')
    },
  )

  it('accepts 64 levels and refuses the 65th, also far beyond (D7)', async () => {
    const { on, text } = await prepared()
    const nested = (levels: number, open: string, close: string) =>
      text.replace(/}$/, `,"note":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`)
    expect((await post(on, nested(64, '[', ']'))).status).toBe(operation.status)
    expectFault(await post(on, nested(65, '[', ']')), 400, 'invalid_request')
    expectFault(await post(on, nested(65, '{"a":', '}')), 400, 'invalid_request')
    expectFault(await post(on, '['.repeat(100_000)), 400, 'invalid_request')
  })

  it('counts no bracket within a text as a level', async () => {
    const { on, text } = await prepared()
    expect((await post(on, text.replace(/}$/, `,"note":"\\"${'[{'.repeat(100)}"}`))).status).toBe(operation.status)
  })

  it('accepts 256 KiB to the byte and refuses one more, with Content-Length and chunked (D7)', async () => {
    const chunked = (on: World, text: string) => {
      const headers = { ...json, 'X-Api-Key': on.credential.apiKey, 'Idempotency-Key': randomUUID() }
      const body = new Blob([text]).stream()
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
      return send(`${api().url}${operation.path}`, init)
    }
    for (const deliver of [post, chunked]) {
      const { on, text } = await prepared()
      expectFault(await deliver(on, text.padEnd(bytesMax + 1)), 413, 'payload_too_large')
      expect((await deliver(on, text.padEnd(bytesMax))).status).toBe(operation.status)
    }
  })

  it.each([
    ['declares more than 256 KiB', 'Content-Length: 99999999', ''],
    [
      'has sent more than 256 KiB in chunks',
      'Transfer-Encoding: chunked',
      `${(bytesMax + 1).toString(16)}\r\n${' '.repeat(bytesMax + 1)}\r\n`,
    ],
  ])('refuses a body that %s without waiting for its end, and hangs up (D7)', async (_, header, start) => {
    const { on } = await prepared()
    const head = [`POST ${operation.path} HTTP/1.1`, 'Host: till', 'Content-Type: application/json', header]
    const credential = `X-Api-Key: ${on.credential.apiKey}`
    const answer = await exchange(api().url, `${[...head, credential, '', ''].join('\r\n')}${start}`)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'payload_too_large'])
    // A balancer has a connection of its own to the till, and keeps it.
    if (inject('topology') !== 'balanced') expect(answer.headers.get('connection')).toBe('close')
  })

  it.each(['[]', '"text"', 'null', 'true', '17', '[{}]'])(
    'refuses %s, which is not an object (D7, D8)',
    async (text) => {
      const { on } = await prepared()
      expectFault(await post(on, text), 400, 'invalid_request', undefined)
    },
  )

  it('refuses the absence, null and another type of each required field, by name (D8)', async () => {
    const { on, fields } = await prepared()
    for (const name of Object.keys(fields)) {
      const value = fields[name]
      const wrong = [undefined, null, typeof value === 'number' ? String(value) : 17, [value], { value }, true]
      for (const other of wrong) {
        expectFault(await post(on, { ...fields, [name]: other }), 400, 'invalid_request', name)
      }
    }
  })

  it('takes null for the absence of an optional field (D8)', async () => {
    const { on, fields } = await prepared()
    const optional = Object.keys(operation.body?.shape ?? {}).filter((name) => !(name in fields))
    const answer = await post(on, { ...fields, ...Object.fromEntries(optional.map((name) => [name, null])) })
    expect(answer.status, answer.text).toBe(operation.status)
  })

  it('ignores unknown fields, a merchant among them (D8; contract, 1)', async () => {
    const { on, fields } = await prepared()
    const { shop: another } = await newWorld(api().url, api().sql, id)
    const body = { ...fields, merchantId: another.merchant.id, merchant_id: 'x', note: { deep: [1] } }
    const answer = await post(on, JSON.stringify(body).replace(/}$/, ',"__proto__":{"reference":1},"constructor":1}'))
    expect(answer.status, answer.text).toBe(operation.status)
    const rows = await api().sql`select from authorizations where merchant_id = ${another.merchant.id}`
    expect(rows).toHaveLength(0)
  })
})
