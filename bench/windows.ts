import { setTimeout as wait } from 'node:timers/promises'
import { newestIds, prepareAuthorizations, tally } from './authorizations'
import { type Cleanups, VoidRun } from './cleanups'
import type { BenchDatabase, Cluster } from './cluster'
import { drive } from './load'
import type { LoadPlan } from './load-plan'
import { cpuSeconds, familyCpuSeconds, residentMiB } from './measure'
import type { Shape } from './network'
import type { Bundles } from './processes'
import { isRepeatable, type Operation, varietyMax } from './requests'
import type { StatementTarget } from './statement-target'
import type { HttpTarget } from './targets'
import type { Demand, Window } from './window'

export type Target = HttpTarget | StatementTarget

export type Stage = {
  readonly shape: Shape
  readonly cluster: Cluster
  readonly bundles: Bundles
  readonly cleanups: Cleanups
  readonly wrk: LoadPlan['wrk']
}

/** Numbers are used once per database, so that every write is new. */
const nextNumbers = new Map<string, number>()
/** What a target did last, to know how many requests to make for its next window. */
const lastRates = new Map<string, number>()

/** A driver that is bounded by time, and not by a number of transactions, uses fewer numbers than this. */
const numbersOfStatements = 10_000_000

const warmConnections = 64

/** Requests made beyond those that the last rate would need. */
const spare = 1.5

/** So many numbers that no request of that database had, from the first of them on. */
export function takeNumbers(database: BenchDatabase, operation: Operation, count: number): number {
  const name = `${database.name} ${operation}`
  const from = nextNumbers.get(name) ?? 1
  nextNumbers.set(name, from + count)
  return from
}

/** So many requests that they should last for the window, with some to spare; when they do not, it is shorter. */
function requestsFor(name: string, demand: Demand): number {
  if (demand.rate !== undefined) return Math.floor(demand.rate * demand.seconds)
  if (isRepeatable(demand.operation)) return varietyMax
  const rate =
    lastRates.get(`${name} ${demand.operation} ${demand.connections}`) ?? (demand.connections < 4 ? 2_000 : 8_000)
  return Math.ceil(rate * demand.seconds * spare) + 4 * demand.connections + 200
}

const isHttp = (target: Target): target is HttpTarget => 'url' in target

/** Puts a database into the state in which every window begins: rows made, vacuumed and analyzed. */
async function settle(stage: Stage, database: BenchDatabase, operation: Operation, from: number, count: number) {
  if (operation === 'consumption') await prepareAuthorizations(database.sql, stage.shape, from, count)
  if (operation === 'apply' || operation === 'consumption') {
    await database.sql`vacuum (analyze) authorizations, consumptions, idempotency_keys`
  } else if (operation === 'token') await database.sql`vacuum (analyze)`
}

/** One window on one target. Throws VoidRun when the rows do not match what the target answered. */
export async function measureWindow(stage: Stage, target: Target, demand: Demand): Promise<Window> {
  const { operation, connections } = demand
  const count = requestsFor(target.name, demand)
  const from = takeNumbers(target.database, operation, isHttp(target) ? count : Math.max(count, numbersOfStatements))
  await settle(stage, target.database, operation, from, count)
  const before = operation === 'token' ? undefined : await newestIds(target.database.sql)
  const window = isHttp(target)
    ? await measureHttp(stage, target, demand, from, count)
    : await target.measure(demand, from, operation === 'consumption' ? Math.floor(count / spare) : 0)
  if (before) await refuseWrongRows(target, demand, window, await tally(target.database.sql, before))
  lastRates.set(`${target.name} ${operation} ${connections}`, window.perSecond)
  return window
}

