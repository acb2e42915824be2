import { assert } from '@/lib/kernel/assert'
import { median } from './measure'
import type { Options } from './options'
import { bundleApiOf } from './processes'
import type { Operation } from './requests'
import { startStatements } from './statement-target'
import { type HttpTarget, startApi, startNaive, startOidcProvider, startSingleStatement } from './targets'
import type { Window } from './window'
import { measureRounds, type Stage, type Target } from './windows'

/** Figures of several rounds: the median, and the smallest and the largest. */
export type Spread = { median: number; min: number; max: number }

/** A target's figures at one number of connections, and the ratio of the API to it: API / this, from windows side by side. */
export type Standing = {
  operation: Operation
  target: string
  connections: number
  generator: Window['generator']
  perSecond: Spread
  p50: number
  p99: number
  processMicros: number
  postgresMicros: number
  loadMicros: number
  /** The smallest share of a window's calls that was written down for their merchants. */
  kept: number
  ratio: Spread | undefined
}

const spreadOf = (figures: readonly number[]): Spread => ({
  median: median(figures),
  min: Math.min(...figures),
  max: Math.max(...figures),
})

/** The API against every baseline that does the same, in turn. */
export async function compare(
  stage: Stage,
  api: HttpTarget,
  options: Options,
  say: (text: string) => void,
): Promise<Standing[]> {
  const standings: Standing[] = []
  const targets: Target[] = [api]
  const { bundles, cluster, cleanups } = stage
  if (options.before !== undefined) {
    const earlier = { api: await bundleApiOf(options.before, cleanups) }
    targets.push(await startApi(earlier, cluster, cleanups, 'Aliado, before', 'bench_before'))
  }
  if (options.terminals) {
    // The same process and database: two copies of one database differ by more than what is measured.
    targets.push({ ...api, name: 'Aliado, terminals named', terminals: 50 })
  } else if (options.operations.some((operation) => operation !== 'token')) {
    targets.push(await startNaive(bundles, cluster, cleanups))
    targets.push(await startSingleStatement(bundles, cluster, cleanups))
    targets.push(await startStatements(bundles, cluster, stage.shape, cleanups))
  }
  if (options.operations.includes('token') && !options.terminals)
    targets.push(await startOidcProvider(bundles, cluster, cleanups))
  for (const operation of options.operations) {
    const able = targets.filter((target) => target.operations.includes(operation))
    for (const connections of options.connections) {
      const demand = { operation, connections, seconds: options.seconds, countsKept: true }
      const rounds = await measureRounds(stage, able, demand, { ...options, say })
      for (const target of able) standings.push(standingOf(rounds, target.name, api.name))
    }
  }
  return standings
}

function standingOf(rounds: readonly Window[][], target: string, api: string): Standing {
  const of = (name: string) => rounds.flatMap((windows) => windows.filter((window) => window.target === name))
  const own = of(target)
  const [first] = own
  assert(first, `the target has a window: ${target}`)
  const middle = (figure: (window: Window) => number) => median(own.map(figure))
  const ratios = of(api).map((window, round) => window.perSecond / (own[round]?.perSecond ?? Number.NaN))
  return {
    operation: first.operation,
    target,
    connections: first.connections,
    generator: first.generator,
    perSecond: spreadOf(own.map((window) => window.perSecond)),
    p50: middle((window) => window.p50),
    p99: middle((window) => window.p99),
    processMicros: middle((window) => window.processMicros),
    postgresMicros: middle((window) => window.postgresMicros),
    loadMicros: middle((window) => window.loadMicros),
    kept: Math.min(...own.map((window) => window.kept)),
    ratio: target === api ? undefined : spreadOf(ratios),
  }
}
