import type { Sql } from '@/db/client'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { sumAuthorizationDays, sumConsumptionCompanyDays, sumConsumptionDays } from '@/db/queries/tills/sales-sums'
import { theOnly } from '@/db/rows'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { Gate } from '@/lib/kernel/gate'
import { buildWhenNeeded } from '@/server/build'
import { addCalls, addCollaborators, addHistory, companyOfFirst, withoutIndexes } from './authorizations'
import type { BenchDatabase } from './cluster'
import { median } from './measure'
import { type OfficePage, startOffices, timePages } from './offices'
import type { Options } from './options'
import type { Operation } from './requests'
import { type HttpTarget, startApiOn } from './targets'
import { measureRounds, measureWindow, type Stage } from './windows'

/** What a larger network does to the latency of tills at the same fixed rate: the ratio to the smallest, from windows side by side. */
export type Latency = {
  operation: Operation
  factor: number
  rate: number
  p50: number
  p99: number
  p50Ratio: number
  p99Ratio: number
}

export type SizeOfNetwork = {
  factor: number
  collaborators: number
  consumptions: number
  callsPerDay: number
  gigabytes: number
  loadSeconds: number
}

export type Growth = {
  sizes: readonly SizeOfNetwork[]
  latencies: readonly Latency[]
  /** Of the largest network, whose first merchant has a tenth of all sales. */
  pages: readonly OfficePage[]
}

/** What the network of the bench has once, and each larger one so many times. */
const factors = [1, 100] as const
const consumptionsAtOnce = 100_000
const callsPerDayAtOnce = 10_000
const daysOfCalls = 3

/** The fixed rate is this part of what the smallest network can do. */
const partOfMaximum = 0.25
/** For so long each network is called before the windows, at their rate: what a large one writes to comes from the disk at first. */
const readSeconds = 60

type Size = { target: HttpTarget; factor: number; size: SizeOfNetwork }

/** The network of the bench and one that is larger in everything: people, sales of 90 days, calls a day. */
export async function measureGrowth(stage: Stage, options: Options, say: (text: string) => void): Promise<Growth> {
  const sizes: Size[] = []
  for (const factor of factors) sizes.push(await growNetwork(stage, factor, say))
  const latencies: Latency[] = []
  for (const operation of options.operations) {
    latencies.push(...(await measureSizes(stage, sizes, operation, options, say)))
  }
  for (const { target } of sizes) await target.stop()
  const largest = sizes.at(-1)
  const pages = largest ? await measurePages(stage, largest.target.database, say) : []
  return { sizes: sizes.map(({ size }) => size), latencies, pages }
}

async function growNetwork(
  { bundles, cluster, cleanups, shape }: Stage,
  factor: number,
  say: (text: string) => void,
): Promise<Size> {
  const startedAt = performance.now()
  const database = await cluster.copy(`bench_network_${factor}`)
  const { sql } = database
  const collaborators = shape.collaborators * factor
  const consumptions = consumptionsAtOnce * factor
  const callsPerDay = callsPerDayAtOnce * factor
  await withoutIndexes(sql, ['collaborators', 'authorizations', 'consumptions', 'idempotency_keys'], async () => {
    const half = consumptions / 2
    await Promise.all([1, half + 1].map((from) => addHistory(sql, shape, from, half, consumptions)))
    const added = collaborators - shape.collaborators
    const keys = deriveIdentificationKeys(cluster.dataKey)
    if (added > 0) await addCollaborators(sql, shape, keys, shape.collaborators + 1, added)
  })
  await continueAfter(sql, consumptions)
  say(`${factor}x: sales and people are there after ${secondsSince(startedAt)} s`)
  for (let day = daysOfCalls; day >= 1; day--) await addCalls(sql, shape, day, callsPerDay)
  await sumFinishedDays(database)
  await sql`vacuum (analyze)`
  await sql`checkpoint`
  await readWhatCallsFind(sql)
  const target = await startApiOn(database, bundles, cluster, cleanups, `Aliado, ${factor}x`)
  const { bytes } = theOnly(await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`)
  const size = {
    ...{ factor, collaborators, consumptions, callsPerDay, gigabytes: Number(bytes) / 1e9 },
    loadSeconds: Number(secondsSince(startedAt)),
  }
  say(`${factor}x: ${size.gigabytes.toFixed(1)} GB in ${size.loadSeconds} s`)
  return { target, factor, size }
}

/**
 * What calls find or write at a place that no call of the last minutes was at: a person, a key of idempotency, a code, a reference, a person's
 * own sales. Days of calls have brought it into memory; a minute of them asks about one person in 250 of a large network.
 */
const foundAnywhere = [
  ...['collaborators', 'collaborators_identification', 'collaborators_one_employment'],
  ...['idempotency_keys_pkey', 'authorizations_code', 'authorizations_reference', 'consumptions_of_collaborator'],
]

async function readWhatCallsFind(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_prewarm`
  await sql`select pg_prewarm(name::regclass) from unnest(${foundAnywhere}::text[]) name`
}

/** The ids were given. */
async function continueAfter(sql: Sql, newest: number): Promise<void> {
  for (const table of ['authorizations', 'consumptions']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${newest})`
  }
}

/** As the jobs do (ADR-0069), so that none of it falls into a window. */
async function sumFinishedDays({ url }: BenchDatabase): Promise<void> {
  const pool = new Pool(url, { applicationName: 'bench sums' })
  const db = new Database(pool, new Gate({ size: 1, waitMsMax: 10_000, queueMax: 1 }))
  for (const sum of [sumConsumptionDays, sumConsumptionCompanyDays, sumAuthorizationDays]) while ((await sum(db)) > 0);
  await pool.close()
}

async function measureSizes(
  stage: Stage,
  sizes: readonly Size[],
  operation: Operation,
  options: Options,
  say: (text: string) => void,
): Promise<Latency[]> {
  const [smallest] = sizes
  if (!smallest) return []
  const connections = 64
  await measureWindow(stage, smallest.target, { operation, connections, seconds: options.warmSeconds })
  const most = await measureWindow(stage, smallest.target, { operation, connections, seconds: options.seconds })
  const rate = Math.round(most.perSecond * partOfMaximum)
  const targets = sizes.map((size) => size.target)
  const demand = { operation, connections, seconds: options.seconds, rate }
  const rounds = await measureRounds(stage, targets, demand, { ...options, warmSeconds: readSeconds, say })
  return sizes.map(({ target, factor }, at) => {
    const middle = (figure: 'p50' | 'p99') => median(rounds.map((windows) => windows[at]?.[figure] ?? Number.NaN))
    const ratio = (figure: 'p50' | 'p99') =>
      median(rounds.map((windows) => (windows[at]?.[figure] ?? Number.NaN) / (windows[0]?.[figure] ?? Number.NaN)))
    say(
      `${operation}: ${target.name} at ${rate}/s, p50 ${ratio('p50').toFixed(2)}, p99 ${ratio('p99').toFixed(2)} of 1x`,
    )
    return {
      ...{ operation, factor, rate },
      ...{ p50: middle('p50'), p99: middle('p99'), p50Ratio: ratio('p50'), p99Ratio: ratio('p99') },
    }
  })
}

async function measurePages(
  { cluster, cleanups, shape }: Stage,
  database: BenchDatabase,
  say: (text: string) => void,
): Promise<OfficePage[]> {
  await buildWhenNeeded()
  const company = companyOfFirst(shape)
  const offices = await startOffices(database, cluster, cleanups, company)
  const pages = await timePages(offices, company, say)
  await offices.stop()
  return pages
}

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(0)
