import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { assert } from '@/lib/kernel/assert'
import { endIdleTills, endWholeRequests } from './till-connections'

const quietMsMax = 1_000
const quietTickMsMax = 1
/** The time to read what has already arrived at open connections. */
const readMs = 250
const idleLookMs = 50

const open = new WeakMap<Server, Set<Socket>>()

function connectionsOf(server: Server): ReadonlySet<Socket> {
  const sockets = open.get(server)
  assert(sockets, 'a door keeps its connections')
  return sockets
}

/** Keeps a server's connections, for `closeDoor`. */
export function keepConnections(server: Server): void {
  const sockets = new Set<Socket>()
  open.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** From now on every answer ends its connection, so none is closed under a client who goes on sending. */
export function endAfterAnswers(server: Server): void {
  endWholeRequests(server)
  server.prependListener('request', (_incoming, outgoing) => {
    outgoing.shouldKeepAlive = false
  })
}

/**
 * Waits for a turn of the event loop without a new connection, if one comes in time. A connection that arrives while the door
 * closes waits in the kernel's queue, and is reset with that queue: where the machine is so busy that the queue is never empty, all
 * that are in it when the time is up.
 */
async function waitForQuietTick(server: Server): Promise<void> {
  let knocks = 0
  const count = () => {
    knocks += 1
  }
  server.on('connection', count)
  const giveUpAt = performance.now() + quietMsMax
  let startedAt: number
  do {
    knocks = 0
    startedAt = performance.now()
    await nextTurn()
    await nextTurn()
  } while ((knocks > 0 || performance.now() - startedAt > quietTickMsMax) && startedAt < giveUpAt)
  server.off('connection', count)
}

/** Ends connections on which nothing was asked yet, such as those that browsers open ahead, and those whose last answer is sent. */
function endIdle(server: Server): void {
  server.closeIdleConnections()
  endIdleTills(server)
  // For Node a connection is at its first request from its beginning.
  for (const socket of connectionsOf(server)) if (socket.bytesRead === 0) socket.destroy()
}

/**
 * Takes no new connection, answers what was accepted, and resolves when the last connection has ended. What takes longer than
 * `limitMs` is cut; gives how many connections that were. `closes` is called right before the first connection is refused.
 */
export async function closeDoor(server: Server, limitMs: number, closes = (): void => {}): Promise<number> {
  await waitForQuietTick(server)
  closes()
  // Not the close of the http server, which ends idle connections first: among them those whose request is on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, wait(readMs)])
  let cut = 0
  const force = setTimeout(() => {
    const sockets = connectionsOf(server)
    cut = sockets.size
    for (const socket of sockets) socket.destroy()
  }, limitMs)
  // Repeated, since a connection that becomes idle later would be kept alive until its client leaves.
  const idle = setInterval(() => endIdle(server), idleLookMs)
  await closed
  clearInterval(idle)
  clearTimeout(force)
  return cut
}
