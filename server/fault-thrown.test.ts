import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { expect, it } from 'vitest'
import { Fault } from '@/lib/kernel/fault'
import { faultThrown } from './fault-thrown'

/** What the log says, and which fault there is, when a request with this host meets this handler. */
async function thrownBy(handler: () => Response | Promise<Response>, host = 'till'): Promise<string[]> {
  const said: string[] = []
  const log = {
    warn: (_: object, message: string) => said.push(`warn ${message}`),
    error: (_: object, message: string) => said.push(`error ${message}`),
  }
  const errorHandler = (error: unknown) => {
    const fault = faultThrown(error, log)
    said.push(`${fault.status} ${fault.code}`)
    return new Response()
  }
  const server = createServer(getRequestListener(handler, { errorHandler })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  await text(socket)
  server.close()
  return said
}

const bug = new TypeError('a bug')

it.each([
  ['a request that cannot be read', () => new Response(), 'a b', ['warn unreadable request', '400 invalid_request']],
  ['a handler that throws', () => throwing(bug), 'till', ['error a request was not answered', '500 internal_error']],
  [
    'a handler that fails later',
    () => Promise.reject(bug),
    'till',
    ['error a request was not answered', '500 internal_error'],
  ],
  [
    'a handler that throws a fault',
    () => Promise.reject(new Fault('service_unavailable')),
    'till',
    ['error a request was not answered', '503 service_unavailable'],
  ],
] as const)('%s', async (_, handler, host, said) => {
  expect(await thrownBy(handler, host)).toEqual(said)
})

function throwing(error: Error): never {
  throw error
}
