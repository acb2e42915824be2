import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeRequestOf } from './whole-request'

const body = '{"identification":"00112345678"}'

type Written = { first?: string; lines?: readonly string[]; length?: string | undefined; body?: string }

/** A request as tills send it, but for what is written otherwise. */
function packetOf({
  first = 'POST /connect/token HTTP/1.1',
  lines = ['Host: api.example:3001'],
  body: sent = body,
  length = `Content-Length: ${sent.length}`,
}: Written = {}): Buffer {
  return Buffer.from([first, ...lines, ...(length === '' ? [] : [length]), '', sent].join('\r\n'), 'latin1')
}

type Read = { path: string; headers: Record<string, string>; body: string }

/** What Node reads of a packet: undefined unless it is one request, whole, and nothing else. */
function readByNode(packet: Buffer): Promise<Read | undefined> {
  return new Promise((resolve) => {
    const server = createServer({ maxHeaderSize: 16 * 1024, requireHostHeader: false })
    const requests: IncomingMessage[] = []
    let bytes = ''
    let hasFailed = false
    server.on('request', (incoming) => {
      requests.push(incoming)
      incoming.setEncoding('latin1').on('data', (part) => {
        bytes += part
      })
    })
    for (const event of ['clientError', 'checkContinue', 'checkExpectation', 'upgrade', 'connect']) {
      server.on(event, () => {
        hasFailed = true
      })
    }
    const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
    server.emit('connection', wire)
    wire.push(packet)
    setImmediate(() =>
      setImmediate(() => {
        const [incoming] = requests
        const isOne = !hasFailed && requests.length === 1 && incoming?.complete && incoming.method === 'POST'
        const headers = { ...incoming?.headers } as Record<string, string>
        resolve(isOne ? { path: incoming.url ?? '', headers, body: bytes } : undefined)
        wire.destroy()
      }),
    )
  })
}

const readHere = (packet: Buffer): Read | undefined => {
  const request = wholeRequestOf(packet)
  return (
    request && {
      path: request.path,
      headers: { ...request.headers },
      body: Buffer.from(request.body).toString('latin1'),
    }
  )
}

describe('a whole request', () => {
  it('is read as it was sent', () => {
    const lines = ['host: localhost', 'X-Api-Key:ck_1', 'User-Agent: POS/3 (till 4)', 'connection: Keep-Alive']
    expect(readHere(packetOf({ lines }))).toEqual({
      path: '/connect/token',
      headers: {
        host: 'localhost',
        'x-api-key': 'ck_1',
        'user-agent': 'POS/3 (till 4)',
        connection: 'Keep-Alive',
        'content-length': String(body.length),
      },
      body,
    })
  })

  it('may have an empty body, and one of any bytes', () => {
    expect(readHere(packetOf({ body: '' }))?.body).toBe('')
    expect(readHere(packetOf({ body: '\0\r\n\r\n\xff' }))?.body).toBe('\0\r\n\r\n\xff')
  })

  const host = 'Host: localhost'
  const leftToNode: Record<string, Written> = {
    'another method': { first: 'GET /connect/token HTTP/1.1' },
    'HTTP/1.0': { first: 'POST /connect/token HTTP/1.0' },
    'a query': { first: 'POST /connect/token?a=1 HTTP/1.1' },
    'an absolute target': { first: 'POST http://localhost/connect/token HTTP/1.1' },
    'an escape in the path': { first: 'POST /connect/%74oken HTTP/1.1' },
    'two spaces': { first: 'POST  /connect/token HTTP/1.1' },
    'no host': { lines: [] },
    'two hosts': { lines: [host, host] },
    'a host with a user': { lines: ['Host: a@localhost'] },
    'no length': { lines: [host], length: '' },
    'two lengths': { lines: [host, `Content-Length: ${body.length}`] },
    'a length with a sign': { length: `Content-Length: +${body.length}` },
    'a length with a zero before it': { length: `Content-Length: 0${body.length}` },
    'a list of lengths': { length: `Content-Length: ${body.length}, ${body.length}` },
    'a body in chunks': { lines: [host, 'Transfer-Encoding: chunked'] },
    'an expectation': { lines: [host, 'Expect: 100-continue'] },
    'another protocol': { lines: [host, 'Upgrade: h2c', 'Connection: Upgrade'] },
    'a connection that ends': { lines: [host, 'Connection: close'] },
    'a connection that ends, as old proxies say it': { lines: [host, 'Proxy-Connection: close'] },
    'headers after the body': { lines: [host, 'Trailer: X'] },
    'a name that begins with no letter': { lines: [host, '__proto__: a'] },
    'a name that every object has': { lines: [host, 'Constructor: a'] },
    'a cookie to be set': { lines: [host, 'Set-Cookie: a=1'] },
    'a header twice': { lines: [host, 'X-Api-Key: a', 'x-api-key: b'] },
    'a folded header': { lines: [host, 'X: a', ' b'] },
    'a header without a value': { lines: [host, 'Accept:'] },
    'a space before the colon': { lines: [host, 'Accept : */*'] },
    'a space after the value': { lines: [host, 'Accept: a '] },
    'a tab': { lines: [host, 'Accept: a\tb'] },
    'a character beyond ASCII': { lines: [host, 'Accept: \xf1'] },
    'a line that ends in LF alone': { lines: [host, 'A: b\nC: d'] },
    'a line with CR alone': { lines: [host, 'A: b\rC: d'] },
    'a head that is long': { lines: [host, `A: ${'a'.repeat(8_200)}`] },
    'a long value that ends in a control character': { lines: [host, `A: ${'b '.repeat(4_000)}\x01`] },
    'a body that is short': { length: `Content-Length: ${body.length + 1}` },
    'more after the body': { length: `Content-Length: ${body.length - 1}` },
  }
  it.each(Object.entries(leftToNode))('is not one with %s', (_, written) => {
    expect(readHere(packetOf())).toBeDefined()
    expect(wholeRequestOf(packetOf(written))).toBeUndefined()
  })

  it('is not a part of one, wherever it was divided', () => {
    const packet = packetOf()
    for (let length = 0; length < packet.length; length++) {
      expect(wholeRequestOf(packet.subarray(0, length))).toBeUndefined()
    }
  })
})

