import { readFileSync } from 'node:fs'
import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { type Account, postgresAccount } from '@/server/postgres-host'
import { findProgram, type Program, portForTest, startProgram } from '../fixtures/program'

/** Three members of PostgreSQL under Patroni, three of etcd, and HAProxy in front, each member on a loopback address of its own. */
export type TestCluster = {
  readonly nodes: readonly Node[]
  /** Through HAProxy. */
  readonly balancedUrl: string
  /** With all three servers as a list. */
  readonly listUrl: string
  leader(): Promise<Node>
  /** The standby that commits wait for. */
  synchronous(): Promise<Node>
  switchover(): Promise<void>
  /** Until there is a leader, every other member streams from it, and one of them is waited for. */
  untilWhole(): Promise<void>
  etcd: { killLeader(): Promise<string>; start(name: string): Promise<void> }
  copyLogs(to: string): Promise<void>
  stop(): Promise<void>
}

export type Node = {
  readonly name: string
  /** This server alone. */
  readonly url: string
  /** SIGKILL to Patroni and every process of PostgreSQL, as when the machine goes. */
  kill(): void
  /** SIGKILL to Patroni alone: nobody watches over PostgreSQL any more. */
  killPatroni(): void
  start(): Promise<void>
  /** Stops every process where it is, and lets it go on. */
  freeze(): void
  /** The same of PostgreSQL alone, as a disk that answers nobody does: Patroni waits in the middle of its turn. */
  freezePostgres(): void
  thaw(): void
}

/** The settings that docs/operations.md gives, and shorter ones only where those are Patroni's own. */
export const patroniSettings = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  synchronous_node_count: 1,
  failsafe_mode: true,
} as const

type Overrides = Partial<Record<keyof typeof patroniSettings, unknown>>

/**
 * The interface of etcd by which Patroni holds the leader's key. Of the two, Patroni before 3.0.3 renews the key only as long as it is its
 * own by `etcd`; by `etcd3` it writes over the key of another (ADR-0072).
 */
export type EtcdInterface = 'etcd' | 'etcd3'

const names = ['pg1', 'pg2', 'pg3'] as const
const addressOf = (index: number) => `127.0.61.${index + 1}`
const password = 'cluster-of-the-test'
const database = 'aliado'
const superuser = 'aliado_owner'
const wholeWithinMs = 150_000

/** The programs that are needed and where they are. Throws with every Debian package that is missing, at once. */
export function clusterPrograms() {
  const missing: string[] = []
  const find = (name: string, debianPackage: string): string => {
    try {
      return findProgram(name, debianPackage)
    } catch {
      missing.push(debianPackage)
      return ''
    }
  }
  const programs = {
    patroni: find('patroni', 'patroni'),
    etcd: find('etcd', 'etcd-server'),
    haproxy: find('haproxy', 'haproxy'),
    postgres: postgresPrograms(),
  }
  if (programs.postgres === undefined) missing.push('postgresql')
  if (missing.length > 0)
    throw new Error(`missing on this machine: apt-get install ${missing.join(' ')} python3-psycopg2`)
  return programs
}

/** Where Debian keeps the newest PostgreSQL. */
function postgresPrograms(): string | undefined {
  const versions = Array.from({ length: 20 }, (_, index) => 30 - index)
  return versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((place) => {
      try {
        return readFileSync(`${place}/pg_basebackup`).length > 0
      } catch {
        return false
      }
    })
}

type Ports = { readonly postgres: number; readonly rest: number; readonly client: number; readonly peer: number }

