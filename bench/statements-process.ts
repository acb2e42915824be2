import postgres from 'postgres'
import { planSettings } from '@/db/plan-settings'
import { median, percentile } from './measure'
import type { Shape } from './network'
import type { StatementRun } from './pgbench'
import { type Script, valuesOf } from './statements'

/** Stands in for pgbench where a machine has none: the same statements, prepared, by postgres.js, without HTTP. */

export type StatementPlan = {
  url: string
  shape: Shape
  script: Script
  connections: number
  seconds: number
  from: number
  count: number
}

process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))
process.once('message', (plan: StatementPlan) => void main(plan))

async function main(plan: StatementPlan): Promise<void> {
  const sql = postgres(plan.url, { max: plan.connections, connection: planSettings, onnotice: () => {} })
  const names: string[] = []
  const text = plan.script.sql.replace(/(?<!:):([A-Za-z_]\w*)/g, (_, name: string) => `$${names.push(name)}`)
  const latencies: number[] = []
  const startedAt = performance.now()
  const until = startedAt + plan.seconds * 1000
  let taken = 0

  async function client(): Promise<void> {
    while (plan.count > 0 ? taken < plan.count : performance.now() < until) {
      const values = valuesOf(plan.shape, plan.from + taken++)
      const begunAt = performance.now()
      await sql.unsafe(
        text,
        names.map((name) => String(values[name])),
        { prepare: true },
      )
      latencies.push(performance.now() - begunAt)
    }
  }
  await Promise.all(Array.from({ length: plan.connections }, client))

  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const result: StatementRun = {
    transactions: latencies.length,
    seconds,
    p50: median(latencies),
    p99: percentile(latencies, 0.99),
  }
  await sql.end({ timeout: 1 })
  process.send?.(result, () => process.exit(0))
}
