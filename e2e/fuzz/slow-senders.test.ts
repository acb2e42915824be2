import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { operations } from '@/lib/http/operations'
import { startApi, till } from '../api/till'
import { countEach, printFigures, quantileMs } from '../faults/history'

/** Hundreds who send a byte now and then hold sockets and nothing else: tills are served, and the slow are shown out in time. */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '600000', RATE_LIMIT_BURST: '100000' })

const senders = 500
const byteEveryMs = 250
/** The time for a whole request (server/api.ts), and the interval in which Node looks, and some. */
const patienceMs = 27_000

type Kind = 'in the head' | 'in the body' | 'silent'

/** Sends a request a byte at a time; `answer` is the status line that it got, or how it was cut off. */
async function startSlowSender(url: string, kind: Kind, credential: string) {
  const { hostname, port, host } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  const head = `POST ${operations.checkEligibility.path} HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${credential}\r\n`
  const rest = `Content-Type: application/json\r\nContent-Length: 200\r\n\r\n`
  if (kind === 'in the head') socket.write(head)
  if (kind === 'in the body') socket.write(head + rest)
  const timer = setInterval(() => {
    if (kind !== 'silent' && socket.writable) socket.write(kind === 'in the head' ? 'x' : ' ')
  }, byteEveryMs)
  return {
    answer: async (): Promise<string> => {
      const inTime = await Promise.race([closed.then(() => true), wait(patienceMs).then(() => false)])
      clearInterval(timer)
      socket.destroy()
      return inTime ? (heard.split('\r\n')[0] ?? '') || 'closed without a word' : 'still open'
    },
  }
}

it(`${senders} slow senders leave the tills alone, and each is shown out`, async () => {
  const { url, make, service } = api()
  const shop = await make.shop()
  const my = till(url, shop)
  const kinds: Kind[] = ['in the head', 'in the body', 'silent']
  const measure = async (count: number) => {
    const seen: { startedAt: number; endedAt: number; status: number }[] = []
    for (let n = 0; n < count; n++) {
      const startedAt = performance.now()
      const { status } = await my.eligibility()
      seen.push({ startedAt, endedAt: performance.now(), status })
    }
    return seen
  }
  await measure(100)
  const before = await measure(300)
  const slow = await Promise.all(
    Array.from({ length: senders }, (_, n) => startSlowSender(url, kinds[n % 3] ?? 'silent', shop.credential.apiKey)),
  )
  const during = await measure(300)
  const reservation = await my.apply()
  const answers = await Promise.all(slow.map((sender) => sender.answer()))
  const ofKind = (kind: Kind) => countEach(answers.filter((_, n) => kinds[n % 3] === kind))
  printFigures(`${senders} slow senders`, {
    'eligibility alone': `p50 ${quantileMs(before, 0.5)} ms, p99 ${quantileMs(before, 0.99)} ms`,
    'eligibility beside them': `p50 ${quantileMs(during, 0.5)} ms, p99 ${quantileMs(during, 0.99)} ms`,
    'slow in the head got': ofKind('in the head'),
    'slow in the body got': ofKind('in the body'),
    'silent ones got': ofKind('silent'),
  })
  expect(countEach(during.map(({ status }) => String(status)))).toEqual({ '200': 300 })
  expect(reservation.status).toBe(201)
  const known = /^(HTTP\/1\.1 408 Request Timeout|closed without a word)$/
  expect(answers.filter((answer) => !known.test(answer))).toEqual([])
  expect(service.log()).not.toContain('"uncaught"')
})
