import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { keepApiRequestDays } from '@/db/queries/tills/api-requests'
import { apiKeyPrefix } from '@/lib/credentials/secret'
import { Gate, unavailable } from '@/lib/kernel/gate'
import { newRequestId } from '@/lib/kernel/request-id'
import { requestIdTime } from '@/lib/requests/filter'
import { type AnsweredRequest, RequestRecorder } from '@/lib/requests/record-requests'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'

/** ADR-0016: calls are written in batches, bounded, into days that are made ahead and dropped. */

let database: TestDatabase
let pool: Pool
let db: Database

beforeAll(async () => {
  database = await createDatabase()
  pool = new Pool(database.databaseUrl, { applicationName: 'test tills' })
  db = new Database(pool, new Gate({ size: 4, waitMsMax: 1_000, queueMax: 100 }))
})

afterAll(async () => {
  await pool.close()
  await database.drop()
})

const answered = (merchantId: number, over: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  caller: { kind: 'api_key', id: 1, merchantId },
  operation: 'applyDiscount',
  status: 201,
  code: undefined,
  replayed: false,
  durationMs: 3.5,
  requestId: 'req_1',
  reference: 'T-1',
  address: '203.0.113.7',
  details: {},
  ...over,
})
const refused = { status: 400, code: 'invalid_request' } as const

function newRecorder(to: Database, bounds: ConstructorParameters<typeof RequestRecorder>[2] = {}) {
  const seen = { errors: 0, dropped: 0 }
  const recorder = new RequestRecorder(
    to,
    {
      error: () => {
        seen.errors += 1
      },
      dropped: (count) => {
        seen.dropped += count
      },
    },
    { everyMs: 3_600_000, ...bounds },
  )
  const record = (request: AnsweredRequest) => {
    if (recorder.hasRoom(request.caller, request.status)) recorder.record(request)
  }
  return { recorder, record, seen }
}

