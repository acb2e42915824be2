import type { Credentials } from './load-network'
import { driveOpenLoop } from './load-open-loop'
import { percentile } from './measure'
import type { Shape } from './network'
import { type Operation, operations, Requests, rightStatus } from './requests'

/**
 * The load of a soak, a process of its own: all operations beside each other in open loop, a minute at a time. A request is made when it is
 * due, since those of half an hour would not find room.
 */

export type SoakPlan = {
  url: string
  tokenPath: string
  terminals: number
  minutes: number
  connections: Readonly<Record<Operation, number>>
  rates: Readonly<Record<Operation, number>>
  /** The number of the first request of each operation. */
  from: Readonly<Record<Operation, number>>
  shape: Shape
  credentials: Credentials
}

/** Latency in milliseconds from the moment that a request was due; `others` were refused, wrong or without an answer. */
export type MinuteOfLoad = { perSecond: number; p50: number; p99: number; others: number; faults: readonly string[] }

export type MinuteOfOperations = Readonly<Record<Operation, MinuteOfLoad>>

const seconds = 60

process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))
process.once('message', (plan: SoakPlan) => void main(plan))

async function main(plan: SoakPlan): Promise<void> {
  const requests = new Requests(plan.shape, plan.credentials, plan)
  for (let minute = 0; minute < plan.minutes; minute++) {
    const figures = await Promise.all(operations.map((operation) => driveMinute(plan, requests, operation, minute)))
    process.send?.(Object.fromEntries(operations.map((operation, at) => [operation, figures[at]])))
  }
}

async function driveMinute(plan: SoakPlan, requests: Requests, operation: Operation, minute: number) {
  const { url, tokenPath, terminals, shape, credentials } = plan
  const rate = plan.rates[operation]
  const connections = plan.connections[operation]
  const count = Math.floor(rate * seconds)
  const from = plan.from[operation] + minute * count
  const { gathered } = await driveOpenLoop({
    plan: { operation, url, tokenPath, terminals, connections, seconds, rate, from, count, shape, credentials },
    all: [],
    at: (index) => ({ n: from + index, bytes: requests.bytes(operation, from + index) }),
  })
  const sorted = gathered.latencies.slice(0, gathered.count).sort()
  const right = gathered.statuses[rightStatus[operation]] ?? 0
  const faults = gathered.samples.flatMap(({ n, body }) => faultOf(requests, operation, n, body) ?? [])
  const figures: MinuteOfLoad = {
    perSecond: right / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    others: gathered.count - right + gathered.errors,
    faults: faults.slice(0, 3),
  }
  return figures
}

function faultOf(requests: Requests, operation: Operation, n: number, body: string): string | undefined {
  try {
    return requests.faultIn(operation, n, body)
  } catch (error) {
    return `${error}: ${body.slice(0, 200)}`
  }
}
