import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import postgres from 'postgres'
import { afterAll, expect, inject, it } from 'vitest'
import { connect } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { projectRoot } from '@/server/settings'
import { recordsByKey } from '../faults/history'
import { withSql } from '../faults/own-postgres'
import { factories } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { type RunningService, startProcess } from '../fixtures/service'
import { type Door, type Entry, type Failures, startOpenLoop } from './open-loop'
import { judge, type Verdict } from './oracle'
import { type Node, startCluster, type TestCluster } from './patroni'

/** The database may die (ADR-0061): of what a till has read nothing is lost, and every key comes to one record (D12, D44). */

const rounds = Number(process.env.CLUSTER_ROUNDS || 1)
const asked = (process.env.CLUSTER_KINDS || '').split(',').filter(Boolean)
const broken = process.env.CLUSTER_BREAK || ''
const salesPerSecond = 20
const warmUpMs = 2_000
const wellForMs = 3_000
/** Longer than the leader's key lives, so that another is elected meanwhile. */
const stoppedMs = 30_000

const opened = openForTests(async (atEnd) => {
  const directory = join(inject('runDirectory'), 'cluster')
  const cluster = await startCluster(
    directory,
    broken === 'asynchronous' ? { synchronous_mode: false, synchronous_mode_strict: false } : {},
    broken === 'overwritten-key' ? 'etcd3' : 'etcd',
  )
  atEnd(cluster.stop)
  await cluster.untilWhole()
  const leader = await cluster.leader()
  await createAliado(leader)
  const apis = {
    balancer: await startProcess(cluster.balancedUrl, { LOG_LEVEL: 'info' }),
    list: await startProcess(cluster.listUrl, { LOG_LEVEL: 'info' }),
  }
  for (const api of Object.values(apis)) atEnd(api.stop)
  const doors: Door[] = Object.entries(apis).map(([name, { url }]) => ({ name, url }))
  return { cluster, doors, apis: Object.values(apis) }
})

async function createAliado(leader: Node): Promise<void> {
  const sql = connect(leader.url.replace(/\/\w+$/, '/postgres'), {
    applicationName: 'test',
    poolMax: 1,
    statementTimeoutMs: 60_000,
  })
  await sql`create database aliado`
  await sql.end()
  await migrateDatabase(leader.url, join(projectRoot, 'db/migrations'))
}

/** What is done to the cluster. It ends when the fault itself is over; the cluster mends itself afterwards. */
type Fault = (cluster: TestCluster, note: Note) => Promise<void>

type Note = {
  /** The moment from which the time to the first 201 counts: the fault, unless said otherwise. */
  countFrom(): void
  /** What an old primary accepted beside the new one. */
  accepted(count: number): void
}

const faults: Readonly<Record<string, Fault>> = {
  'kill-primary': async (cluster) => {
    const leader = await cluster.leader()
    leader.kill()
    await untilAnotherLeads(cluster, leader)
    await leader.start()
  },
  'stop-primary': (cluster, note) => halt(cluster, note, (leader) => leader.freeze()),
  'stall-primary': (cluster, note) => halt(cluster, note, (leader) => leader.freezePostgres()),
  'kill-standby': async (cluster) => {
    const standby = await cluster.synchronous()
    standby.kill()
    await wait(10_000)
    await standby.start()
  },
  'kill-both-standbys': async (cluster, note) => {
    const leader = await cluster.leader()
    const standbys = cluster.nodes.filter(({ name }) => name !== leader.name)
    for (const each of standbys) each.kill()
    await wait(10_000)
    note.countFrom()
    for (const each of standbys) await each.start()
  },
  'kill-etcd-leader': async (cluster) => {
    const member = await cluster.etcd.killLeader()
    await wait(12_000)
    await cluster.etcd.start(member)
  },
  switchover: async (cluster) => {
    const leader = await cluster.leader()
    await cluster.switchover()
    await untilAnotherLeads(cluster, leader)
  },
}

/** Stops the primary until another is elected, lets it go on, and counts what it accepts then. */
async function halt(cluster: TestCluster, note: Note, stop: (leader: Node) => void): Promise<void> {
  const leader = await cluster.leader()
  const fence = openFence(leader)
  await fence.ready
  stop(leader)
  await Promise.all([untilAnotherLeads(cluster, leader), wait(stoppedMs)])
  fence.elected()
  leader.thaw()
  await wait(5_000)
  note.accepted(await fence.close())
}

/**
 * The primary goes on alone for a moment and is lost; the standbys, which were away, come back without it. Its Patroni goes first, so that
 * nobody takes note that they are away. `meanwhile` is done every 200 ms.
 */
