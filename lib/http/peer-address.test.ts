import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { markedPeer, markPeers } from './peer-address'

let seen: IncomingHttpHeaders = {}

const server = createServer((request, response) => {
  seen = request.headers
  response.end()
})

afterAll(() => {
  server.close()
})

const addressSeen = () =>
  markedPeer(new Headers(Object.entries(seen).map(([name, value]): [string, string] => [name, String(value)])))

describe('the address of a caller', () => {
  it('is the socket’s, whatever the caller wrote (P-01)', async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await fetch(url, { headers: { 'x-aliado-peer': 'guess 192.0.2.1' } })
    expect(addressSeen()).toBeNull()
    markPeers()
    markPeers()
    await fetch(url, { headers: { 'x-aliado-peer': 'guess 192.0.2.1', 'x-forwarded-for': '192.0.2.1' } })
    expect(addressSeen()).toBe('127.0.0.1')
  })
})
