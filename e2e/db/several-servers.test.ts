import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { connect } from '@/db/client'
import { openOfficeDatabase } from '@/db/office'
import { Pool } from '@/db/pool'
import { PrimaryFinder, primaryOf } from '@/db/primary'
import { readDatabaseAddress } from '@/lib/kernel/database-address'
import { withSql } from '../faults/own-postgres'
import { eventually } from '../fixtures/eventually'
import { halt } from '../fixtures/halt'
import { openForTests } from '../fixtures/open-for-tests'
import { startPrimaryAndStandby } from '../fixtures/primary-and-standby'

/** An address may name several servers: whoever serves reaches the primary among them, and no other (ADR-0061). */

const openPair = () =>
  openForTests(async (atEnd) => {
    const started = await startPrimaryAndStandby()
    atEnd(started.stop)
    return started
  })
const [pair, stoppedPair] = [openPair(), openPair()]

const options = { applicationName: 'test' }
const portAsked = (sql: ReturnType<typeof connect>) =>
  sql<{ port: string; standby: boolean }[]>`
    select current_setting('port') as port, pg_is_in_recovery() as standby`.then(([row]) => ({ ...row }))
const primarySays = (port: number) => ({ port: String(port), standby: false })

/** What accepts connections and says nothing, as a server that is stopped does. */
async function silentHost(): Promise<{ host: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

it('finds the primary behind a standby, a closed port and a host that is silent; the first statement is answered', async () => {
  const silent = await silentHost()
  const { primary, standby, address } = pair()
  const url = address(silent.host, '127.0.0.1:1', `127.0.0.1:${standby.port}`, `127.0.0.1:${primary.port}`)
  const pool = new Pool(url, options)
  const answers = await Promise.all(Array.from({ length: 5 }, () => pool.run(portAsked)))
  expect(answers).toEqual(Array.from({ length: 5 }, () => primarySays(primary.port)))

  const { sql } = openOfficeDatabase(url, { poolMax: 2 })
  expect(await portAsked(sql)).toEqual(primarySays(primary.port))
  const program = connect(url, { ...options, poolMax: 1 })
  expect(await portAsked(program)).toEqual(primarySays(primary.port))
  await Promise.all([pool.close(), sql.end(), program.end()])
  silent.close()
})

it('asks nothing on a connection that is open: a call costs the statements that it costs with one server', async () => {
  const { primary, standby, address } = pair()
  const pool = new Pool(address(`127.0.0.1:${standby.port}`, `127.0.0.1:${primary.port}`), options)
  const pidAndStart = () =>
    pool.run((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.001)`.then(([row]) => row?.pid))
  const first = await pidAndStart()
  const admin = connect(primary.url, { applicationName: 'admin', poolMax: 1 })
  const sessions = () =>
    admin`select count(*)::int as n from pg_stat_activity where application_name like 'aliado primary%'`
  await eventually(async () => expect((await sessions())[0]?.n).toBe(0))
  for (let n = 0; n < 20; n++) {
    expect(await pidAndStart()).toBe(first)
    expect((await sessions())[0]?.n).toBe(0)
  }
  await Promise.all([pool.close(), admin.end()])
})

it('says unavailable while there is no primary, and gives up a connection that is told 25006', async () => {
  const { primary, standby, address } = pair()
  const none = new Pool(address(`127.0.0.1:${standby.port}`, '127.0.0.1:1'), options)
  await expect(none.run(portAsked)).rejects.toMatchObject({ code: 'CONNECTION_NO_PRIMARY' })
  expect(none.open).toBe(0)

  // A server that has become a standby since it was found: nothing is sent to it.
  const demoted = new Pool(`${standby.url}?target_session_attrs=primary`, options)
  await expect(demoted.run(portAsked)).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' })
  expect(demoted.open).toBe(0)

  const pool = new Pool(address(`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`), options)
  const readOnly = pool.run((sql) => sql.begin('read only', (tx) => tx`create table never (id int)`))
  await expect(readOnly).rejects.toMatchObject({ code: '25006' })
  expect(pool.open).toBe(0)
  await Promise.all([none.close(), demoted.close(), pool.close()])
})

it('follows the primary when it dies and the standby takes its place', async () => {
  const { primary, standby, address, promote } = pair()
  const url = address(`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`)
  const pool = new Pool(url, options)
  const { sql } = openOfficeDatabase(url, { poolMax: 2 })
  expect(await pool.run(portAsked)).toEqual(primarySays(primary.port))
  expect(await portAsked(sql)).toEqual(primarySays(primary.port))

  await primary.program.stop('SIGQUIT')
  const codes = new Set<string>()
  for (let n = 0; n < 4; n++) {
    await pool.run(portAsked).catch(({ code }: { code: string }) => codes.add(code))
  }
  // What follows the primary's end is one of these, and all are 503 to a till (D12).
  for (const code of codes) expect(code).toMatch(/^(57P0\d|ECONN\w+|CONNECTION_\w+)$/)
  await promote()
  await eventually(async () => expect(await pool.run(portAsked)).toEqual(primarySays(standby.port)))
  await eventually(async () => expect(await portAsked(sql)).toEqual(primarySays(standby.port)))
  await Promise.all([pool.close(), sql.end()])
})

it('keeps to the new primary while the former one, which was stopped and goes on, says that it is one (D12, D44)', async () => {
  const { primary, standby, address, promote } = stoppedPair()
  const url = address(`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`)
  const { places = [] } = readDatabaseAddress(url) ?? {}
  const [unused, pool] = [new Pool(url, options), new Pool(url, options)]
  const { sql } = openOfficeDatabase(url, { poolMax: 2 })
  expect(await unused.run(portAsked)).toEqual(primarySays(primary.port))
  expect(await portAsked(sql)).toEqual(primarySays(primary.port))

  const halted = halt(primary.program.pid)
  try {
    await promote()
    await eventually(async () => expect(await pool.run(portAsked)).toEqual(primarySays(standby.port)))
  } finally {
    halted.resume()
  }
  // The connections from before have ended, before anybody asks by them.
  expect(unused.open).toBe(0)
  expect(await withSql(primary.url, portAsked)).toEqual(primarySays(primary.port))
  for (let n = 0; n < 5; n++) {
    for (const place of places) primaryOf(url)?.lost(place)
    const fresh = new Pool(url, options)
    expect(await fresh.run(portAsked)).toEqual(primarySays(standby.port))
    await fresh.close()
  }
  expect(await unused.run(portAsked)).toEqual(primarySays(standby.port))
  expect(await portAsked(sql)).toEqual(primarySays(standby.port))
  // A process that has seen neither takes the later history.
  const patient = new PrimaryFinder(url, places, 60_000)
  expect((await patient.find()).port).toBe(standby.port)
  await Promise.all([unused.close(), pool.close(), sql.end()])
})

it('uses no connection to one of several servers that was unheard for as long as an election may take', async () => {
  const { standby, address } = stoppedPair()
  const pools = [new Pool(address(`127.0.0.1:${standby.port}`, '127.0.0.1:1'), options), new Pool(standby.url, options)]
  const pids = () =>
    Promise.all(
      pools.map((pool) =>
        pool.run((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`.then(([row]) => row?.pid)),
      ),
    )
  const before = await pids()
  expect(await pids()).toEqual(before)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
  const after = await pids().finally(() => clock.mockRestore())
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(pools.map(({ open }) => open)).toEqual([1, 1])
  await Promise.all(pools.map((pool) => pool.close()))
})