async function loseWhatStoodAlone(cluster: TestCluster, meanwhile: (leader: Node) => Promise<unknown>): Promise<void> {
  const leader = await cluster.leader()
  const standbys = cluster.nodes.filter(({ name }) => name !== leader.name)
  leader.killPatroni()
  for (const each of standbys) each.kill()
  for (let n = 0; n < 10; n++) {
    await wait(200)
    await meanwhile(leader)
  }
  leader.kill()
  for (const each of standbys) await each.start()
  await untilAnotherLeads(cluster, leader)
  await leader.start()
}

const cancelCommits = (leader: Node) =>
  withSql(leader.url, (sql) => sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)

/** What is broken on purpose: the oracle must say so. */
const breaks: Readonly<Record<string, Fault>> = {
  /** Patroni before 3.0.3 by `etcd3`: the former leader writes over the key of the new one, and what that one has answered is rewound. */
  'overwritten-key': (cluster, note) => halt(cluster, note, (leader) => leader.freezePostgres()),
  /** The primary waits for no standby. */
  asynchronous: (cluster) => loseWhatStoodAlone(cluster, async () => {}),
  /** Somebody cancels the commits that wait for one. */
  cancel: (cluster) => loseWhatStoodAlone(cluster, cancelCommits),
  /** The old primary waits for nobody, and nobody ends it. */
  'two-primaries': async (cluster, note) => {
    const leader = await cluster.leader()
    leader.killPatroni()
    await withSql(leader.url, async (sql) => {
      await sql`alter system set synchronous_standby_names = ''`
      await sql`select pg_reload_conf()`
    })
    const fence = openFence(leader)
    await fence.ready
    await untilAnotherLeads(cluster, leader)
    fence.elected()
    await wait(8_000)
    note.accepted(await fence.close())
    leader.kill()
    await leader.start()
  },
}

async function untilAnotherLeads(cluster: TestCluster, former: Node): Promise<void> {
  await expect
    .poll(
      () =>
        cluster.leader().then(
          ({ name }) => name !== former.name,
          () => false,
        ),
      { timeout: 90_000, interval: 100 },
    )
    .toBe(true)
}

/** Writes to one server alone, on a connection from before and on new ones, and counts what it accepts once another is elected. */
function openFence(node: Node) {
  let [count, isElected, isClosed] = [0, false, false]
  // A client that reads the types first rejects a promise that nobody holds when it is cut there.
  const open = () => postgres(node.url, { max: 1, fetch_types: false, connect_timeout: 2, onnotice: () => {} })
  const old = open()
  const ready = old`create table if not exists fence (at timestamptz default clock_timestamp())`
  const write = async (sql: typeof old) => {
    await sql`insert into fence default values`
    if (isElected) count += 1
  }
  const working = (async () => {
    await ready
    while (!isClosed) {
      const fresh = open()
      await Promise.race([Promise.allSettled([write(old), write(fresh)]), wait(1_000)])
      void fresh.end({ timeout: 0 })
      await wait(100)
    }
  })()
  return {
    ready,
    elected: () => {
      isElected = true
    },
    close: async () => {
      isClosed = true
      await working
      await old.end({ timeout: 0 })
      return count
    },
  }
}

type Row = Verdict & {
  readonly failures: Failures
  /** What no till should have seen. */
  readonly others: readonly string[]
  /** How processes of the API have ended, and of what. */
  readonly deaths: readonly string[]
  readonly firstMs: Readonly<Record<string, number>>
  readonly accepted: number
}

const rows = new Map<string, Row[]>()

/** One round: load, fault, mending, and then every till is asked for what it has read. */
async function round(fault: Fault): Promise<Row> {
  const { cluster, doors } = opened()
  await cluster.untilWhole()
  const shop = await withSql((await cluster.leader()).url, (sql) => factories(sql).shop({ budget: '999999999.99' }))
  const load = startOpenLoop(doors, shop, salesPerSecond)
  await wait(warmUpMs)
  let [from, accepted] = [performance.now(), 0]
  await fault(cluster, {
    countFrom: () => {
      from = performance.now()
    },
    accepted: (found) => {
      accepted += found
    },
  })
  await cluster.untilWhole()
  await wait(wellForMs)
  await load.stop()
  const firstMs = Object.fromEntries(doors.map(({ name }) => [name, longestWithout201(load.entries, name, from)]))
  const { lostEntries, ...verdict } = await withSql((await cluster.leader()).url, (sql) =>
    judge(sql, shop.merchant.id, load),
  )
  const others = Object.keys(load.failures).filter((name) => !promised.includes(name))
  const deaths = opened().apis.flatMap(endOf)
  const row = { ...verdict, failures: load.failures, others, deaths, firstMs, accepted }
  if (!isRight(row)) await keepEvidence({ row, from, lost: await whereIs(cluster, shop.merchant.id, lostEntries) })
  return row
}

