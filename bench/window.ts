import type { LoadResult } from './load-plan'
import type { Operation } from './requests'

/** What is asked of a target for a while. */
export type Demand = {
  operation: Operation
  connections: number
  seconds: number
  rate?: number
  /** Whether to count which calls were written down: all of their table is read for that. */
  countsKept?: boolean
}

/** The figures of one window of load on a target. Microseconds are CPU per request. */
export type Window = {
  operation: Operation
  target: string
  connections: number
  requests: number
  seconds: number
  perSecond: number
  p50: number
  p99: number
  p999: number
  processMicros: number
  postgresMicros: number
  loadMicros: number
  residentMiB: number
  /** The share of the answered calls that is written down for their merchants; NaN where none ever is. */
  kept: number
  /** What the target's own meters rose by for each answer. */
  risen: Readonly<Record<string, number>>
  generator: LoadResult['generator'] | 'pgbench' | 'statements'
}
