import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '@/server/settings'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, quantileMs, sentBetween } from '../faults/history'
import { startLoad } from '../faults/load'
import { causesOf503 } from '../faults/pool'
import { dropRole, newRole } from '../fixtures/app-role'
import { runCommand } from '../fixtures/command'
import { createDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { startNginx } from '../fixtures/nginx'
import { openForTests } from '../fixtures/open-for-tests'
import { portForTest } from '../fixtures/program'
import { type RunningService, startProcess } from '../fixtures/service'
import { bringFormerVersion } from './former-version'
import { loadShop } from './network'

/**
 * An upgrade while tills sell, as docs/operations.md says it is done (ADR-0064): two processes of the former version behind the nginx of
 * docs/nginx.example.conf, the newer version migrates, and one process after the other is replaced; then one is taken back and replaced
 * again. What serves is a role that does not own the schema.
 */

/** How long tills sell to each state that an upgrade passes. */
const stateMs = 3_000
const watchEveryMs = 500

type Version = 'former' | 'newer'

const opened = openForTests(async (atEnd) => {
  const former = await bringFormerVersion()
  const database = await createDatabase('template0')
  atEnd(database.drop)
  const role = await newRole(database)
  atEnd(() => dropRole(database, role))
  const urls = { DATABASE_URL: role.url, MIGRATION_DATABASE_URL: database.databaseUrl }
  const shop = await loadShop(former.root, join(inject('runDirectory'), 'upgrade-network.json'), urls)
  const bundles: Record<Version, string> = { former: former.apiBundle, newer: inject('apiBundle') }
  const start = (version: Version, port: number) =>
    startProcess(role.url, { API_PORT: String(port), TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'info' }, bundles[version])
  return { former, database, urls, shop, start, atEnd }
})

/** Asks each process whether it is ready, as a container's or a balancer's check does, on a connection of its own. */
function watch(urls: readonly string[]): { stop(): Promise<void> } {
  let over = false
  const watching = urls.map(async (url) => {
    while (!over) {
      const answer = await fetch(`${url}/health/ready`, { headers: { Connection: 'close' } }).catch(() => undefined)
      await answer?.body?.cancel()
      await wait(watchEveryMs)
    }
  })
  return {
    stop: async () => {
      over = true
      await Promise.all(watching)
    },
  }
}

it('from the version before fails no sale, nor does the way back', async () => {
  const { former, database, urls, shop, start, atEnd } = opened()
  const ports = [await portForTest(), await portForTest()] as const
  const running: RunningService[] = [await start('former', ports[0]), await start('former', ports[1])]
  atEnd(() => Promise.all(running.map((process) => process.stop())))
  const addresses = running.map(({ url }) => url)
  const balancer = await startNginx(addresses)
  atEnd(balancer.stop)
  const watching = watch(addresses)
  atEnd(watching.stop)
  const load = startLoad(balancer.url, shop, { count: 12, perSecond: 60 })
  const ended: RunningService[] = []
  const states: Record<string, unknown> = {}

  /** Lets the tills sell to a state, and notes what came of it, from its beginning on. */
  const pass = async (name: string, change: () => Promise<unknown>): Promise<void> => {
    const from = performance.now()
    await change()
    const changedMs = Math.round(performance.now() - from)
    await wait(stateMs)
    const sent = sentBetween(load.tries(), from, performance.now())
    states[`${name} (${changedMs} ms)`] = { ...kinds(sent), 'p99 ms': quantileMs(sent, 0.99) }
  }
  const replace = async (place: 0 | 1, version: Version): Promise<void> => {
    const leaving = running[place]
    if (!leaving) throw new Error(`there is no process ${place}`)
    expect(await leaving.stop(), `the exit code of process ${place}`).toBe(0)
    ended.push(leaving)
    const next = await start(version, ports[place])
    running[place] = next
    // Versions from before ADR-0064 are not ready on a newer schema, although they serve.
    const path = version === 'newer' ? '/health/ready' : '/health/live'
    await eventually(async () => expect((await fetch(next.url + path)).status).toBe(200))
  }

  await pass('former and former, former schema', async () => {})
  await pass('former and former, newer schema', async () => {
    const migrated = await runCommand(projectRoot, 'server/db-roles.ts', urls)
    expect(migrated).toMatchObject({ code: 0 })
  })
  await pass('newer and former', () => replace(0, 'newer'))
  await pass('newer and newer', () => replace(1, 'newer'))
  await pass('the way back: former and newer', () => replace(0, 'former'))
  await pass('newer and newer again', () => replace(0, 'newer'))
  await load.stop()
  const tries = load.tries()
  const log = [...ended, ...running].map((process) => process.log()).join('')
  const refused = tries.filter(({ kind }) => kind === '503')
  const refusedByNginx = refused.filter(({ requestId }) => !log.includes(`"requestId":"${requestId}"`))
  printFigures(`An upgrade from ${former.commit.slice(0, 9)} (${former.newestMigration})`, {
    ...states,
    writes: load.writes.length,
    'answers in all': kinds(tries),
    '503 of nginx': refusedByNginx.length,
    '503 of the API': causesOf503(log),
  })
  // No sale is cut off or refused for good. What may be told to come again, and then was sold to by the same key: a call in the queue of a
  // door that closes, and, where the machine is too busy for these tills, one that gets no turn at the database within a second.
  expectOnly(tries, ['201', '201 replayed', '503'])
  expect(refusedByNginx.length).toBeLessThanOrEqual(ended.length)
  expect(Object.keys(causesOf503(log))).toEqual(refused.length > refusedByNginx.length ? ['the gate or patience'] : [])
  await expectOneOutcomeEach(database.sql, shop.merchantId, load.writes)
})
