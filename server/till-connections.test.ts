import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, ApiRequest } from '@/lib/http/exchange'
import { closeDoor, endAfterAnswers, keepConnections } from './close-door'
import { takeWholeRequests } from './till-connections'

const never = 1_000_000

const answerOf = (body: string): Answer => ({ status: 200, headers: { 'X-By': 'packet' }, body })

let server: Server
let port: number
/** What answers the next calls of `/held`. */
let held: ((answer: Answer) => void)[]
let writtenDown: string[]

async function answer(path: string, request: ApiRequest): Promise<Answer> {
  const body = Buffer.from(await request.arrayBuffer()).toString()
  const after = () => writtenDown.push(body)
  if (path !== '/held') return { ...answerOf(`${body} as a packet`), after }
  const late = await new Promise<Answer>((resolve) => {
    held.push(resolve)
  })
  return { ...late, after }
}

async function open(timeouts: { keepAliveTimeout?: number; headersTimeout?: number } = {}): Promise<void> {
  held = []
  writtenDown = []
  const options = { keepAliveTimeout: never, headersTimeout: never, ...timeouts }
  server = createServer({ keepAliveTimeout: never }, (incoming, outgoing) => {
    let body = ''
    incoming.on('data', (part) => {
      body += part
    })
    incoming.on('end', () => setTimeout(() => outgoing.end(`${body} by Node`), incoming.url === '/slow' ? 200 : 0))
  })
  keepConnections(server)
  server.on('clientError', (error: Error & { code?: string }, socket) => socket.end(error.code))
  takeWholeRequests(server, options, ({ path }) =>
    path === '/' || path === '/slow' ? undefined : (request) => answer(path, request),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}

beforeEach(() => open())
afterEach(() => closeDoor(server, 0))

type Till = { socket: Socket; here: Socket; said: () => string; ended: Promise<unknown> }

async function till(): Promise<Till> {
  const accepted = once(server, 'connection')
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  let said = ''
  socket.setEncoding('utf8').on('data', (part) => {
    said += part
  })
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  const [here] = (await accepted) as [Socket]
  return { socket, here, said: () => said, ended }
}

const call = (body: string, path = '/sale', ...lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: here', ...lines, `Content-Length: ${body.length}`, '', body].join('\r\n')

const bodies = (said: string): string[] => said.match(/\w+ (?:as a packet|by Node|late)/g) ?? []

describe('a till’s connection', () => {
  it('is answered packet by packet, as Node would say it, and each call is written down', async () => {
    const { socket, said } = await till()
    for (const body of ['one', 'two']) {
      socket.write(call(body))
      await expect.poll(said).toContain(`${body} as a packet`)
    }
    const [head = ''] = said().split('\r\n\r\n')
    expect(head.replace(/^Date: .*$/m, 'Date: now').split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'X-By: packet',
      'Content-Length: 15',
      'Date: now',
      'Connection: keep-alive',
      `Keep-Alive: timeout=${never / 1_000}`,
    ])
    expect(Math.abs(Date.parse(/^Date: (.*)$/m.exec(head)?.[1] ?? '') - Date.now())).toBeLessThan(60_000)
    expect(writtenDown).toEqual(['one', 'two'])
    socket.destroy()
  })

  it('goes over to Node with what is no whole request, and stays there', async () => {
    const { socket, said } = await till()
    socket.write(call('one'))
    await expect.poll(said).toContain('one as a packet')
    const divided = call('two')
    socket.write(divided.slice(0, 10))
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(divided.slice(10))
    await expect.poll(said).toContain('two by Node')
    socket.write(call('three'))
    await expect.poll(said).toContain('three by Node')
    expect(bodies(said())).toEqual(['one as a packet', 'two by Node', 'three by Node'])
    socket.destroy()
  })

  it('goes over to Node with a path that is no till’s', async () => {
    const { socket, said } = await till()
    socket.write(call('one', '/'))
    await expect.poll(said).toContain('one by Node')
    socket.destroy()
  })

  it('answers two requests of one packet in their order', async () => {
    const { socket, said } = await till()
    socket.write(call('one') + call('two'))
    await expect.poll(() => bodies(said())).toEqual(['one by Node', 'two by Node'])
    socket.destroy()
  })

  it('answers what comes during a call after it, however much', async () => {
    const { socket, said } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    const long = 'x'.repeat(200_000)
    socket.write(call('two') + call(long) + call('four'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(said()).toBe('')
    held[0]?.(answerOf('one late'))
    await expect
      .poll(() => bodies(said()).map((body) => body.slice(0, 20)))
      .toEqual(['one late', 'two by Node', long.slice(0, 20), 'four by Node'])
    socket.destroy()
  })

  it('answers what comes in parts during a call', async () => {
    const { socket, here, said } = await till()
    const { length } = call('one', '/held')
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    const next = call('two')
    for (const part of [next.slice(0, 10), next.slice(10)]) {
      const read = here.bytesRead
      socket.write(part)
      await expect.poll(() => here.bytesRead).toBe(read + part.length)
    }
    expect(here.bytesRead).toBe(length + next.length)
    held[0]?.(answerOf('one late'))
    await expect.poll(() => bodies(said())).toEqual(['one late', 'two by Node'])
    socket.destroy()
  })

  it('is not read without end during a call', async () => {
    const { socket, here } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    socket.write('x'.repeat(20_000_000))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(here.bytesRead).toBeLessThan(1_000_000)
    held[0]?.(answerOf('one late'))
    socket.destroy()
  })

  it('goes over to Node with what is not HTTP', async () => {
    const { socket, said, ended } = await till()
    socket.write('hello\r\n\r\n')
    await ended
    expect(said()).toBe('HPE_INVALID_METHOD')
  })

  it('that is ended by its sender has its answer first', async () => {
    const { socket, said, ended } = await till()
    socket.end(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    held[0]?.(answerOf('one late'))
    await ended
    expect(said()).toContain('one late')
  })

  it('that is ended between two calls is ended here', async () => {
    const { socket, said, ended } = await till()
    socket.write(call('one'))
    await expect.poll(said).toContain('one as a packet')
    socket.end()
    await ended
  })

  it('that is gone when the answer comes is left, and the call is written down', async () => {
    const { socket } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    socket.resetAndDestroy()
    const gone = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    await expect.poll(gone).toBe(0)
    held[0]?.(answerOf('one late'))
    await expect.poll(() => writtenDown).toEqual(['one'])
  })

  it('ends with an answer that says so', async () => {
    const { socket, said, ended } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    held[0]?.({ ...answerOf('one late'), headers: { Connection: 'close' } })
    await ended
    expect(said().match(/^(?:Connection|Keep-Alive): .*$/gm)).toEqual(['Connection: close'])
    expect(said()).toContain('one late')
    expect(writtenDown).toEqual(['one'])
  })

  it('is reset where the answer is to be lost', async () => {
    const { socket, said } = await till()
    const reset = once(socket, 'error')
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    held[0]?.({ ...answerOf('one late'), cut: true })
    expect(await reset).toMatchObject([{ code: 'ECONNRESET' }])
    expect(said()).toBe('')
  })

  it('is not read further until its answers are taken', async () => {
    const { socket, said } = await till()
    socket.pause()
    const large = 'y'.repeat(20_000_000)
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    held[0]?.(answerOf(large))
    await expect.poll(() => writtenDown).toEqual(['one'])
    socket.write(call('two'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(writtenDown).toEqual(['one'])
    socket.resume()
    await expect.poll(() => writtenDown, { timeout: 10_000 }).toEqual(['one', 'two'])
    await expect.poll(said, { timeout: 10_000 }).toContain('two as a packet')
    socket.destroy()
  })
})

describe('a till that says nothing', () => {
  it('from the beginning is told that it is late', async () => {
    await closeDoor(server, 0)
    await open({ headersTimeout: 30 })
    const { said, ended } = await till()
    await ended
    expect(said()).toBe('ERR_HTTP_REQUEST_TIMEOUT')
  })

  it('is Node’s to measure once it has gone over', async () => {
    await closeDoor(server, 0)
    await open({ headersTimeout: 60 })
    const { socket, said } = await till()
    socket.write(call('one', '/slow'))
    await expect.poll(said).toContain('one by Node')
    socket.destroy()
  })

  it('after an answer is left after the time that the answer named, and not while it waits', async () => {
    await closeDoor(server, 0)
    await open({ keepAliveTimeout: 60 })
    const { socket, said, ended } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    held[0]?.(answerOf('one late'))
    await ended
    expect(said()).toContain('one late')
  })
})

describe('a door that closes', () => {
  it('ends the connections of tills between two calls, and answers calls under way', async () => {
    const idle = await till()
    idle.socket.write(call('one'))
    await expect.poll(idle.said).toContain('one as a packet')
    const busy = await till()
    busy.socket.write(call('two', '/held'))
    await expect.poll(() => held.length).toBe(1)
    const closed = closeDoor(server, never)
    await idle.ended
    expect(busy.said()).toBe('')
    held[0]?.(answerOf('two late'))
    await busy.ended
    expect(busy.said()).toContain('two late')
    expect(await closed).toBe(0)
  })

  it('says with the next answer that the connection ends', async () => {
    const { socket, said, ended } = await till()
    socket.write(call('one'))
    await expect.poll(said).toContain('one as a packet')
    endAfterAnswers(server)
    socket.write(call('two'))
    await ended
    expect(said().split('one as a packet')[1]).toMatch(/Connection: close\r\n/)
    expect(said()).toContain('two by Node')
  })

  it('cuts a call that takes longer than its limit, and counts it', async () => {
    const { socket, said, ended } = await till()
    socket.write(call('one', '/held'))
    await expect.poll(() => held.length).toBe(1)
    expect(await closeDoor(server, 1)).toBe(1)
    await ended
    expect(said()).toBe('')
  })
})
