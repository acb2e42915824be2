import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Gate } from '@/db/gate'
import { Pool } from '@/db/pool'
import { keepApiRequestDays } from '@/db/queries/api-request-records'
import { type RequestFilter, requestFilterOf } from '@/lib/requests/filter'
import { listRequests } from '@/lib/requests/list-requests'
import { type AnsweredRequest, RequestRecorder } from '@/lib/requests/record-requests'
import { showRequest } from '@/lib/requests/show-request'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'

/** Decision 0016: calls are written in batches, bounded, into days that are made ahead and dropped. */

let database: TestDatabase
let pool: Pool
let db: Database
let office: ReturnType<typeof openTestOffice>

beforeAll(async () => {
  database = await createDatabase()
  pool = new Pool(database.databaseUrl, { applicationName: 'test tills' })
  db = new Database(pool, new Gate({ size: 4, waitMsMax: 1_000, queueMax: 100 }))
  office = openTestOffice(database.databaseUrl)
})

afterAll(async () => {
  await pool.close()
  await office.sql.end()
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
  it('writes in batches all that came', async () => {
    const merchantId = await newMerchant()
    const { recorder, record, seen } = newRecorder(db, { batchSize: 7 })
    for (let n = 0; n < 100; n++) record(answered(merchantId, { requestId: `req_${n}` }))
    await recorder.close()
    expect(await countOf(merchantId)).toBe(100)
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

describe('the list of calls', () => {
  const rows = 20_000
  let merchantId: number
  let ctx: ReturnType<typeof contextOf>

  beforeAll(async () => {
    const { sql } = database
    for (let back = 29; back >= 0; back -= 4)
      await sql`select keep_api_request_days((now() at time zone 'UTC')::date - ${back}::int)`
    await sql`select keep_api_request_days((now() at time zone 'UTC')::date)`
    merchantId = await newMerchant()
    const key = await factories(sql).apiKey(merchantId)
    await sql`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id,
        reference, details)
      select ${merchantId}, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid,
        ${key.id}, (array['checkEligibility', 'applyDiscount', 'registerConsumption'])[n % 3 + 1],
        case when n % 50 = 0 then 400 when n % 77 = 0 then 429 else 200 end,
        case when n % 50 = 0 then 'invalid_request' when n % 77 = 0 then 'rate_limited' end, n % 100, 'req_' || n,
        case when n % 3 > 0 then 'T-' || n / 3 end, '{}'
      from (select n, date_trunc('milliseconds', now() - n * interval '125 seconds') as at from generate_series(1, ${rows}::int) n) t`
    await sql`analyze api_requests`
    const member = await people(sql).newMember(merchantId)
    ctx = contextOf(office, merchantId, member)
  })

  const all = async (filter: RequestFilter): Promise<string[]> => {
    const ids: string[] = []
    let page = await listRequests(ctx, filter, new Date())
    for (;;) {
      ids.push(...page.requests.map(({ requestId }) => requestId))
      if (page.olderThan === undefined) return ids
      page = await listRequests(ctx, { ...filter, before: page.olderThan }, new Date())
    }
  }

  it.each([
    [
      { status: 'failed', period: 'last_7_days' },
      `status >= 400 and occurred_at >= now() at time zone 'America/Santo_Domingo' - interval '8 days'`,
    ],
    [{ code: 'rate_limited' }, `code = 'rate_limited'`],
    [{ q: 'T-99' }, `reference = 'T-99'`],
    [{ q: 'req_500' }, `request_id = 'req_500'`],
    [{ status: '429', operation: 'applyDiscount' }, `status = 429 and operation = 'applyDiscount'`],
  ] as const)('narrowed to %j is what SQL says, page by page', async (asked, condition) => {
    const filter = requestFilterOf(asked)
    const expected = await database.sql.unsafe<{ request_id: string; occurred_at: Date }[]>(
      `select request_id, occurred_at from api_requests where merchant_id = ${merchantId} and ${condition}
       and occurred_at > now() - interval '30 days' order by occurred_at desc, id desc`,
    )
    const since = asked && 'period' in asked ? startOfSevenDays() : new Date(0)
    const wanted = expected.filter(({ occurred_at: at }) => at >= since).map((row) => row.request_id)
    expect(wanted.length).toBeGreaterThan(0)
    expect(await all(filter)).toEqual(wanted)
  })

  it('is turned back to where one came from', async () => {
    const filter = requestFilterOf({})
    const first = await listRequests(ctx, filter, new Date())
    const second = await listRequests(ctx, { ...filter, before: first.olderThan ?? '' }, new Date())
    const back = await listRequests(ctx, { ...filter, after: second.newerThan ?? '' }, new Date())
    expect(back.requests.map(({ id }) => id)).toEqual(first.requests.map(({ id }) => id))
    expect(back.newerThan).toBeUndefined()
  })

  it('shows one by its id, and none by a stranger’s, an old one’s or a text that is none', async () => {
    const [row] = (await listRequests(ctx, requestFilterOf({}), new Date())).requests
    expect(await showRequest(ctx, row?.id ?? '')).toMatchObject({
      requestId: row?.requestId,
      credential: { kind: 'api_key' },
    })
    const stranger = await newMerchant()
    const theirs = contextOf(office, stranger, await people(database.sql).newMember(stranger))
    for (const id of [row?.id ?? '', 'x', '00000000-0000-7000-8000-000000000000', `${row?.id}'`]) {
      await expect(showRequest(theirs, id)).rejects.toMatchObject({ code: 'not_found' })
    }
    const without = contextOf(office, merchantId, await people(database.sql).newMember(merchantId, { permissions: [] }))
    await expect(listRequests(without, requestFilterOf({}), new Date())).rejects.toMatchObject({
      code: 'permission_missing',
    })
    await expect(showRequest(without, row?.id ?? '')).rejects.toMatchObject({ code: 'permission_missing' })
  })

  /** The statements of a verb, as PostgreSQL would run them. */
  const planOf = async (condition: string, order = 'order by occurred_at desc, id desc limit 51'): Promise<string> => {
    const lines = await database.sql.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, costs off, timing off, summary off)
       select id from api_requests where merchant_id = ${merchantId} and occurred_at > now() - interval '30 days' and ${condition} ${order}`,
    )
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }

  it('reads the days that it is about, by index', async () => {
    const page = await planOf('true')
    expect(page).not.toContain('Seq Scan')
    const day = await planOf(`occurred_at >= now() - interval '20 hours'`)
    expect((day.match(/Scan using|Scan on d/g) ?? []).length).toBeLessThan(12)
    expect(day).not.toContain('Seq Scan')
    for (const search of [`(reference = 'T-99' or request_id = 'T-99')`, `status >= 400 and status <= 599`]) {
      const plan = await planOf(search)
      // The days to come are empty, and read as such.
      expect(plan, search).not.toMatch(/Seq Scan on d\d+ \S+ \(actual rows=[1-9]/)
      expect(plan, search).not.toMatch(/Rows Removed by Filter: \d{3,}/)
    }
    const one = await planOf(`occurred_at = '2020-01-01' and id = gen_random_uuid()`, '')
    expect(one.match(/Scan/g) ?? []).toHaveLength(1)
  })
})

/** The first instant of the day of Santo Domingo six days ago. */
function startOfSevenDays(): Date {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo' }).format(Date.now())
  return new Date(Date.parse(`${today}T00:00:00-04:00`) - 6 * 86_400_000)
}
