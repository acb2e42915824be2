import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RequestFilter, requestFilterOf } from '@/lib/requests/filter'
import { listLastCalls } from '@/lib/requests/list-last-calls'
import { listNewer } from '@/lib/requests/list-newer'
import { listReferences } from '@/lib/requests/list-references'
import { listRequests } from '@/lib/requests/list-requests'
import { showRequest } from '@/lib/requests/show-request'
import { showVolume } from '@/lib/requests/show-volume'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { plansOf, rowsOf } from '../fixtures/plans'

/** Issue 5, 8: what the office shows of a merchant's calls is what SQL says, by index and by day. */

let database: TestDatabase
let office: ReturnType<typeof openTestOffice>

beforeAll(async () => {
  database = await createDatabase()
  office = openTestOffice(database.databaseUrl)
})

afterAll(async () => {
  await office.sql.end()
  await database.drop()
})

const newMerchant = async () => (await factories(database.sql).merchant()).id

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
    const volume = await showVolume(ctx, filter, new Date())
    expect(volume.since).toBeUndefined()
    expect(volume.bars.reduce((sum, bar) => sum + bar.done + bar.refused + bar.failed, 0)).toBe(wanted.length)
  })

  it.each([
    [{ status: '429', operation: 'applyDiscount' }, '-when'],
    [{ status: '429', operation: 'applyDiscount' }, 'when'],
    [{ operation: 'revokeToken' }, '-when'],
    [{ operation: 'revokeToken' }, 'when'],
  ] as const)('narrowed to %j is looked for among so many calls a page, on to the end (%s)', async (asked, sort) => {
    // Of those that failed an index finds some 650, of all there are 20,000.
    const callsMax = 'status' in asked ? 100 : 1_000
    const turn = sort === 'when' ? 'newerThan' : 'olderThan'
    const filter = requestFilterOf({ ...asked, sort })
    const wanted = await all(requestFilterOf(asked))
    const ids: string[] = []
    const moments: Date[] = []
    for (let place = {}; ; ) {
      const page = await listRequests(ctx, { ...filter, ...place }, new Date(), callsMax)
      ids.push(...page.requests.map(({ requestId }) => requestId))
      if (page.sought) {
        expect(page.sought.calls).toBe(callsMax)
        moments.push(page.sought.until)
      }
      if (page[turn] === undefined) break
      place = sort === 'when' ? { after: page[turn] } : { before: page[turn] }
    }
    expect(ids).toEqual(sort === 'when' ? wanted.toReversed() : wanted)
    expect(moments.length).toBeGreaterThan(3)
    expect(moments).toEqual(moments.toSorted((one, other) => (+one - +other) * (sort === 'when' ? 1 : -1)))
  })

  it('is looked through whole where nothing narrows it, or an index finds what does', async () => {
    for (const asked of [{}, { q: 'T-99' }, { q: 'nada' }])
      expect((await listRequests(ctx, requestFilterOf(asked), new Date(), 10)).sought).toBeUndefined()
  })

  it('is counted by day and by answer, each on its day of Santo Domingo', async () => {
    const { step, bars } = await showVolume(ctx, requestFilterOf({ operation: 'applyDiscount' }), new Date())
    expect(step).toBe('day')
    expect(bars).toHaveLength(30)
    const counted = await database.sql`
      select to_char(occurred_at at time zone 'America/Santo_Domingo', 'YYYY-MM-DD') as day,
        count(*) filter (where status < 400)::int as done, count(*) filter (where status between 400 and 499)::int as refused,
        count(*) filter (where status > 499)::int as failed
      from api_requests where merchant_id = ${merchantId} and operation = 'applyDiscount' group by 1`
    for (const { hour: _, ...bar } of bars) {
      const { done, refused, failed } = counted.find(({ day }) => day === bar.day) ?? { done: 0, refused: 0, failed: 0 }
      expect(bar).toEqual({ day: bar.day, done, refused, failed })
    }
  })

  it('of one hour is that hour’s bar in the chart of its day', async () => {
    const [last] = (await listRequests(ctx, requestFilterOf({ period: 'yesterday' }), new Date())).requests
    const hour = ((last?.occurredAt.getUTCHours() ?? 0) + 20) % 24
    const filter = requestFilterOf({ period: 'yesterday', hour: String(hour) })
    const ids = await all(filter)
    expect(ids).toContain(last?.requestId)
    const { step, bars } = await showVolume(ctx, filter, new Date())
    expect([step, bars.length]).toEqual(['hour', 24])
    const bar = bars[hour]
    expect((bar?.done ?? 0) + (bar?.refused ?? 0) + (bar?.failed ?? 0)).toBe(ids.length)
    expect(bars.filter(({ done }) => done > 0).length).toBeGreaterThan(20)
  })

  it.each([
    [{}, 'true'],
    [{ status: 'failed' }, 'status >= 400'],
    [{ operation: 'registerConsumption', sort: 'when' }, `operation = 'registerConsumption'`],
    [{ q: 'req_500' }, `request_id = 'req_500'`],
  ] as const)(
    'grouped by reference and narrowed to %j has each once, with its last call and its counts',
    async (asked, condition) => {
      const filter = requestFilterOf({ ...asked, group: 'reference', size: '100' })
      const expected = await database.sql.unsafe(
        `select reference, count(*)::int as calls, count(*) filter (where status >= 400)::int as failed,
         (array_agg(id order by occurred_at desc, id desc))[1] as last
       from api_requests where merchant_id = ${merchantId} and reference is not null and ${condition}
         and occurred_at > now() - interval '30 days'
       group by reference order by max(occurred_at) ${'sort' in asked ? 'asc' : 'desc'} limit 250`,
      )
      const found: unknown[] = []
      let page = await listReferences(ctx, filter, new Date())
      const isOldestFirst = 'sort' in asked
      for (;;) {
        found.push(...page.references.map(({ last, ...of }) => ({ ...of, last: last.id })))
        const next = isOldestFirst ? page.newerThan : page.olderThan
        if (next === undefined || found.length >= expected.length) break
        page = await listReferences(ctx, { ...filter, [isOldestFirst ? 'after' : 'before']: next }, new Date())
      }
      expect(expected.length).toBeGreaterThan(0)
      expect(found.slice(0, expected.length)).toEqual(expected.map((row) => ({ ...row })))
    },
  )

  it('grouped by reference reads a page by index, and not the calls of the month', async () => {
    const filter = requestFilterOf({ group: 'reference' })
    const plans = await plansOf(database.databaseUrl, (db) => listReferences({ ...ctx, db }, filter, new Date()), {
      ...{ scans: true, analyze: true },
    })
    for (const { nodes, query } of plans.filter((plan) => plan.query.includes('"api_requests"'))) {
      const most = Math.max(...nodes.map((node) => node['Actual Rows'] ?? 0))
      expect(most, query).toBeLessThan(1_000)
    }
  })

  it('is searched by index, for references, ids that callers sent, and ids that name their moment', async () => {
    const { sql } = database
    const [row] = await sql<{ at: Date }[]>`
      select occurred_at as at from api_requests where merchant_id = ${merchantId} and request_id = 'req_9000'`
    const named = `req_${Number(row?.at).toString(36).padStart(9, '0')}${'a'.repeat(11)}`
    await sql`
      update api_requests set request_id = ${named}, request_id_tells_moment = true
      where merchant_id = ${merchantId} and request_id = 'req_9000'`
    const searched = { 'T-99': 2, req_500: 1, [named]: 1, [`${named.slice(0, -1)}b`]: 0, [`req_${'z'.repeat(20)}`]: 0 }
    for (const [q, found] of Object.entries(searched)) {
      expect((await all(requestFilterOf({ q }))).length, q).toBe(found)
      const plans = await plansOf(
        database.databaseUrl,
        (db) => listRequests({ ...ctx, db }, requestFilterOf({ q }), new Date()),
        { scans: true, analyze: true },
      )
      const [plan] = plans.filter(({ query }) => query.includes('"api_requests"'))
      const ofDays = plan?.nodes.filter((node) => isFull(node['Relation Name'])) ?? []
      expect(ofDays.length, q).toBeGreaterThanOrEqual(27)
      expect(Math.max(...ofDays.map(rowsOf)), q).toBeLessThan(20)
    }
  })

  it('finds one of our ids again that a caller sent with a later call, and a call kept before ids told their moment', async () => {
    const merchant = await newMerchant()
    const own = contextOf(office, merchant, await people(database.sql).newMember(merchant))
    const key = await factories(database.sql).apiKey(merchant)
    const at = Date.now() - 3 * 86_400_000
    const id = `req_${at.toString(36).padStart(9, '0')}${'a'.repeat(11)}`
    const calls = [
      { ms: at, tells: true },
      { ms: at + 86_400_000, tells: false },
      { ms: at + 2 * 86_400_000, tells: null },
      // Of the same moment, but of another id.
      { ms: at, tells: true, requestId: `${id.slice(0, -1)}b` },
    ]
    for (const { ms, tells, requestId = id } of calls)
      await database.sql`
        insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id,
          request_id_tells_moment, details)
        values (${merchant}, ${new Date(ms)}, gen_random_uuid(), ${key.id}, 'applyDiscount', 201, 1, ${requestId}, ${tells}, '{}')`
    const { requests } = await listRequests(own, requestFilterOf({ q: id }), new Date())
    expect(requests.map(({ occurredAt }) => Number(occurredAt))).toEqual([at + 2 * 86_400_000, at + 86_400_000, at])
    expect(requests.map(({ requestId }) => requestId)).toEqual([id, id, id])
  })

  it('says what came since the newest of a page, with what came late, and with its filter', async () => {
    const [first, second] = (await listRequests(ctx, requestFilterOf({}), new Date())).requests
    const since = async (query: string, newest: string | null) => listNewer(ctx, { query, newest })
    expect(await since('', first?.id ?? '')).toEqual([first?.id])
    expect(await since('', second?.id ?? '')).toEqual([second?.id, first?.id])
    expect(await since(`q=${first?.requestId}`, second?.id ?? '')).toEqual([first?.id])
    expect(await since('q=nothing', second?.id ?? '')).toEqual([])
    expect(await since('', null)).toEqual([])
    expect((await since('', '00000000-0000-7000-8000-000000000000')).length).toBe(100)
  })

  it('says the last ten of a credential, newest first, with what was staged and what was cut', async () => {
    const { sql } = database
    const merchant = await newMerchant()
    const key = await factories(sql).apiKey(merchant)
    const busier = await factories(sql).apiKey(merchant)
    const staged = ['{"staged":"lost","cut":true}', '{"staged":"30"}', '{}']
    for (const { id } of [key, busier])
      await sql`
        insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, replayed, duration_ms,
          request_id, details)
        select ${merchant}, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(n::text, 3, '0')
            || '8' || substr(md5(random()::text), 1, 15))::uuid,
          ${id}, 'applyDiscount', 503, 'service_unavailable', false, n, 'req_' || n, (${sql.array(staged)}::text[])[least(n, 3)]::json
        from (select n, date_trunc('milliseconds', now() - n * interval '1 second') as at from generate_series(1, 12) n) t`
    const own = contextOf(office, merchant, await people(sql).newMember(merchant))
    const last = await listLastCalls(own, { kind: 'api_key', id: key.id })
    expect(last.map(({ durationMs }) => durationMs)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(last.slice(0, 3).map(({ staged, isCut }) => [staged, isCut])).toEqual([
      ['lost', true],
      ['30', false],
      [null, false],
    ])
    expect(await listLastCalls(own, { kind: 'oauth_client', id: key.id })).toEqual([])
    expect(await listLastCalls(ctx, { kind: 'api_key', id: key.id })).toEqual([])
    const without = contextOf(office, merchant, await people(sql).newMember(merchant, { permissions: [] }))
    await expect(listLastCalls(without, { kind: 'api_key', id: key.id })).rejects.toMatchObject({
      code: 'permission_missing',
    })
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
    await expect(listNewer(without, { query: '', newest: null })).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(showVolume(without, requestFilterOf({}), new Date())).rejects.toMatchObject({
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

  /** Whether a day holds all of its calls: one with few of them, or none yet, is rightly read whole. */
  function isFull(name = ''): boolean {
    const day = (back: number) =>
      `d${new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
    return name >= day(27) && name < day(0)
  }

  /** What a plan does on such days. */
  const scansOfFullDays = (plan: string): string[] =>
    plan.split('->').filter((scan) => isFull(/ on (d\d{8}) /.exec(scan)?.[1]))

  it('reads the days that it is about, by index', async () => {
    const newest = scansOfFullDays(await planOf('true'))
    expect(newest).toHaveLength(27)
    expect(newest.join()).not.toContain('Seq Scan')
    const day = await planOf(`occurred_at >= now() - interval '20 hours'`)
    expect((day.match(/Scan using|Scan on d/g) ?? []).length).toBeLessThan(12)
    expect(scansOfFullDays(day).join()).not.toContain('Seq Scan')
    const failed = scansOfFullDays(await planOf('status >= 400 and status <= 599')).join()
    expect(failed).not.toContain('Seq Scan')
    expect(failed).not.toMatch(/Rows Removed by Filter: \d{3,}/)
    const one = await planOf(`occurred_at = '2020-01-01' and id = gen_random_uuid()`, '')
    expect(one.match(/Scan/g) ?? []).toHaveLength(1)
  })
})

describe('the chart of a merchant with more calls than can be counted', () => {
  const rows = 21_000
  let ctx: ReturnType<typeof contextOf>

  beforeAll(async () => {
    const { sql } = database
    const merchantId = await newMerchant()
    const key = await factories(sql).apiKey(merchantId)
    await sql`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
      select ${merchantId}, now() - n * interval '1 second', gen_random_uuid(), ${key.id},
        case when n % 7 = 0 then 'applyDiscount' else 'checkEligibility' end, 200, 1, 'busy_' || n, '{}'
      from generate_series(1, ${rows}::int) n`
    await sql`
      insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
      select ${merchantId}, ${key.id}, date_trunc('hour', now()) - h * interval '1 hour', outcome, 100
      from generate_series(0, 9) h, unnest('{done,refused,denied,limited,failed}'::text[]) outcome`
    await sql`analyze api_requests`
    ctx = contextOf(office, merchantId, await people(sql).newMember(merchantId))
  })

  it.each([
    [{}, { done: 1_000, refused: 3_000, failed: 1_000 }],
    [{ status: 'ok' }, { done: 1_000, refused: 0, failed: 0 }],
  ])('narrowed to %j is what is counted of its credentials', async (asked, expected) => {
    const { bars, since } = await showVolume(ctx, requestFilterOf(asked), new Date())
    expect(since).toBeUndefined()
    const sum = (answer: 'done' | 'refused' | 'failed') => bars.reduce((total, bar) => total + bar[answer], 0)
    expect({ done: sum('done'), refused: sum('refused'), failed: sum('failed') }).toEqual(expected)
  })

  it('narrowed to what is not counted has whole hours of the newest calls, and says since when', async () => {
    const { bars, since, step } = await showVolume(ctx, requestFilterOf({ operation: 'applyDiscount' }), new Date())
    expect(step).toBe('hour')
    const [counted] = await database.sql`
      select count(*)::int as calls from api_requests
      where request_id like 'busy_%' and operation = 'applyDiscount' and occurred_at >= ${since ?? null}`
    expect(bars.reduce((sum, { done }) => sum + done, 0)).toBe(counted?.calls)
    expect(counted?.calls).toBeGreaterThan(2_000)
    expect(counted?.calls).toBeLessThan(rows / 7)
  })

  it('reads so many calls and no more, by the index of the list', async () => {
    for (const asked of [{}, { operation: 'revokeToken' }, { credential: 'key-1', status: 'ok' }]) {
      const [plan] = await plansOf(
        database.databaseUrl,
        (db) => showVolume({ ...ctx, db }, requestFilterOf(asked), new Date()),
        { scans: true, analyze: true },
      )
      const limit = plan?.nodes.find((node) => node['Node Type'] === 'Limit')
      expect(limit?.['Actual Rows']).toBe(20_001)
      expect(plan?.nodes.map((node) => node['Node Type'])).not.toContain('Incremental Sort')
    }
  })
})

/** The first instant of the day of Santo Domingo six days ago. */
function startOfSevenDays(): Date {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo' }).format(Date.now())
  return new Date(Date.parse(`${today}T00:00:00-04:00`) - 6 * 86_400_000)
}
