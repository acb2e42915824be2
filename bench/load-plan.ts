import type { Credentials } from './load-network'
import type { Shape } from './network'
import type { Operation } from './requests'

/** One stretch of load on one target: `count` requests from number `from` on, at most, for `seconds`. */
export type LoadPlan = {
  operation: Operation
  url: string
  tokenPath: string
  /** How many terminals each merchant's calls name; 0 when they name none. */
  terminals: number
  connections: number
  seconds: number
  from: number
  count: number
  /** Requests per second in open loop: each is sent when it is due. Without it each connection sends when it has an answer. */
  rate?: number
  /** The program `wrk`, where the machine has it, its script, and where its requests may be written down. */
  wrk?: { program: string; script: string; directory: string }
  shape: Shape
  credentials: Credentials
}

type Prepared = { n: number; bytes: Buffer }

/** A plan whose requests are made: what the generators drive. */
export type Drive = {
  plan: LoadPlan
  all: readonly Prepared[]
  /** The request after so many others; undefined when there is none left. */
  at(index: number): Prepared | undefined
}

/** The result of a plan. Latencies in milliseconds; `loadCpuSeconds` is the generator's own. */
export type LoadResult = {
  requests: number
  /** Answers in all, those after the window included: what the CPU was spent on. */
  served: number
  seconds: number
  p50: number
  p99: number
  p999: number
  max: number
  statuses: Record<string, number>
  errors: number
  checked: number
  faults: string[]
  loadCpuSeconds: number
  generator: 'wrk' | 'autocannon' | 'open loop'
}

/** One answer in so many is compared with what it must say. */
export const checkEvery = 50

/** What a generator gathers while it runs. */
export class Gathered {
  readonly latencies: Float64Array
  readonly statuses: Record<string, number> = {}
  readonly samples: { n: number; body: string }[] = []
  count = 0
  /** Answers in all, those after the window included: what the CPU was spent on. */
  served = 0
  errors = 0

  constructor(capacity: number) {
    this.latencies = new Float64Array(capacity)
  }

  record(n: number, status: number, body: string, ms: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (this.count < this.latencies.length) this.latencies[this.count] = ms
    if (this.count % checkEvery === 0) this.samples.push({ n, body })
    this.count += 1
  }
}
