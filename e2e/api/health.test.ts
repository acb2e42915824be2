import { describe, expect, it } from 'vitest'
import { call, send } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { lockWaits, reservingAlone } from '../fixtures/lock-waits'
import { startService } from '../fixtures/service'
import { startApi, till } from './till'

/** Whether the process runs, whether it can serve, and how it ends (architecture, Processes). D12 is in unavailable.test.ts. */

const api = startApi()

describe('/health/live', () => {
  it('says that the process runs, to GET and HEAD alone', async () => {
    const { status, body, headers } = await send(`${api().url}/health/live`)
    expect([status, body]).toEqual([200, { status: 'live' }])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await send(`${api().url}/health/live`, { method: 'HEAD' })).status).toBe(200)
    const posted = await send(`${api().url}/health/live`, { method: 'POST' })
    expect([posted.status, posted.body.code]).toEqual([405, 'method_not_allowed'])
  })
})

describe('/health/ready', () => {
  const ready = () => send(`${api().url}/health/ready`)

  it('says that the process can serve, and tells the world no more', async () => {
    const { status, body } = await ready()
    expect([status, body]).toEqual([200, { status: 'ready' }])
  })

  it('is 503 while the schema is older than this build, and 200 when it has caught up', async () => {
    const { sql } = api()
    const [newest] = await sql`
      delete from drizzle.__drizzle_migrations
      where id = (select id from drizzle.__drizzle_migrations order by created_at desc limit 1) returning *`
    const older = await ready()
    expect([older.status, older.body]).toEqual([503, { status: 'not ready' }])
    expect((await send(`${api().url}/health/live`)).status).toBe(200)
    await sql`insert into drizzle.__drizzle_migrations ${sql({ ...newest })}`
    expect((await ready()).status).toBe(200)
  })

  it('is 200 while the schema is newer than this build, as during an upgrade', async () => {
    const { sql } = api()
    const [newer] = await sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of a version to come', max(created_at) + 1 from drizzle.__drizzle_migrations returning id`
    expect((await ready()).status).toBe(200)
    await sql`delete from drizzle.__drizzle_migrations where id = ${newer?.id}`
  })

  it('is 503 where there is no schema at all', async () => {
    await api().sql`alter schema drizzle rename to elsewhere`
    const { status, text } = await ready()
    await api().sql`alter schema elsewhere rename to drizzle`
    expect([status, text]).toEqual([503, '{"status":"not ready"}'])
    expect((await ready()).status).toBe(200)
  })

  it('is 503 while the database takes no writes, and 200 when it takes them again', async () => {
    const { sql, databaseUrl } = api()
    const name = new URL(databaseUrl).pathname.slice(1)
    const reconnect = () => sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'aliado %'`
    await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
    try {
      await reconnect()
      await eventually(async () => expect((await ready()).text).toBe('{"status":"not ready"}'))
      const { credential } = await api().make.shop()
      expect((await call(api().url, 'listIdentificationTypes', { credential })).status).toBe(200)
    } finally {
      await sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
    }
    await reconnect()
    await eventually(async () => expect((await ready()).status).toBe(200))
  })

  it('is asked by several at once, and leaves the one row', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, ready))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await api().sql`select id from write_probes`).toEqual([{ id: 1 }])
  })

  it('is 503 while the database does not answer: it does not wait for it', async () => {
    await api().sql.begin(async (sql) => {
      await sql`lock table drizzle.__drizzle_migrations in access exclusive mode`
      expect((await ready()).status).toBe(503)
    })
    await eventually(async () => expect((await ready()).status).toBe(200))
  })
})

describe('SIGTERM', () => {
  it('lets what was accepted be answered, takes nothing more, and ends with exit code 0', async () => {
    const { sql, make, databaseUrl } = api()
    const shop = await make.shop()
    const service = await startService(databaseUrl)
    const my = till(service.url, shop)
    const body = my.applyBody()
    const { answer, stopped } = await sql.begin(async (held) => {
      await held`select from discounts where id = ${shop.discountId} for update`
      const answer = call(service.url, 'applyDiscount', { credential: shop.credential, body })
      await eventually(async () => expect(await lockWaits(sql, { text: reservingAlone })).toBe(1))
      const stopped = service.stop()
      // The port is closed, the call still waits: then the lock is let go.
      await eventually(() => expect(fetch(`${service.url}/health/live`)).rejects.toThrow())
      return { answer, stopped }
    })
    expect((await answer).status).toBe(201)
    const answeredAt = performance.now()
    expect(await stopped).toBe(0)
    // The client would keep the connection; the process does not wait for that.
    expect(performance.now() - answeredAt).toBeLessThan(5_000)
    const rows = await sql`select from authorizations where merchant_id = ${shop.merchant.id} and status = 'Authorized'`
    expect(rows).toHaveLength(1)
  })

  it('ends an idle process at once, also one that clients keep connections to', async () => {
    const service = await startService(api().databaseUrl)
    expect((await send(`${service.url}/health/live`)).headers.get('connection')).toBe('keep-alive')
    const startedAt = performance.now()
    expect(await service.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(service.log()).toContain('the integration API stops')
  })
})