/** For each answer that is lost: when a till read it, at which door, and which members have its record all the same. */
async function whereIs(cluster: TestCluster, merchantId: number, lost: readonly Entry[]): Promise<unknown[]> {
  const held = await Promise.all(
    cluster.nodes.map(async ({ name, url }) => {
      const records = await withSql(url, (sql) => recordsByKey(sql, merchantId)).catch(() => undefined)
      return { name, records }
    }),
  )
  return lost.map(({ key, door, operation, answers }) => ({
    key,
    door,
    operation,
    answeredAt: answers[0]?.at,
    members: held.filter(({ records }) => records?.has(key)).map(({ name }) => name),
  }))
}

/** What a round that went wrong leaves: every log so far, in a directory that stays when the run ends. */
async function keepEvidence(evidence: object): Promise<void> {
  const place = join(projectRoot, '.build', `cluster-${Date.now()}`)
  await mkdir(place, { recursive: true })
  await opened().cluster.copyLogs(place)
  for (const [index, { log }] of opened().apis.entries()) await writeFile(join(place, `api-${index}.log`), log())
  await writeFile(join(place, 'round.json'), JSON.stringify({ now: performance.now(), ...evidence }, undefined, 2))
  console.log(`what the members logged: ${place}`)
}

/** What says that a process of the API has ended; nothing, when it lives. */
function endOf({ pid, log }: RunningService): string[] {
  const uncaught = log().match(/^.*"msg":"uncaught".*$/gm) ?? []
  try {
    process.kill(pid, 0)
    return uncaught
  } catch {
    return [...uncaught, 'ended']
  }
}

/** The longest time from `from` on in which no till of a door read a 201. */
function longestWithout201(entries: readonly Entry[], door: string, from: number): number {
  const times = entries.filter((entry) => entry.door === door).flatMap(({ answers }) => answers.map(({ at }) => at))
  const after = times.filter((at) => at > from).sort((a, b) => a - b)
  return Math.round(Math.max(...after.map((at, index) => at - (after[index - 1] ?? from))))
}

/** What a till may see but 201: the promised 503, or no answer at all. */
const promised = ['503 service_unavailable', '0']

const nothingWrong = {
  others: [],
  deaths: [],
  lost: 0,
  doubled: 0,
  changed: 0,
  unsettled: 0,
  invariants: [],
  accepted: 0,
}

const isRight = (row: Row): boolean =>
  Object.entries(nothingWrong).every(([name, none]) => isDeepStrictEqual(row[name as keyof typeof nothingWrong], none))

const kinds = Object.entries(broken ? { [broken]: breaks[broken] } : faults).filter(
  ([name]) => broken !== '' || asked.length === 0 || asked.includes(name),
)

it.each(kinds)(
  '%s: no 201 is lost, changed or doubled, and every unknown settles with its key',
  async (name, fault) => {
    if (!fault) throw new Error(`--break takes ${Object.keys(breaks).join(', ')}`)
    for (let n = 0; n < (broken ? 1 : rounds); n++) {
      const row = await round(fault).catch(async (error: unknown) => {
        await keepEvidence({ error: String(error) })
        throw error
      })
      rows.set(name, [...(rows.get(name) ?? []), row])
      console.log(`${name} ${n + 1}/${rounds} ${JSON.stringify(row)}`)
      expect.soft(row).toMatchObject(nothingWrong)
    }
  },
)

afterAll(() => {
  const sum = (of: readonly Row[], what: (row: Row) => number) => of.reduce((all, row) => all + what(row), 0)
  const spread = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
      .map((ms) => ((ms ?? Number.NaN) / 1_000).toFixed(1))
      .join(' / ')
  }
  const table = [...rows].map(([kind, of]) => ({
    kind,
    rounds: of.length,
    writes: sum(of, ({ writes }) => writes),
    'read 201': sum(of, ({ answered }) => answered),
    'said 503': sum(of, ({ failures }) => failures['503 service_unavailable'] ?? 0),
    'no answer': sum(of, ({ failures }) => failures['0'] ?? 0),
    unknown: sum(of, ({ unknown }) => unknown),
    'done unseen': sum(of, ({ doneUnseen }) => doneUnseen),
    replayed: sum(of, ({ replayed }) => replayed),
    lost: sum(of, ({ lost }) => lost),
    doubled: sum(of, ({ doubled }) => doubled),
    changed: sum(of, ({ changed }) => changed),
    unsettled: sum(of, ({ unsettled }) => unsettled),
    accepted: sum(of, ({ accepted }) => accepted),
    'first 201, balancer (s)': spread(of.map(({ firstMs }) => firstMs.balancer ?? Number.NaN)),
    'first 201, list (s)': spread(of.map(({ firstMs }) => firstMs.list ?? Number.NaN)),
  }))
  const names = Object.keys(table[0] ?? {}) as (keyof (typeof table)[number])[]
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  console.log(
    [line(names), line(names.map(() => '---')), ...table.map((row) => line(names.map((name) => row[name])))].join('\n'),
  )
})