/** Lines as they are sent, and as nobody should. */
const line = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom(
      'Host: a',
      'host:a.example:80',
      'Accept: */*',
      'X-Api-Key: ck_a',
      'Connection: keep-alive',
      'Content-Type: application/json',
      '__proto__: a',
      'constructor: b',
      'Set-Cookie: a',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Connection: close',
      'Connection: keep-alive, close',
      'Upgrade: h2c',
      'Content-Length: 3',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Host: a@b',
      'Host: [::1]',
      ' a',
      'a',
      ': a',
      'A:\tb',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ unit: 'binary-ascii', maxLength: 6 }), fc.string({ unit: 'binary-ascii', maxLength: 8 }))
      .map((parts) => parts.join(':')),
  },
)
const first = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('POST /a HTTP/1.1', 'POST /connect/token HTTP/1.1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'POST /a HTTP/1.0',
      'POST // HTTP/1.1',
      'POST /.. HTTP/1.1',
      'POST /a  HTTP/1.1',
      'POST /a HTTP/2.0',
      'GET /a HTTP/1.1',
      'POST * HTTP/1.1',
    ),
  },
)
const sent = fc.string({ unit: 'binary-ascii', maxLength: 12 })
const packet = fc
  .record({
    first,
    lines: fc.array(line, { maxLength: 5 }),
    body: sent,
    off: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
    more: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      fc.constantFrom('x', '\r\n', 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'),
    ),
  })
  .map(({ first, lines, body, off, more }) =>
    packetOf({
      first,
      lines: ['Host: here', ...lines],
      body: body + more,
      length: `Content-Length: ${body.length + off}`,
    }),
  )

/** One character of the packet, put in the place of another. */
const touched = fc
  .tuple(
    packet,
    fc.nat(),
    fc.constantFrom('\r', '\n', ' ', '\t', ':', '\0', '\x7f', '\xff', ',', ';', '0', '_', '-', '(', '/', '"'),
  )
  .map(([bytes, at, character]) => {
    const changed = Buffer.from(bytes)
    changed.write(character, at % Math.max(1, changed.length), 'latin1')
    return changed
  })

describe('whatever is taken for a whole request', () => {
  it('is what Node reads of it', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 2, arbitrary: packet }, { weight: 1, arbitrary: touched }), async (bytes) => {
        const here = readHere(bytes)
        if (here === undefined) return
        taken += 1
        expect(await readByNode(bytes)).toEqual(here)
      }),
      { numRuns: 10_000 },
    )
    // A generator of which nothing is taken would show nothing.
    expect(taken).toBeGreaterThan(500)
  })
})
