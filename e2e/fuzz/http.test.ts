import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../api/till'
import type { Shop } from '../fixtures/factories'
import { chunked, converse, kindOf, lines } from './wire'

/** HTTP that is broken, ambiguous or merely odd, sent byte by byte: every shape has its exact answer (D1, D5, D9). */

const api = startApi()
let shop: Shop
let key: string
let body: string

beforeAll(async () => {
  shop = await api().make.shop()
  key = `X-Api-Key: ${shop.credential.apiKey}`
  body = JSON.stringify({ identificationTypeId: 1, identification: shop.person.identification })
})

const types = '/api/v1/integrations/identification-types'
const eligibility = '/api/v1/integrations/eligibility'
const json = 'Content-Type: application/json'
const chunkedCoding = 'Transfer-Encoding: chunked'
const live = lines('GET /health/live HTTP/1.1', 'Host: till')

const get = (...headers: string[]) => lines(`GET ${types} HTTP/1.1`, 'Host: till', key, ...headers)
const getOf = (target: string, ...headers: string[]) => lines(`GET ${target} HTTP/1.1`, 'Host: till', key, ...headers)
const post = (headers: string[], content = body) =>
  `${lines(`POST ${eligibility} HTTP/1.1`, 'Host: till', key, json, ...headers)}${content}`
const length = (content = body) => `Content-Length: ${Buffer.byteLength(content)}`

