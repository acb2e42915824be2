import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDoor, endAfterAnswers } from './close-door'
import { openDoor } from './door'

/** A limit that a test never reaches, unless it waits for what never comes. */
const never = 1_000_000

let server: ReturnType<typeof openDoor>
let port: number
let held: ServerResponse | undefined

beforeEach(async () => {
  held = undefined
  server = openDoor({ keepAliveTimeout: never }, ({ url = '' }, outgoing) => {
    if (url === '/held') {
      held = outgoing
      server.emit('held')
    } else outgoing.end('answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(() => {
  server.closeAllConnections()
})

async function opened(): Promise<Socket> {
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await accepted
  return socket
}

async function asked(path: string): Promise<{ socket: Socket; said: () => string; ended: Promise<unknown> }> {
  const socket = await opened()
  let said = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  const ended = once(socket, 'close')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
  return { socket, said: () => said, ended }
}

describe('a door that closes', () => {
  it('ends connections on which nothing was asked, and those whose answer is sent', async () => {
    const silent = once(await opened(), 'close')
    const idle = await asked('/')
    await expect.poll(idle.said).toContain('answered')
    expect(await closeDoor(server, never)).toBe(0)
    await Promise.all([silent, idle.ended])
  })

  it('answers what it accepted, ends that connection with the answer, and takes no other', async () => {
    const holds = once(server, 'held')
    const { said, ended } = await asked('/held')
    await holds
    endAfterAnswers(server)
    const next = await asked('/')
    const closed = closeDoor(server, never)
    await next.ended
    expect(next.said()).toContain('Connection: close')
    await expect.poll(() => server.listening).toBe(false)
    const refused = request({ port, host: '127.0.0.1' })
    expect(await once(refused.end(), 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
    expect(said()).toBe('')
    held?.end('late')
    await Promise.all([closed, ended])
    expect(said()).toContain('late')
  })

  it('reads what is under way: a request of which only a part has come', async () => {
    const socket = await opened()
    let said = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      said += chunk
    })
    socket.write('GET / HTTP/1.1\r\n')
    const closed = closeDoor(server, never)
    await expect.poll(() => server.listening).toBe(false)
    endAfterAnswers(server)
    socket.write('Host: here\r\n\r\n')
    await closed
    await expect.poll(() => said).toContain('answered')
  })

  it('cuts what takes longer than its limit, and says so', async () => {
    const holds = once(server, 'held')
    const { said, ended } = await asked('/held')
    await holds
    expect(await closeDoor(server, 1)).toBe(1)
    await ended
    expect(said()).toBe('')
  })
})