export async function startCluster(
  directory: string,
  overrides: Overrides = {},
  etcdInterface: EtcdInterface = 'etcd',
): Promise<TestCluster> {
  const programs = clusterPrograms()
  const account = await postgresAccount()
  await mkdir(directory, { recursive: true, mode: 0o755 })
  const [postgres, rest, client, peer, balancer] = await Promise.all(Array.from({ length: 5 }, () => portForTest()))
  if (!postgres || !rest || !client || !peer || !balancer) throw new Error('no free ports')
  const ports: Ports = { postgres, rest, client, peer }

  const etcd = await startEtcd(programs.etcd, directory, ports)
  const nodes: PatroniNode[] = []
  for (const [index, name] of names.entries()) {
    const home = join(directory, name)
    await mkdir(home, { mode: 0o755 })
    if (account) await chown(home, account.uid, account.gid)
    const settings = patroniFile({
      index,
      name,
      home,
      ports,
      binaries: programs.postgres ?? '',
      overrides,
      etcdInterface,
    })
    await writeFile(join(home, 'patroni.yml'), stringify(settings))
    nodes.push(new PatroniNode(name, { index, home, ports, program: programs.patroni, account }))
  }
  for (const node of nodes) await node.start()
  const haproxy = await startBalancer(programs.haproxy, directory, ports, balancer)

  const urlOf = (hosts: string) => `postgres://${superuser}:${password}@${hosts}/${database}`
  /** As most members say, all asked at once: one that was stopped says for a while what was so before. None, unless two agree on the leader. */
  const members = async (): Promise<Member[]> => {
    const answers = await Promise.all(nodes.map((node) => node.ask('/cluster').catch(() => undefined)))
    const views = answers.flatMap((answer) => (answer ? [(answer as { members: Member[] }).members] : []))
    return views.find((view) => views.filter((other) => leaderIn(other) === leaderIn(view)).length >= 2) ?? []
  }
  const nodeOf = async (isIt: (member: Member) => boolean, what: string): Promise<PatroniNode> => {
    const found = (await members()).find(isIt)
    const node = nodes.find(({ name }) => name === found?.name)
    if (!node) throw new Error(`there is no ${what}`)
    return node
  }
  return {
    nodes,
    balancedUrl: urlOf(`127.0.0.1:${balancer}`),
    listUrl: urlOf(names.map((_, index) => `${addressOf(index)}:${ports.postgres}`).join(',')),
    leader: () => nodeOf(({ role }) => role === 'leader', 'leader'),
    synchronous: () => nodeOf(({ role }) => role === 'sync_standby', 'synchronous standby'),
    switchover: async () => {
      const leader = await nodeOf(({ role }) => role === 'leader', 'leader')
      const candidate = await nodeOf(({ role }) => role === 'sync_standby', 'synchronous standby')
      await leader.ask('/switchover', { leader: leader.name, candidate: candidate.name })
    },
    untilWhole: async () => {
      const until = performance.now() + wholeWithinMs
      let seen: Member[] = []
      while (performance.now() < until) {
        seen = await members()
        if (isWhole(seen, overrides.synchronous_mode !== false)) return
        await wait(250)
      }
      throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}; see ${directory}`)
    },
    etcd,
    copyLogs: async (to) => {
      for (const name of names) await copyFile(join(directory, name, 'patroni.log'), join(to, `${name}.log`))
      for (const name of ['haproxy', ...names.map((_, index) => `e${index}`)])
        await copyFile(join(directory, `${name}.log`), join(to, `${name}.log`))
    },
    stop: async () => {
      await haproxy.stop()
      for (const node of nodes) await node.stop()
      await etcd.stop()
    },
  }
}

/** A member, as Patroni tells of it. */
type Member = {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

const leaderIn = (members: readonly Member[]) => {
  const leader = members.find(({ role }) => role === 'leader')
  return `${leader?.name} ${leader?.timeline}`
}

function isWhole(members: readonly Member[], isSynchronous: boolean): boolean {
  const [leaders, others] = [
    members.filter(({ role }) => role === 'leader'),
    members.filter(({ role }) => role !== 'leader'),
  ]
  // Patroni 3.0 says `running` of a standby that follows; newer ones say `streaming`.
  const follow = others.every(
    ({ state, lag }) => /^(running|streaming)$/.test(state) && typeof lag === 'number' && lag < 1_000_000,
  )
  const waited = others.some(({ role }) => role === 'sync_standby')
  const isOneHistory = new Set(members.map(({ timeline }) => timeline)).size === 1
  return (
    leaders.length === 1 &&
    leaders[0]?.state === 'running' &&
    others.length === 2 &&
    follow &&
    isOneHistory &&
    waited === isSynchronous
  )
}

class PatroniNode implements Node {
  readonly name: string
  readonly url: string
  readonly #rest: { readonly host: string; readonly port: number }
  readonly #home: string
  readonly #command: readonly [string, string]
  readonly #account: Account | undefined
  #patroni: Program | undefined
  #frozen: number[] = []

  constructor(
    name: string,
    made: { index: number; home: string; ports: Ports; program: string; account: Account | undefined },
  ) {
    const host = addressOf(made.index)
    this.name = name
    this.url = `postgres://${superuser}:${password}@${host}:${made.ports.postgres}/${database}`
    this.#rest = { host, port: made.ports.rest }
    this.#home = made.home
    this.#command = [made.program, join(made.home, 'patroni.yml')]
    this.#account = made.account
  }

  async start(): Promise<void> {
    this.#patroni = await startProgram(this.#command, {
      ...this.#rest,
      logFile: join(this.#home, 'patroni.log'),
      spawn: {
        ...this.#account,
        env: { PATH: process.env.PATH, HOME: this.#home, LC_ALL: 'C.UTF-8', NODE_ENV: 'test' },
      },
    })
  }

  async ask(path: string, body?: unknown): Promise<unknown> {
    const { host, port } = this.#rest
    const answer = await fetch(`http://${host}:${port}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(body === undefined ? 2_000 : 60_000),
    })
    if (body !== undefined && !answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return body === undefined ? answer.json() : undefined
  }

  kill(): void {
    for (const pid of this.#processes()) send(pid, 'SIGKILL')
  }

  killPatroni(): void {
    if (this.#patroni) send(this.#patroni.pid, 'SIGKILL')
  }

  freeze(): void {
    this.#frozen = this.#processes().filter((pid) => send(pid, 'SIGSTOP'))
  }

  freezePostgres(): void {
    this.#frozen = this.#postgres().filter((pid) => send(pid, 'SIGSTOP'))
  }

  thaw(): void {
    for (const pid of this.#frozen.splice(0).reverse()) send(pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.#patroni?.stop('SIGTERM')
    // Patroni stops PostgreSQL; of one that was killed it does not.
    for (const pid of this.#postgres()) send(pid, 'SIGKILL')
  }

  #processes(): number[] {
    return [...(this.#patroni ? [this.#patroni.pid] : []), ...this.#postgres()]
  }

  /** The postmaster first, who starts the others. */
  #postgres(): number[] {
    try {
      const postmaster = Number(readFileSync(join(this.#home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
      const command = readFileSync(`/proc/${postmaster}/cmdline`, 'utf8')
      if (!command.includes(this.#home)) return []
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
    } catch {
      return []
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

function patroniFile(of: {
  index: number
  name: string
  home: string
  ports: Ports
  binaries: string
  overrides: Overrides
  etcdInterface: EtcdInterface
}): unknown {
  const host = addressOf(of.index)
  const { ports, home } = of
  const everybody = (auth: string) => [`host all all 127.0.0.0/8 ${auth}`, `host replication all 127.0.0.0/8 ${auth}`]
  return {
    scope: 'aliado',
    name: of.name,
    restapi: { listen: `${host}:${ports.rest}`, connect_address: `${host}:${ports.rest}` },
    [of.etcdInterface]: { hosts: names.map((_, index) => `${addressOf(index)}:${ports.client}`) },
    bootstrap: {
      dcs: {
        ...patroniSettings,
        ...of.overrides,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_level: 'replica',
            wal_keep_size: '256MB',
            synchronous_commit: 'on',
            hot_standby: 'on',
            log_line_prefix: '%m [%p] %a ',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: everybody('scram-sha-256'),
    },
    postgresql: {
      listen: `${host}:${ports.postgres}`,
      connect_address: `${host}:${ports.postgres}`,
      data_dir: join(home, 'data'),
      bin_dir: of.binaries,
      pgpass: join(home, 'pgpass'),
      pg_hba: everybody('scram-sha-256'),
      parameters: { unix_socket_directories: home },
      authentication: {
        superuser: { username: superuser, password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
    },
    watchdog: { mode: 'off' },
  }
}

async function startBalancer(program: string, directory: string, ports: Ports, port: number): Promise<Program> {
  const servers = names.map(
    (name, index) => `  server ${name} ${addressOf(index)}:${ports.postgres} check port ${ports.rest}`,
  )
  const lines = [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    '  retries 0',
    'listen aliado',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, `${lines.join('\n')}\n`)
  return startProgram([program, '-db', '-f', file], { port, logFile: join(directory, 'haproxy.log') })
}

async function startEtcd(program: string, directory: string, ports: Ports) {
  const clientUrl = (index: number) => `http://${addressOf(index)}:${ports.client}`
  const peerUrl = (index: number) => `http://${addressOf(index)}:${ports.peer}`
  const cluster = names.map((_, index) => `e${index}=${peerUrl(index)}`).join(',')
  const running = new Map<string, Program>()
  const start = async (name: string) => {
    const index = Number(name.slice(1))
    const flags = {
      name,
      'data-dir': join(directory, name),
      'listen-client-urls': clientUrl(index),
      'advertise-client-urls': clientUrl(index),
      'listen-peer-urls': peerUrl(index),
      'initial-advertise-peer-urls': peerUrl(index),
      'initial-cluster': cluster,
      'initial-cluster-token': 'aliado-test',
      'enable-v2': true,
    }
    const started = await startProgram(
      [program, ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)],
      { host: addressOf(index), port: ports.peer, logFile: join(directory, `${name}.log`) },
    )
    running.set(name, started)
  }
  await Promise.all(names.map((_, index) => start(`e${index}`)))
  return {
    start,
    killLeader: async (): Promise<string> => {
      for (const index of names.keys()) {
        const answer = await fetch(`${clientUrl(index)}/v3/maintenance/status`, { method: 'POST', body: '{}' }).catch(
          () => undefined,
        )
        const status = (await answer?.json()) as { leader: string; header: { member_id: string } } | undefined
        if (status && status.leader === status.header.member_id) {
          await running.get(`e${index}`)?.stop('SIGKILL')
          return `e${index}`
        }
      }
      throw new Error('etcd has no leader')
    },
    stop: async () => {
      await Promise.all([...running.values()].map((each) => each.stop('SIGKILL')))
    },
  }
}
