import { assert } from '@/lib/kernel/assert'
import type { Cleanups } from './cleanups'
import type { BenchDatabase, Cluster } from './cluster'
import { familyCpuSeconds } from './measure'
import type { Shape } from './network'
import { connectionsMax, findPgbench, runPgbench, type StatementRun } from './pgbench'
import { type Bundles, Inbox, startProcess } from './processes'
import type { Operation } from './requests'
import { captureScripts, makeComputable, type Script } from './statements'
import type { StatementPlan } from './statements-process'
import type { Demand, Window } from './window'

/** The product's own statements on a database of their own, without HTTP. */
export type StatementTarget = {
  readonly name: string
  readonly database: BenchDatabase
  readonly operations: readonly Operation[]
  /** For the seconds of the demand, or for `count` transactions where that is above 0. */
  measure(demand: Demand, from: number, count: number): Promise<Window>
}

export async function startStatements(
  bundles: Bundles,
  cluster: Cluster,
  shape: Shape,
  cleanups: Cleanups,
): Promise<StatementTarget> {
  const database = await cluster.copy('bench_statements')
  await makeComputable(database)
  const scripts = await captureScripts(database)
  const pgbench = findPgbench()

  const run = (script: Script, demand: Demand, from: number, count: number): Promise<StatementRun> => {
    const { connections, seconds } = demand
    if (pgbench) {
      const plan = { directory: cluster.directory, connections, seconds, from, count }
      return runPgbench(pgbench, database, shape, script, plan)
    }
    const plan = { url: database.url, shape, script, seconds, from, count }
    return runDriver(bundles, { ...plan, connections: Math.min(connections, connectionsMax) }, cleanups)
  }

  const name = pgbench ? 'pgbench, own statements' : 'postgres.js without HTTP, own statements'
  return {
    name,
    database,
    operations: scripts.map((script) => script.operation),
    measure: async (demand, from, count) => {
      const script = scripts.find((each) => each.operation === demand.operation)
      assert(script, `the operation has statements: ${demand.operation}`)
      const before = await familyCpuSeconds(cluster.postmasterPid)
      const { transactions, seconds, p50, p99 } = await run(script, demand, from, count)
      const postgresSeconds = (await familyCpuSeconds(cluster.postmasterPid)) - before
      return {
        operation: demand.operation,
        target: name,
        connections: demand.connections,
        requests: transactions,
        seconds,
        perSecond: transactions / seconds,
        p50,
        p99,
        p999: Number.NaN,
        processMicros: Number.NaN,
        postgresMicros: (postgresSeconds * 1e6) / transactions,
        loadMicros: Number.NaN,
        residentMiB: Number.NaN,
        kept: Number.NaN,
        risen: {},
        generator: pgbench ? 'pgbench' : 'statements',
      }
    },
  }
}

async function runDriver(bundles: Bundles, plan: StatementPlan, cleanups: Cleanups): Promise<StatementRun> {
  const { child, stop } = startProcess(bundles.statements, {}, cleanups)
  const inbox = new Inbox(child)
  child.send(plan)
  const result = await inbox.next<StatementRun>()
  await stop()
  return result
}