async function measureHttp(
  stage: Stage,
  target: HttpTarget,
  { operation, connections, seconds, rate, countsKept = false }: Demand,
  from: number,
  count: number,
): Promise<Window> {
  const plan: LoadPlan = {
    operation,
    url: target.url,
    tokenPath: target.tokenPath,
    terminals: target.terminals,
    connections,
    seconds,
    from,
    count,
    ...(rate === undefined ? {} : { rate }),
    ...(stage.wrk === undefined ? {} : { wrk: stage.wrk }),
    shape: stage.shape,
    credentials: stage.cluster.credentials,
  }
  const meters = { process: 0, postgres: 0, resident: 0 }
  const keptBefore = countsKept ? await callsKept(target) : Number.NaN
  const others = Object.entries(target.meters ?? {})
  const readOthers = () => Promise.all(others.map(([, read]) => read()))
  let begun: readonly number[] = []
  let ended: readonly number[] = []
  const result = await drive(stage.bundles.load, plan, stage.cleanups, {
    atStart: async () => {
      meters.process = await cpuSeconds(target.pid)
      meters.postgres = await familyCpuSeconds(stage.cluster.postmasterPid)
      begun = await readOthers()
    },
    atEnd: async () => {
      ended = await readOthers()
      meters.process = (await cpuSeconds(target.pid)) - meters.process
      meters.postgres = (await familyCpuSeconds(stage.cluster.postmasterPid)) - meters.postgres
      meters.resident = (await residentMiB(target.pid)).now
    },
  })
  const kept = countsKept ? (await callsKept(target)) - keptBefore : Number.NaN
  const micros = (spent: number) => (spent * 1e6) / result.served
  return {
    operation,
    target: target.name,
    connections,
    requests: result.requests,
    seconds: result.seconds,
    perSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    p999: result.p999,
    processMicros: micros(meters.process),
    postgresMicros: micros(meters.postgres),
    loadMicros: micros(result.loadCpuSeconds),
    residentMiB: meters.resident,
    kept: kept / result.served,
    risen: Object.fromEntries(
      others.map(([name], at) => [name, ((ended[at] ?? Number.NaN) - (begun[at] ?? Number.NaN)) / result.served]),
    ),
    generator: result.generator,
  }
}

/** The API writes calls down each second. */
const keptWithinMs = 1_500

async function callsKept({ keepsCalls, database }: HttpTarget): Promise<number> {
  if (!keepsCalls) return Number.NaN
  await wait(keptWithinMs)
  const [row] = await database.sql<{ calls: number }[]>`select count(*)::int as calls from api_requests`
  return row?.calls ?? Number.NaN
}

/** Every write that was answered is a row with the right amounts and a bound key; what was under way at the end may be one too. */
async function refuseWrongRows(
  { name }: Target,
  { operation }: Demand,
  { requests }: Window,
  rows: Awaited<ReturnType<typeof tally>>,
): Promise<void> {
  const { authorizations, consumptions, keys, wrong } = rows
  const written = { eligibility: 0, token: 0, apply: authorizations, consumption: consumptions }[operation]
  const isWrite = !isRepeatable(operation)
  if (wrong > 0) throw new VoidRun(`${name}, ${operation}: ${wrong} rows have wrong amounts`)
  if (isWrite && (written < requests || keys !== written)) {
    throw new VoidRun(`${name}, ${operation}: ${requests} answers, ${written} rows, ${keys} keys`)
  }
}

/** All targets in turn, A B A B: their warm-ups, then so many rounds. The windows come round by round. */
export async function measureRounds(
  stage: Stage,
  targets: readonly Target[],
  demand: Demand,
  plan: { rounds: number; warmSeconds: number; say: (text: string) => void },
): Promise<Window[][]> {
  // With many connections, so that each process runs compiled code in the windows that follow, as one does from its first minute on: at one
  // call at a time that would take longer than the windows themselves, and longer for whoever has more code. Then as the windows go, since a
  // call alone may take another way.
  for (const connections of new Set([Math.max(demand.connections, warmConnections), demand.connections])) {
    for (const target of targets)
      await measureWindow(stage, target, { ...demand, connections, seconds: plan.warmSeconds })
  }
  const rounds: Window[][] = []
  for (let round = 1; round <= plan.rounds; round++) {
    const windows: Window[] = []
    for (const target of targets) {
      const window = await measureWindow(stage, target, demand)
      windows.push(window)
      const { perSecond, p50, p99 } = window
      plan.say(
        `${demand.operation}, ${demand.connections} connections, round ${round}: ${target.name} ` +
          `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      )
    }
    rounds.push(windows)
  }
  return rounds
}
