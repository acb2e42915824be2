import { addCollaborators, addHistory } from './authorizations'
import { median } from './measure'
import type { Options } from './options'
import type { Operation } from './requests'
import { type HttpTarget, startApi } from './targets'
import { measureRounds, measureWindow, type Stage } from './windows'

/** What a larger database does to latency at the same fixed rate: the ratio to the smallest, from windows side by side. */
export type Growth = {
  operation: Operation
  grown: 'history' | 'collaborators'
  factor: number
  rows: number
  rate: number
  p50: number
  p99: number
  p50Ratio: number
  p99Ratio: number
}

const factors = [1, 10, 100] as const

/** Purchases, each an authorization, a consumption and two keys, that are there at 1x. */
const historyRows = 10_000
/** A load that would take longer is left out, and reported. */
const loadMinutesMax = 8
/** The fixed rate is this part of what the smallest database can do. */
const partOfMaximum = 0.25

type Size = { target: HttpTarget; factor: number; rows: number }

export async function measureGrowth(stage: Stage, options: Options, say: (text: string) => void): Promise<Growth[]> {
  const found: Growth[] = []
  for (const grown of ['history', 'collaborators'] as const) {
    const sizes = await growDatabases(stage, grown, say)
    for (const operation of options.operations) {
      found.push(...(await measureSizes(stage, grown, sizes, operation, options, say)))
    }
    for (const { target } of sizes) await target.stop()
  }
  return found
}

async function growDatabases(stage: Stage, grown: Growth['grown'], say: (text: string) => void): Promise<Size[]> {
  const sizes: Size[] = []
  let millisPerRow = 0
  for (const factor of factors) {
    const rows = (grown === 'history' ? historyRows : stage.shape.collaborators) * factor
    const minutes = (millisPerRow * rows) / 60_000
    if (minutes > loadMinutesMax) {
      say(`${grown} at ${factor}x would take ${minutes.toFixed(0)} minutes to load: left out`)
      break
    }
    const name = `Aliado, ${grown} ${factor}x`
    const target = await startApi(stage.bundles, stage.cluster, stage.cleanups, name, `bench_${grown}_${factor}`)
    const { sql } = target.database
    const startedAt = performance.now()
    if (grown === 'history') await addHistory(sql, stage.shape, 1, rows)
    else if (factor > 1) {
      await addCollaborators(sql, stage.shape, stage.shape.collaborators + 1, rows - stage.shape.collaborators)
    }
    await sql`vacuum (analyze)`
    millisPerRow = factor > 1 ? (performance.now() - startedAt) / rows : 0
    say(`${name}: ${rows} loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    sizes.push({ target, factor, rows })
  }
  // What the loads have not yet written to disk is written before any target is measured.
  for (const { target } of sizes.slice(0, 1)) await target.database.sql`checkpoint`
  return sizes
}

async function measureSizes(
  stage: Stage,
  grown: Growth['grown'],
  sizes: readonly Size[],
  operation: Operation,
  options: Options,
  say: (text: string) => void,
): Promise<Growth[]> {
  const [smallest] = sizes
  if (!smallest) return []
  const connections = 64
  await measureWindow(stage, smallest.target, { operation, connections, seconds: options.warmSeconds })
  const most = await measureWindow(stage, smallest.target, { operation, connections, seconds: options.seconds })
  const rate = Math.round(most.perSecond * partOfMaximum)
  const targets = sizes.map((size) => size.target)
  const demand = { operation, connections, seconds: options.seconds, rate }
  const rounds = await measureRounds(stage, targets, demand, { ...options, say })
  return sizes.map(({ target, factor, rows }, at) => {
    const middle = (figure: 'p50' | 'p99') => median(rounds.map((windows) => windows[at]?.[figure] ?? Number.NaN))
    const ratio = (figure: 'p50' | 'p99') =>
      median(rounds.map((windows) => (windows[at]?.[figure] ?? Number.NaN) / (windows[0]?.[figure] ?? Number.NaN)))
    say(
      `${operation}: ${target.name} at ${rate}/s, p50 ${ratio('p50').toFixed(2)}, p99 ${ratio('p99').toFixed(2)} of 1x`,
    )
    return {
      ...{ operation, grown, factor, rows, rate },
      ...{ p50: middle('p50'), p99: middle('p99'), p50Ratio: ratio('p50'), p99Ratio: ratio('p99') },
    }
  })
}
