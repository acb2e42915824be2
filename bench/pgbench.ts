import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { planSettings } from '@/db/plan-settings'
import type { BenchDatabase } from './cluster'
import { median, percentile } from './measure'
import type { Shape } from './network'
import { type Script, variablesOf } from './statements'

const run = promisify(execFile)

/** More connections than this make a database on a few cores slower, not faster. */
export const connectionsMax = 16

/** A tenth of the transactions is written down with its latency. */
const samplingRate = 0.1

export type StatementRun = { transactions: number; seconds: number; p50: number; p99: number }

/** The newest pgbench of this machine. */
export function findPgbench(): string | undefined {
  const root = '/usr/lib/postgresql'
  try {
    const versions = existsSync(root) ? execFileSync('ls', [root], { encoding: 'utf8' }).trim().split('\n') : []
    const newest = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin/pgbench'))
    return newest.find(existsSync) ?? execFileSync('sh', ['-c', 'command -v pgbench'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Runs the statements of an operation, prepared, each transaction by itself. Numbers from `from` on are used, each once. */
export async function runPgbench(
  program: string,
  database: BenchDatabase,
  shape: Shape,
  script: Script,
  plan: { directory: string; connections: number; seconds: number; from: number; count: number },
): Promise<StatementRun> {
  const directory = await mkdtemp(join(plan.directory, 'pgbench-'))
  const { hostname, port, username, password, pathname } = new URL(database.url)
  const clients = Math.min(plan.connections, connectionsMax)
  const file = join(directory, 'script.sql')
  await writeFile(file, scriptText(shape, script))
  try {
    const { stdout } = await run(
      program,
      [
        ...['-h', hostname, '-p', port, '-U', username, '-n', '-M', 'prepared', '-f', file],
        ...['-c', String(clients), '-j', '1', '--random-seed=1'],
        // A client that has used up its numbers would ask for what does not exist.
        ...(plan.count > 0 ? ['-t', String(Math.floor(plan.count / clients))] : ['-T', String(plan.seconds)]),
        ...['-l', `--log-prefix=${join(directory, 'log')}`, `--sampling-rate=${samplingRate}`],
        ...['-D', 'i=-1', '-D', `base=${plan.from}`, '-D', `clients=${clients}`],
        pathname.slice(1),
      ],
      {
        env: {
          ...{ PATH: process.env.PATH, NODE_ENV: 'production', PGPASSWORD: password, PGCONNECT_TIMEOUT: '5' },
          // As the service's own sessions: planned once, and by index.
          PGOPTIONS: Object.entries(planSettings)
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
        },
      },
    )
    const [, transactions] = /transactions actually processed: (\d+)/.exec(stdout) ?? []
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
    if (!transactions || !perSecond) throw new Error(`pgbench said:\n${stdout}`)
    const latencies = await readLatencies(directory)
    return {
      transactions: Number(transactions),
      seconds: Number(transactions) / Number(perSecond),
      p50: median(latencies),
      p99: percentile(latencies, 0.99),
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function scriptText(shape: Shape, { sql }: Script): string {
  const variables = [['i', 'i + 1'] as const, ...variablesOf(shape)]
  const sets = variables.map(
    ([name, expression]) => `\\set ${name} ${expression.replace(/\b(?!least)[a-z_]+\b/g, ':$&')}`,
  )
  return `${[...sets, `${sql};`].join('\n')}\n`
}

/** Milliseconds, ascending, from pgbench's own log: client, transaction, microseconds, … */
async function readLatencies(directory: string): Promise<number[]> {
  const logs = (await readdir(directory)).filter((name) => name.startsWith('log'))
  const texts = await Promise.all(logs.map((name) => readFile(join(directory, name), 'utf8')))
  return texts
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b)
}
