import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@/db/migrate'
import { startEmbeddedPostgres, stopAbandonedPostgres } from '@/server/embedded-postgres'
import { mendDriver } from '@/server/mend-driver'
import { bundleApi } from './fixtures/api-bundle'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL for tests alone; `createDatabase` clones `template_aliado` on it. */
    serverUrl: string
    /** Where the services of this run write their logs. */
    runDirectory: string
    /** The API process, bundled from the sources as they are. */
    apiBundle: string
  }
}

const runPrefix = 'aliado-test-'
/** A file system in memory, on Linux; in a container it may be small. */
const memory = { path: '/dev/shm', bytesMin: 4 * 2 ** 30 }
const root = join(import.meta.dirname, '..')

type Run = { readonly provided: ProvidedContext; readonly stop: () => Promise<void> }

/** What the projects of one run share: each of them loads this module anew. */
const shared = globalThis as typeof globalThis & { aliadoTestRun?: { projects: number; run: Promise<Run> } }

/** One database server, one migrated template and one bundle of the API for the whole run, however many projects ask for them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.aliadoTestRun ??= { projects: 0, run: startRun() }
  const { aliadoTestRun } = shared
  aliadoTestRun.projects += 1
  const { provided, stop } = await aliadoTestRun.run
  project.provide('serverUrl', provided.serverUrl)
  project.provide('runDirectory', provided.runDirectory)
  project.provide('apiBundle', provided.apiBundle)
  return async () => {
    aliadoTestRun.projects -= 1
    if (aliadoTestRun.projects > 0) return
    delete shared.aliadoTestRun
    await stop()
  }
}

async function startRun(): Promise<Run> {
  await mendDriver()
  await clearAbandonedRuns()
  const directory = await mkdtemp(join(await fastestDirectory(), runPrefix))
  // PostgreSQL, which under root runs as another user, must be able to pass.
  await chmod(directory, 0o755)
  const server = await testServer(join(directory, 'data'))
  try {
    await createTemplate(server.url)
    const apiName = `test-api-${process.pid}`
    const apiBundle = await bundleApi(root, apiName)
    return {
      provided: { serverUrl: server.url, runDirectory: directory, apiBundle },
      stop: async () => {
        await server.stop()
        const folder = dirname(apiBundle)
        const own = (await readdir(folder)).filter(
          (file) => /[-.]/.test(file[apiName.length] ?? '') && file.startsWith(apiName),
        )
        for (const file of own) await rm(join(folder, file), { force: true })
        await rm(directory, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Most files of tests make databases of 750 files each and drop them again: in memory that takes less than half of the time. */
async function fastestDirectory(): Promise<string> {
  const found = await statfs(memory.path).catch(() => undefined)
  return found && found.bavail * found.bsize >= memory.bytesMin ? memory.path : tmpdir()
}

/** A run that was killed leaves its servers behind, also those that its tests had started: the next run ends them. */
async function clearAbandonedRuns(): Promise<void> {
  const runsIn = async (path: string) =>
    (await readdir(path).catch(() => [])).filter((name) => name.startsWith(runPrefix)).map((name) => join(path, name))
  for (const run of [...(await runsIn(tmpdir())), ...(await runsIn(memory.path))]) {
    if (!(await stopAbandonedPostgres(join(run, 'data')))) continue
    for (const name of await readdir(run)) await stopAbandonedPostgres(join(run, name))
    await rm(run, { recursive: true, force: true })
  }
}

/** An own server, or that of TEST_DATABASE_URL, which must be on this machine: tests drop and create databases. */
async function testServer(directory: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given === undefined) {
    const embedded = await startEmbeddedPostgres({ directory, durable: false })
    return { url: embedded.databaseUrl, stop: () => embedded.stop() }
  }
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(given).hostname)) {
    throw new Error('TEST_DATABASE_URL must be on this machine')
  }
  return { url: given, stop: async () => {} }
}

async function createTemplate(serverUrl: string): Promise<void> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await sql`drop database if exists template_aliado`
  await sql`create database template_aliado`
  await sql.end()
  const url = new URL(serverUrl)
  url.pathname = '/template_aliado'
  await migrateDatabase(url.href, join(root, 'db/migrations'))
}
