import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@/server/settings'
import { Cleanups, VoidRun } from './cleanups'
import { type Cluster, startCluster } from './cluster'
import { compare } from './compare'
import { measureAtRate } from './fixed-rate'
import { measureGrowth } from './growth'
import { findWrk } from './load'
import { measureMachines } from './machines'
import { measureMemory } from './memory'
import { shapeOf } from './network'
import { type Options, parseOptions } from './options'
import { bundlePrograms } from './processes'
import { render } from './report'
import type { Results } from './results'
import { measureSoak } from './soak'
import { measureStart } from './start'
import { startApi } from './targets'
import type { Stage } from './windows'

/**
 * `npm run bench`: how fast the service is beside others that do the same, in ratios of things measured in turn (docs/speed.md).
 * The exit code is 0 whatever the figures are, and 1 when the run is void.
 */

const say = (text: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}

async function measure(options: Options, cleanups: Cleanups): Promise<Results> {
  const startedAt = new Date()
  const start = options.start ? await measureStart(cleanups, say) : undefined
  const needsNetwork =
    options.compare ||
    options.memory ||
    options.machines ||
    options.growth ||
    options.fixedRate !== undefined ||
    options.soak !== undefined
  if (!needsNetwork) return { conditions: conditionsOf(options, startedAt), ...(start ? { start } : {}) }

  const shape = shapeOf(options.scale)
  say(`a network of ${shape.collaborators} collaborators`)
  const cluster = await startCluster(shape, cleanups)
  const bundles = await bundlePrograms(cleanups)
  const stage: Stage = { shape, cluster, bundles, cleanups, wrk: findWrk(cluster.directory) }
  const profiling = options.cpuProf === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.cpuProf}`]
  const api = await startApi(bundles, cluster, cleanups, 'Aliado', 'bench_api', profiling)
  const memory = options.memory ? await measureMemory(stage, api, options) : undefined
  const standings = options.compare ? await compare(stage, api, options, say) : undefined
  const atRate =
    options.fixedRate === undefined ? undefined : await measureAtRate(stage, api, options.fixedRate, options, say)
  // The API is idle, but holds connections of its own.
  await api.stop()
  const machines = options.machines ? await measureMachines(stage, options, say) : undefined
  const growth = options.growth ? await measureGrowth(stage, options, say) : undefined
  const soak = options.soak === undefined ? undefined : await measureSoak(stage, options.soak, options, say)
  return {
    conditions: conditionsOf(options, startedAt, { stage, cluster }),
    ...(standings ? { standings } : {}),
    ...(atRate ? { atRate } : {}),
    ...(growth ? { growth } : {}),
    ...(memory ? { memory } : {}),
    ...(machines ? { machines } : {}),
    ...(soak ? { soak } : {}),
    ...(start ? { start } : {}),
  }
}

function conditionsOf(
  options: Options,
  startedAt: Date,
  run?: { stage: Stage; cluster: Cluster },
): Record<string, string> {
  const { shape, wrk } = run?.stage ?? {}
  const machine = {
    date: startedAt.toISOString().slice(0, 16).replace('T', ' '),
    CPU: cpus()[0]?.model.trim() ?? '?',
    cores: `${cpus().length}, shared by PostgreSQL, the target and the load`,
    system: `Linux ${release()}`,
    Node: process.version,
  }
  if (!run || !shape) return machine
  const { server_version: version, ...settings } = run.cluster.conditions
  return {
    ...machine,
    PostgreSQL: version ?? '?',
    settings: Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    network: `${shape.collaborators} collaborators, ${shape.companies} companies, ${shape.merchants} merchants, ${shape.merchants * 10} discounts`,
    windows: `${options.rounds} x ${options.seconds} s each in turn, after ${options.warmSeconds} s of warm-up with 64 connections, and as long with those measured where they are fewer`,
    load: wrk ? 'wrk' : 'autocannon',
  }
}

async function keep(results: Results): Promise<string> {
  const directory = join(projectRoot, 'bench/results')
  await mkdir(directory, { recursive: true })
  const file = join(directory, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2))
  if (options.from !== undefined) {
    process.stdout.write(`${render(JSON.parse(await readFile(options.from, 'utf8')), options.markdown)}\n`)
    return 0
  }
  const cleanups = new Cleanups()
  try {
    const results = await measure(options, cleanups)
    say(`kept in ${await keep(results)}`)
    process.stdout.write(`${render(results, options.markdown)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof VoidRun)) throw error
    process.stderr.write(`VOID: ${error.message}\n`)
    return 1
  } finally {
    await cleanups.run()
  }
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    process.stderr.write(`VOID: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    process.exit(1)
  },
)
