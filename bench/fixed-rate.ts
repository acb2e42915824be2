import { median } from './measure'
import type { Options } from './options'
import type { Operation } from './requests'
import { type HttpTarget, startNaive } from './targets'
import { measureRounds, type Stage } from './windows'

/** Latency in milliseconds at a fixed rate, counted from the moment that a request was due. */
export type AtRate = {
  operation: Operation
  target: string
  rate: number
  answeredPerSecond: number
  p50: number
  p99: number
  p999: number
}

/** The API and the naive baseline in turn at a fixed rate. */
export async function measureAtRate(
  stage: Stage,
  api: HttpTarget,
  rate: number,
  options: Options,
  say: (text: string) => void,
): Promise<AtRate[]> {
  const found: AtRate[] = []
  const naive = await startNaive(stage.bundles, stage.cluster, stage.cleanups, 'bench_naive_at_rate')
  for (const operation of options.operations) {
    const able = [api, naive].filter((target) => target.operations.includes(operation))
    const demand = { operation, connections: Math.max(...options.connections), seconds: options.seconds, rate }
    const windows = (await measureRounds(stage, able, demand, { ...options, say })).flat()
    for (const { name } of able) {
      const own = windows.filter((window) => window.target === name)
      found.push({
        operation,
        target: name,
        rate,
        answeredPerSecond: median(own.map((window) => window.perSecond)),
        p50: median(own.map((window) => window.p50)),
        p99: median(own.map((window) => window.p99)),
        p999: median(own.map((window) => window.p999)),
      })
    }
  }
  return found
}
