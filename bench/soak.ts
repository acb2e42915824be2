import { randomBytes } from 'node:crypto'
import { theOnly } from '@/db/rows'
import { buildWhenNeeded } from '@/server/build'
import { prepareAuthorizations } from './authorizations'
import { VoidRun } from './cleanups'
import { familyPssMiB, median, residentMiB } from './measure'
import { type MinuteOfPages, Reader, startOffices } from './offices'
import type { Options } from './options'
import { Inbox, startProcess } from './processes'
import { type Operation, operations } from './requests'
import { type Slope, secondHalf, slopeOf, type Trend, trendOf } from './slope'
import type { MinuteOfOperations, SoakPlan } from './soak-process'
import { type HttpTarget, startApi } from './targets'
import { measureWindow, type Stage, takeNumbers } from './windows'

/** Memory in MiB at the end of a minute. What PostgreSQL's processes share is counted once. */
export type MemoryOfMinute = { api: number; apiHeap: number; offices: number; postgres: number }

export type MinuteOfSoak = {
  minute: number
  operations: MinuteOfOperations
  pages: MinuteOfPages
  memory: MemoryOfMinute
  /** Those of the API and the offices to PostgreSQL. */
  connections: number
  /** Connections that were begun in that minute: few, unless something closes them again and again (ADR-0079). */
  begun: number
  /** That ended in that minute. */
  checkpoints: number
  /** Of the write-ahead log, written in that minute. */
  logMiB: number
}

export type Soak = {
  /** Of each operation alone, over 64 connections. */
  maxima: Readonly<Record<Operation, number>>
  rates: Readonly<Record<Operation, number>>
  minutes: readonly MinuteOfSoak[]
  slopes: readonly ({ figure: keyof MemoryOfMinute; fromMiB: number; toMiB: number; trend: Trend } & Slope)[]
  latencies: readonly { of: Operation | 'pages'; firstP99: number; secondP99: number }[]
}

/** How often each is asked for beside the others: most who ask for eligibility buy, and a token is good for a quarter of an hour. */
const mix: Readonly<Record<Operation, number>> = { eligibility: 4, apply: 2, consumption: 2, token: 1 }
const partOfMaximum = 0.5
/** In the proportions of the mix: with as many for the most frequent as for the others, its calls alone would wait for a connection. */
const connections: Readonly<Record<Operation, number>> = { eligibility: 32, apply: 16, consumption: 16, token: 8 }
const pageEveryMs = 1_000

/** The API at half of what it can do, a person in the offices, and what that makes of memory and latency, minute by minute. */
export async function measureSoak(
  stage: Stage,
  minutes: number,
  options: Options,
  say: (text: string) => void,
): Promise<Soak> {
  const { cluster, cleanups, bundles, shape } = stage
  await buildWhenNeeded()
  const metricsToken = randomBytes(16).toString('hex')
  const api = await startApi(bundles, cluster, cleanups, 'Aliado', 'bench_soak', [], { METRICS_TOKEN: metricsToken })
  const maxima = await ofEach(async (operation) => {
    const window = (seconds: number) => measureWindow(stage, api, { operation, connections: 64, seconds })
    await window(options.warmSeconds)
    return (await window(options.seconds)).perSecond
  })
  const rates = ratesOf(maxima)
  const counts = await ofEach(async (operation) => Math.ceil(rates[operation] * 60) * minutes)
  const from = await ofEach(async (operation) => takeNumbers(api.database, operation, counts[operation]))
  say(`${counts.consumption} authorizations to consume`)
  await prepareAuthorizations(api.database.sql, shape, from.consumption, counts.consumption)
  await api.database.sql`vacuum (analyze)`
  // The vacuums and checkpoints that are kept out of a window are part of half an hour.
  await cluster.asShipped()
  const offices = await startOffices(api.database, cluster, cleanups)

  const load = startProcess(bundles.soak, {}, cleanups)
  const inbox = new Inbox(load.child)
  const { url, tokenPath, terminals } = api
  const { credentials } = cluster
  load.child.send({
    ...{ url, tokenPath, terminals, minutes, connections, rates, from, shape, credentials },
  } satisfies SoakPlan)
  const reader = new Reader(offices, pageEveryMs)
  const found: MinuteOfSoak[] = []
  let before = await countsOf(api)
  for (let minute = 1; minute <= minutes; minute++) {
    const figures = await inbox.next<MinuteOfOperations>()
    refuseWrong(figures)
    const memory = {
      api: (await residentMiB(api.pid)).now,
      apiHeap: await heapMiB(api, metricsToken),
      offices: (await residentMiB(offices.pid)).now,
      postgres: await familyPssMiB(cluster.postmasterPid),
    }
    const now = await countsOf(api)
    found.push({
      ...{ minute, operations: figures, pages: reader.take(), memory },
      ...{ connections: await connectionsTo(api), begun: now.sessions - before.sessions },
      ...{ checkpoints: now.checkpoints - before.checkpoints, logMiB: now.logMiB - before.logMiB },
    })
    before = now
    say(
      `minute ${minute}: eligibility p99 ${figures.eligibility.p99.toFixed(1)} ms, API ${memory.api.toFixed(0)} MiB, ` +
        `offices ${memory.offices.toFixed(0)} MiB, PostgreSQL ${memory.postgres.toFixed(0)} MiB`,
    )
  }
  reader.stop()
  await load.stop()
  await offices.stop()
  await api.stop()
  return { maxima, rates, minutes: found, slopes: slopesOf(found), latencies: latenciesOf(found) }
}