const countOf = async (merchantId: number, { sql } = database): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from api_requests where merchant_id = ${merchantId}`
  return row?.count ?? -1
}
const newMerchant = async () => (await factories(database.sql).merchant()).id

describe('the recorder of calls', () => {
  it.each([true, false])('writes in batches all that came, in order, statements prepared: %s', async (prepare) => {
    const merchantId = await newMerchant()
    const own = new Pool(database.databaseUrl, { applicationName: 'test tills', prepare })
    const to = new Database(own, new Gate({ size: 1, waitMsMax: 1_000, queueMax: 10 }))
    const { recorder, record, seen } = newRecorder(to, { batchSize: 7 })
    for (let n = 0; n < 100; n++) record(answered(merchantId, { requestId: `req_${n}` }))
    await recorder.close()
    const rows = await database.sql`
      select request_id, id, occurred_at from api_requests where merchant_id = ${merchantId} order by occurred_at, id`
    expect(rows.map((row) => row.request_id)).toEqual(Array.from({ length: 100 }, (_, n) => `req_${n}`))
    // The id names the moment, by which its day is found.
    for (const { id, occurred_at: at } of rows) expect(requestIdTime(id)).toEqual(at)
    await own.close()
    expect(seen).toEqual({ errors: 0, dropped: 0 })
  })

  it('holds so many and no more, the refused before the accepted, and counts what it drops', async () => {
    const [busy, quiet] = [await newMerchant(), await newMerchant()]
    const { recorder, record, seen } = newRecorder(db, { queueMax: 40, acceptedPerMerchantMax: 20, namedMax: 5 })
    for (let n = 0; n < 100; n++) record(answered(busy))
    for (let n = 0; n < 100; n++) record(answered(quiet))
    expect(seen.dropped).toBe(80 + 90)
    for (let n = 0; n < 100; n++) {
      record(answered(0, { ...refused, caller: { kind: 'api_key', name: 'aaaaaaaaaaaaaaaa' } }))
    }
    for (let n = 0; n < 100; n++) record(answered(quiet, refused))
    await recorder.close()
    expect([await countOf(busy), await countOf(quiet)]).toEqual([20, 10 + 5])
    // Names that nobody bears were held and are forgotten.
    expect(seen).toEqual({ errors: 0, dropped: 170 + 95 + 95 })
  })

  it('keeps what comes under a name while other names are looked up', async () => {
    const make = factories(database.sql)
    const [one, other] = [await make.shop(), await make.shop()]
    const named = ({ credential }: typeof one) =>
      answered(0, { ...refused, caller: { kind: 'api_key', name: apiKeyPrefix(credential.apiKey) ?? '' } })
    let asked = 0
    const passing = {
      run: (statement: Parameters<Database['run']>[0]) => {
        if (++asked === 1) record(named(other))
        return db.run(statement)
      },
    } as Database
    const { recorder, record, seen } = newRecorder(passing)
    record(named(one))
    await recorder.flush()
    await recorder.close()
    expect([await countOf(one.merchant.id), await countOf(other.merchant.id)]).toEqual([1, 1])
    expect(seen).toEqual({ errors: 0, dropped: 0 })
  })

  it('keeps what it holds while the database is away, and writes it once, when it is back', async () => {
    const merchantId = await newMerchant()
    const away = new Pool(database.databaseUrl.replace(/:\d+\//, ':1/'), { applicationName: 'test tills' })
    const gone = new Database(away, new Gate({ size: 1, waitMsMax: 100, queueMax: 10 }))
    let target = gone
    const switching = { run: (statement: Parameters<Database['run']>[0]) => target.run(statement) } as Database
    const { recorder, record, seen } = newRecorder(switching, { queueMax: 10 })
    for (let n = 0; n < 5; n++) record(answered(merchantId))
    await recorder.flush()
    for (let n = 0; n < 20; n++) record(answered(merchantId, refused))
    await recorder.flush()
    expect(seen.errors).toBe(2)
    expect(seen.dropped).toBe(15)
    target = db
    await recorder.flush()
    await recorder.flush()
    expect(await countOf(merchantId)).toBe(10)
    await recorder.close()
    await away.close()
  })

  it('writes once what was written without an answer', async () => {
    const merchantId = await newMerchant()
    let isHeard = false
    const unheard = {
      run: async (statement: Parameters<Database['run']>[0]) => {
        const result = await db.run(statement)
        if (!isHeard) throw unavailable()
        return result
      },
    } as Database
    const { recorder, record, seen } = newRecorder(unheard, { batchSize: 4 })
    for (let n = 0; n < 3; n++) record(answered(merchantId))
    await recorder.flush()
    // Not in the batch that is tried again.
    for (let n = 0; n < 2; n++) record(answered(merchantId))
    isHeard = true
    await recorder.close()
    expect(await countOf(merchantId)).toBe(5)
    expect(seen).toEqual({ errors: 1, dropped: 0 })
  })

  it('waits for its time after the database was away, however many calls come', async () => {
    const merchantId = await newMerchant()
    let tries = 0
    const away = {
      run: async () => {
        tries += 1
        throw unavailable()
      },
    } as unknown as Database
    const { recorder, record } = newRecorder(away, { batchSize: 2 })
    for (let n = 0; n < 100; n++) record(answered(merchantId, refused))
    await recorder.flush()
    for (let n = 0; n < 100; n++) record(answered(merchantId, refused))
    expect(tries).toBe(1)
    await recorder.close()
  })

  it.each(['NULL', 'null', '{}', '{1,2}', '"quoted"', 'back\\slash\\', "it's, a, list", 'é🧾', '\t\n', '', ' '])(
    'keeps the text %j as it is, wherever it stands',
    async (text) => {
      const merchantId = await newMerchant()
      const { recorder, record, seen } = newRecorder(db)
      const details = { input: { reference: text }, idempotencyKey: text }
      record(answered(merchantId, { requestId: text, reference: text, address: text, details }))
      record(answered(merchantId, { requestId: 'other', reference: undefined, address: null }))
      await recorder.close()
      const rows = await database.sql`
      select request_id, reference, address, details from api_requests where merchant_id = ${merchantId} order by occurred_at, id`
      expect(rows).toEqual([
        { request_id: text, reference: text, address: text, details },
        { request_id: 'other', reference: null, address: null, details: {} },
      ])
      expect(seen).toEqual({ errors: 0, dropped: 0 })
    },
  )

  it('says which ids tell the moment of their call: ours, but not where one is sent again with a later call', async () => {
    const merchantId = await newMerchant()
    const { recorder, record } = newRecorder(db)
    // A machine that stands still for a second in between would make each of them of another moment.
    vi.useFakeTimers({ toFake: ['Date'] })
    const earlier = `req_${(Date.now() - 60_000).toString(36).padStart(9, '0')}${'a'.repeat(11)}`
    const ids = [newRequestId(), earlier, 'caja-7', 'req_1', '']
    for (const requestId of ids) record(answered(merchantId, { requestId }))
    // One that took long came when it began.
    record(answered(merchantId, { requestId: earlier, durationMs: 60_000 }))
    vi.useRealTimers()
    await recorder.close()
    const rows = await database.sql`
      select request_id, request_id_tells_moment as tells from api_requests where merchant_id = ${merchantId} order by id`
    expect(rows.map(({ tells }) => tells)).toEqual([true, true, false, false, false, false])
    expect(rows.map((row) => row.request_id)).toEqual([earlier, ...ids])
  })

  it('does not try again what the database refuses, and goes on with the rest', async () => {
    const merchantId = await newMerchant()
    const { recorder, record, seen } = newRecorder(db, { batchSize: 1 })
    record(answered(merchantId, { reference: 'nul \0' }))
    record(answered(merchantId))
    await recorder.flush()
    await recorder.flush()
    expect(await countOf(merchantId)).toBe(1)
    expect(seen).toEqual({ errors: 1, dropped: 1 })
    await recorder.close()
  })
})

describe('the days of calls', () => {
  const daysOf = async ({ sql }: TestDatabase) =>
    (
      await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'api_request_days'::regnamespace and relkind = 'r' order by 1`
    ).map(({ name }) => name)
  const insert = ({ sql }: TestDatabase, merchantId: number, at: string) => sql`
    insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
    values (${merchantId}, ${at}, gen_random_uuid(), 1, 'applyDiscount', 201, 1, 'req', '{}')`

  it('are made ahead by date, and dropped when nothing of them is of the last 30 days', async () => {
    const own = await createDatabase()
    const keep = async (today: string) =>
      (await own.sql<{ changed: number }[]>`select keep_api_request_days(${today}::date) as changed`)[0]?.changed
    expect(await keep('2026-03-01')).toBe(5)
    expect(await keep('2026-03-01')).toBe(0)
    const first = ['d20260228', 'd20260301', 'd20260302', 'd20260303', 'd20260304', 'rest']
    expect(await daysOf(own)).toEqual(first)
    expect(await keep('2026-03-02')).toBe(1)
    await insert(own, 7, '2026-02-28 23:59:59.999Z')
    await insert(own, 7, '2026-03-01 00:00:00Z')
    const places = await own.sql`select tableoid::regclass::text as day from api_requests order by 1`
    expect(places.map(({ day }) => day)).toEqual(['api_request_days.d20260228', 'api_request_days.d20260301'])
    // 30 days later, a part of the first of March is still of the last 30 days.
    await keep('2026-03-31')
    expect((await daysOf(own))[0]).toBe('d20260301')
    expect(await countOf(7, own)).toBe(1)
    await keep('2026-04-30')
    expect(await countOf(7, own)).toBe(0)
    await own.drop()
  })

  it('that came late take in what was caught below them', async () => {
    const own = await createDatabase()
    await insert(own, 7, '2026-03-02 12:00:00Z')
    await insert(own, 7, '2026-01-01 12:00:00Z')
    const in_ = async () =>
      (await own.sql`select tableoid::regclass::text as day from api_requests order by 1`).map((r) => r.day)
    expect(await in_()).toEqual(['api_request_days.rest', 'api_request_days.rest'])
    await own.sql`select keep_api_request_days('2026-03-01'::date)`
    // And what is too old is gone.
    expect(await in_()).toEqual(['api_request_days.d20260302'])
    await own.drop()
  })

  it('change while they are read and written, and nobody waits for ever', async () => {
    const own = await createDatabase()
    const pools = Array.from({ length: 4 }, () => new Pool(own.databaseUrl, { applicationName: 'test tills' }))
    const dbs = pools.map((one) => new Database(one, new Gate({ size: 2, waitMsMax: 5_000, queueMax: 100 })))
    const days = Array.from({ length: 45 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    let over = false
    const reading = dbs.slice(1).map(async (one, n) => {
      for (let turn = 0; !over; turn++) {
        const at = `${days[(turn * 7 + n) % days.length]} 12:00:00Z`
        await one.run(
          (sql) => sql`
            insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
            values (${n}, ${at}, gen_random_uuid(), 1, 'applyDiscount', 201, 1, 'req', '{}')`,
        )
        await one.run((sql) => sql`select count(*) from api_requests where merchant_id = ${n}`)
      }
    })
    for (const day of days) await own.sql`select keep_api_request_days(${day}::date)`
    over = true
    await Promise.all(reading)
    expect((await daysOf(own)).length).toBe(31 + 3 + 1)
    await Promise.all(pools.map((one) => one.close()))
    await own.drop()
  })

  it('are kept by who serves, of today', async () => {
    const own = await createDatabase()
    const ownPool = new Pool(own.databaseUrl, { applicationName: 'test tills' })
    const ownDb = new Database(ownPool, new Gate({ size: 2, waitMsMax: 1_000, queueMax: 10 }))
    expect(await keepApiRequestDays(ownDb)).toBe(5)
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    expect(await daysOf(own)).toContain(`d${today}`)
    await ownPool.close()
    await own.drop()
  })
})