describe('a request that could be read in two ways', () => {
  it.each<[string, () => string]>([
    ['two lengths that are the same', () => post([length(), length()])],
    ['two lengths that differ', () => post([length(), 'Content-Length: 3'])],
    ['a list of lengths', () => post([`${length()}, ${body.length}`])],
    ['a negative length', () => post(['Content-Length: -1'])],
    ['a signed length', () => post([`Content-Length: +${body.length}`])],
    ['a hexadecimal length', () => post(['Content-Length: 0x20'])],
    ['a length above 2^64', () => post(['Content-Length: 18446744073709551617'])],
    ['an empty length', () => post(['Content-Length:'])],
    ['a length, then chunks (CL.TE)', () => post([length(chunked(body)), chunkedCoding], chunked(body))],
    ['chunks, then a length (TE.CL)', () => post([chunkedCoding, 'Content-Length: 4'], chunked(body))],
    ['chunks that are not the last coding', () => post(['Transfer-Encoding: chunked, identity'], chunked(body))],
    ['chunks twice', () => post([chunkedCoding, chunkedCoding], chunked(body))],
    ['a coding that is none', () => post(['Transfer-Encoding: identity'])],
    ['a coding that looks like chunked', () => post(['Transfer-Encoding: xchunked'], chunked(body))],
    ['a control character before chunked', () => post(['Transfer-Encoding: \x0bchunked'], chunked(body))],
    ['a space before the colon', () => post(['Transfer-Encoding : chunked'], chunked(body))],
    ['a header over two lines', () => post(['X: a', ` ${chunkedCoding}`, length()])],
    ['a chunk size that begins with 0x', () => post([chunkedCoding], `0x${chunked(body)}`)],
    ['a chunk size above 2^64', () => post([chunkedCoding], `ffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk size that is no number', () => post([chunkedCoding], 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk that is longer than it says', () => post([chunkedCoding], `2\r\n{} \r\n0\r\n\r\n`)],
    ['a chunk that ends with LF alone', () => post([chunkedCoding], chunked(body).replaceAll('\r\n', '\n'))],
    ['a chunk extension of 20 KB', () => post([chunkedCoding], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['lines that end with LF alone', () => get().replaceAll('\r\n', '\n')],
    ['lines that end with CR alone', () => get().replaceAll('\r\n', '\r')],
    ['a line that ends with LF alone', () => get(`X: a\nX-Api-Key: x`)],
    ['a NUL in a header', () => get('X: a\0b')],
    ['a space in the name of a header', () => get('X y: a')],
    ['a line without a colon', () => get('xyz')],
    ['a space before the first header', () => lines(`GET ${types} HTTP/1.1`, ' Host: till', key)],
    ['NUL in its path', () => getOf(`${types}\0`)],
    ['bytes above ASCII in its path', () => getOf(`${types}\xc3\xb1`)],
    ['bytes above ASCII in its query', () => getOf(`${types}?a=\xff`)],
    ['a space in its path', () => getOf(`${types} x`)],
    ['a method in lower case', () => get().replace('GET', 'get')],
    ['a method that nobody knows', () => get().replace('GET', 'BREW')],
    ['a version of HTTP that does not exist', () => get().replace('HTTP/1.1', 'HTTP/1.9')],
    ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', () => '\x16\x03\x01\x00\xf1\x01\x00\x00\xed\x03\x03'],
    ['a wish for a tunnel', () => lines('CONNECT bank.example:443 HTTP/1.1', 'Host: bank.example:443')],
  ])('is refused and the connection ended, nothing after it is read: %s', async (_, bytes) => {
    const answers = await converse(api().url, `${bytes()}${live}${live}`, 2)
    expect(answers.map(kindOf)).toEqual(['400 invalid_request'])
    expect(answers[0]?.headers.get('connection')).toBe('close')
    expect(Object.keys(JSON.parse(answers[0]?.text ?? ''))).toEqual(['code', 'title', 'messages'])
  })

  it.each([
    ['header', () => get(`X-Long: ${'x'.repeat(20_000)}`)],
    ['URL', () => getOf(`${types}?${'x'.repeat(20_000)}`)],
    ['number of headers', () => get(...Array.from({ length: 2_000 }, (_, n) => `X-Header-${n}: ${n}`))],
  ])('is refused with 431 for a %s of more than 16 KB', async (_, bytes) => {
    const answers = await converse(api().url, `${bytes()}${live}`, 2)
    expect(answers.map(kindOf)).toEqual(['431 invalid_request'])
  })
})

describe('a request that can be read', () => {
  it.each<[string, string, () => string]>([
    [
      'two Authorization lines',
      '401 credential_invalid',
      () => lines(`GET ${types} HTTP/1.1`, 'Host: till', 'Authorization: Bearer a', 'Authorization: Bearer b'),
    ],
    ['the same X-Api-Key twice', '401 credential_invalid', () => get(key)],
    ['another X-Api-Key', '401 credential_invalid', () => get('X-Api-Key: x')],
    ['the same Content-Type twice', '415 unsupported_media_type', () => post([json, length()])],
    ['another Content-Type', '415 unsupported_media_type', () => post(['Content-Type: text/plain', length()])],
    ['a broken percent-encoding in its path', '404 not_found', () => getOf(`${types}%`)],
    ['%00 in its path', '404 not_found', () => getOf(`${types}%00`)],
    ['a fragment', '404 not_found', () => getOf(`${types}#x`)],
    ['a backslash in its path', '400 invalid_request', () => getOf(`${types}\\x`)],
    ['a broken percent-encoding in its query', '200', () => getOf(`${types}?a=%zz&%`)],
    [
      '%00 in a parameter',
      '400 invalid_request',
      () => getOf('/api/v1/integrations/discounts/authorizations?reference=%00'),
    ],
    [
      '%ff in a parameter',
      '404 authorization_not_found',
      () => getOf('/api/v1/integrations/discounts/authorizations?reference=%ff'),
    ],
    ['15 KB of query', '200', () => getOf(`${types}?${'x'.repeat(15_000)}`)],
    ['an absolute URL, whose host is not looked at', '200', () => getOf(`http://elsewhere.example${types}`)],
    ['a name and a password in an absolute URL', '200', () => getOf(`http://a:b@elsewhere.example${types}`)],
    ['an absolute URL that is none', '400 invalid_request', () => getOf(`http://[::1${types}`)],
    ['an absolute URL of another scheme', '400 invalid_request', () => getOf(`ftp://elsewhere.example${types}`)],
    ['an empty Host', '400 invalid_request', () => lines(`GET ${types} HTTP/1.1`, 'Host:', key)],
    ['a path in its Host', '400 invalid_request', () => lines(`GET ${types} HTTP/1.1`, 'Host: a/b?c', key)],
    [
      'HTTP/1.0 that asks to be kept',
      '200',
      () => lines(`GET ${types} HTTP/1.0`, 'Host: till', 'Connection: keep-alive', key),
    ],
    ['a method that HTTP has and we have not', '405 method_not_allowed', () => get().replace('GET', 'QUERY')],
    ['empty lines before it', '200', () => `\r\n\r\n${get()}`],
    ['bytes above ASCII in headers', '200', () => get('X-Request-Id: \xff', 'Accept-Language: \xfe\xff')],
    ['chunks', '200', () => post([chunkedCoding], chunked(body.slice(0, 7), body.slice(7)))],
    ['a chunk extension', '200', () => post([chunkedCoding], chunked(body).replace('\r\n', ';a="b"\r\n'))],
    [
      'a credential in its trailers, which is not one',
      '401 credential_missing',
      () =>
        lines(`GET ${types} HTTP/1.1`, 'Host: till', chunkedCoding) + chunked('x').replace(/\r\n$/, `${key}\r\n\r\n`),
    ],
    ['a body where none belongs', '200', () => `${get('Content-Length: 5')}hello`],
    ['a chunked body where none belongs', '200', () => get(chunkedCoding) + chunked('hello')],
  ])('has its answer, and the connection goes on: %s', async (_, expected, bytes) => {
    const answers = await converse(api().url, `${bytes()}${live}`, 2)
    expect(answers.map(kindOf)).toEqual([expected, '200'])
  })

  it.each(['HTTP/1.0', ''])('is answered, and nothing after it, in the HTTP of its day: "%s"', async (version) => {
    const answers = await converse(api().url, get().replace('HTTP/1.1', version).replace(' \r', '\r') + live, 2)
    expect(answers.map(kindOf)).toEqual(['200'])
  })

  it('is encouraged to send its body, when it asks first', async () => {
    const answers = await converse(api().url, post(['Expect: 100-continue', length()]), 2)
    expect(answers.map(kindOf)).toEqual(['100', '200'])
  })

  it.each([
    ['gzip', '415 unsupported_media_type'],
    ['deflate', '415 unsupported_media_type'],
    ['br', '415 unsupported_media_type'],
    ['zstd', '415 unsupported_media_type'],
    ['gzip, gzip', '415 unsupported_media_type'],
    ['identity', '400 malformed_json'],
  ])('is not decoded: what gzip made is, with %s, %s (D65)', async (coding, refusal) => {
    const bytes = gzipSync(body)
    const head = lines(
      `POST ${eligibility} HTTP/1.1`,
      'Host: till',
      key,
      json,
      `Content-Encoding: ${coding}`,
      `Content-Length: ${bytes.length}`,
    )
    const answers = await converse(api().url, Buffer.concat([Buffer.from(head), bytes, Buffer.from(live)]), 2)
    expect(answers.map(kindOf)).toEqual([refusal, '200'])
  })

  it('is not decoded either when gzip is said by Transfer-Encoding or not at all (D7)', async () => {
    const bytes = gzipSync(body)
    const head = (...headers: string[]) => lines(`POST ${eligibility} HTTP/1.1`, 'Host: till', key, json, ...headers)
    const [size, end] = [Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from('\r\n0\r\n\r\n')]
    const coded = Buffer.concat([Buffer.from(head('Transfer-Encoding: gzip, chunked')), size, bytes, end])
    const bare = Buffer.concat([Buffer.from(head(`Content-Length: ${bytes.length}`)), bytes])
    for (const sent of [coded, bare]) {
      expect((await converse(api().url, sent, 1)).map(kindOf)).toEqual(['400 malformed_json'])
    }
  })
})

describe('requests in a pipeline', () => {
  it('are answered in their order, whatever each takes', async () => {
    const asked = Array.from({ length: 60 }, (_, n) => {
      const id = `X-Request-Id: n-${n}`
      return [
        post([length(), id]),
        lines('GET /nowhere HTTP/1.1', 'Host: till', id),
        get(id),
        post([chunkedCoding, id], chunked(body)),
      ][n % 4]
    })
    const answers = await converse(api().url, asked.join(''), asked.length)
    expect(answers.map((answer) => answer.headers.get('x-request-id'))).toEqual(asked.map((_, n) => `n-${n}`))
    expect(answers.slice(0, 4).map(kindOf)).toEqual(['200', '404 not_found', '200', '200'])
  })

  it('are answered although what follows cannot be read, and then the connection ends', async () => {
    // The NUL that ends a text in C, sent after a body by a till that counts it or does not.
    for (const garbage of ['\0', '}', 'garbage\r\n\r\n', '\x16\x03\x01']) {
      const answers = await converse(api().url, `${post([length()])}${get()}${garbage}`, 4)
      expect(answers.map(kindOf)).toEqual(['200', '200', '400 invalid_request'])
    }
  })

  it('are not run when they hide in the body of a refused one', async () => {
    const hidden = `${post([length()])}${live}`
    const refused = lines('POST /nowhere HTTP/1.1', 'Host: till', `Content-Length: ${hidden.length}`) + hidden
    const answers = await converse(api().url, `${refused}${get('X-Request-Id: last')}`, 2)
    expect(answers.map(kindOf)).toEqual(['404 not_found', '200'])
    expect(answers[1]?.headers.get('x-request-id')).toBe('last')
  })
})