async function ofEach(figure: (operation: Operation) => Promise<number>): Promise<Record<Operation, number>> {
  const figures = { eligibility: 0, apply: 0, consumption: 0, token: 0 }
  for (const operation of operations) figures[operation] = await figure(operation)
  return figures
}

/** The mix at half of the pace at which it would take all the time there is. */
function ratesOf(maxima: Readonly<Record<Operation, number>>): Record<Operation, number> {
  const secondsPerMix = operations.reduce((sum, operation) => sum + mix[operation] / maxima[operation], 0)
  const rate = (operation: Operation) => Math.floor((mix[operation] * partOfMaximum) / secondsPerMix)
  return {
    eligibility: rate('eligibility'),
    apply: rate('apply'),
    consumption: rate('consumption'),
    token: rate('token'),
  }
}

/** What was refused or lost is a figure; a wrong answer makes all of it worth nothing. */
function refuseWrong(figures: MinuteOfOperations): void {
  for (const operation of operations) {
    const { faults } = figures[operation]
    if (faults.length > 0) throw new VoidRun(`${operation}: answers are wrong:\n  ${faults.join('\n  ')}`)
  }
}

async function heapMiB({ url }: HttpTarget, token: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(await answer.text())?.[1] ?? Number.NaN) / 2 ** 20
}

async function connectionsTo({ database }: HttpTarget): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity where datname = current_database() and application_name <> 'bench'`
  return row?.count ?? Number.NaN
}

type Counts = { sessions: number; checkpoints: number; logMiB: number }

/** All that there ever were. */
async function countsOf({ database }: HttpTarget): Promise<Counts> {
  const rows = await database.sql<Counts[]>`
    select sessions::float8, num_done::float8 as checkpoints, ((pg_current_wal_insert_lsn() - '0/0') / 1048576.0)::float8 as "logMiB"
    from pg_stat_database, pg_stat_checkpointer where datname = current_database()`
  return theOnly(rows)
}

const slopesOf = (minutes: readonly MinuteOfSoak[]): Soak['slopes'] =>
  (['api', 'apiHeap', 'offices', 'postgres'] as const).map((figure) => {
    const samples = secondHalf(minutes).map(({ minute, memory }) => ({ hours: minute / 60, value: memory[figure] }))
    const slope = slopeOf(samples)
    return {
      ...{ figure, ...slope, trend: trendOf(slope) },
      ...{ fromMiB: samples[0]?.value ?? Number.NaN, toMiB: samples.at(-1)?.value ?? Number.NaN },
    }
  })

const latenciesOf = (minutes: readonly MinuteOfSoak[]): Soak['latencies'] =>
  ([...operations, 'pages'] as const).map((of) => {
    const p99s = minutes.map((each) => (of === 'pages' ? each.pages.p99 : each.operations[of].p99))
    const second = secondHalf(p99s)
    return { of, firstP99: median(p99s.slice(0, p99s.length - second.length)), secondP99: median(second) }
  })
