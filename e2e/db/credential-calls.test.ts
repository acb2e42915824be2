import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { sweepOldCalls, sweepOldRefusals } from '@/db/queries/tills/sweep'
import { CallRecorder } from '@/lib/credentials/record-calls'
import { Gate } from '@/lib/kernel/gate'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'

/** What is written down of a credential's calls: all of it, by few statements, within bounds. */

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createDatabase()
  const pool = new Pool(database.databaseUrl, { prepare: true, applicationName: 'test' })
  db = new Database(pool, new Gate({ size: 4, waitMsMax: 5_000, queueMax: 100 }))
})

afterAll(async () => {
  await db?.pool.close()
  await database?.drop()
})

const unexpected = (error: unknown) => {
  throw error
}

async function newCredentials() {
  const make = factories(database.sql)
  const { id: merchantId } = await make.merchant()
  return { merchantId, key: await make.apiKey(merchantId), client: await make.oauthClient(merchantId) }
}

const callsOf = (merchantId: number) => database.sql`
  select api_key_id is not null as "isKey", outcome, sum(calls)::int as calls, count(*)::int as rows
  from credential_calls where merchant_id = ${merchantId} group by 1, 2 order by 1, 2`

const refusalsOf = (merchantId: number) => database.sql`
  select reason, operation, times, address, user_agent as "userAgent", request_id as "requestId",
    num_nonnulls(api_key_id, oauth_client_id) as owners
  from credential_refusals where merchant_id = ${merchantId} order by id`

const call = (n = 1) => ({
  operation: 'POST /connect/token',
  address: '203.0.113.7',
  userAgent: `till ${n}`,
  requestId: `request ${n}`,
  isCall: false,
})

describe('counts', () => {
  it('of all recorders add up, by credential, hour and outcome', async () => {
    const { merchantId, key, client } = await newCredentials()
    const recorders = [0, 1, 2].map(() => new CallRecorder(db, unexpected))
    for (const recorder of recorders) {
      for (const status of [200, 201, 400, 404, 409, 401, 403, 429, 500, 503]) {
        recorder.count('api_key', key.id, merchantId, status)
      }
      recorder.count('oauth_client', client.id, merchantId, 200)
    }
    await Promise.all(recorders.map((recorder) => recorder.flush()))
    for (const recorder of recorders) recorder.count('oauth_client', client.id, merchantId, 200)
    await Promise.all(recorders.map((recorder) => recorder.close()))
    expect(await callsOf(merchantId)).toEqual([
      { isKey: false, outcome: 'done', calls: 6, rows: 1 },
      { isKey: true, outcome: 'denied', calls: 6, rows: 1 },
      { isKey: true, outcome: 'done', calls: 6, rows: 1 },
      { isKey: true, outcome: 'failed', calls: 6, rows: 1 },
      { isKey: true, outcome: 'limited', calls: 3, rows: 1 },
      { isKey: true, outcome: 'refused', calls: 9, rows: 1 },
    ])
  })

  it('survive a database that fails, and refusals with them', async () => {
    const { sql } = database
    const { merchantId, key } = await newCredentials()
    const errors: unknown[] = []
    const recorder = new CallRecorder(db, (error) => errors.push(error))
    const caller = { kind: 'api_key', merchantId, id: key.id } as const
    const some = () => {
      recorder.count('api_key', key.id, merchantId, 200)
      recorder.refuse({ caller, reason: 'rate_limited' }, call())
    }
    some()
    await sql`alter table credential_calls add constraint nothing_more check (calls < 0) not valid`
    await sql`alter table credential_refusals add constraint nothing_more check (times < 0) not valid`
    await recorder.flush()
    some()
    await recorder.flush()
    expect(errors).toHaveLength(4)
    await sql`alter table credential_calls drop constraint nothing_more`
    await sql`alter table credential_refusals drop constraint nothing_more`
    await recorder.close()
    expect(await callsOf(merchantId)).toEqual([{ isKey: true, outcome: 'done', calls: 2, rows: 1 }])
    const times = (await refusalsOf(merchantId)).reduce((sum, row) => sum + row.times, 0)
    expect(times).toBe(2)
  })
})

describe('refusals', () => {
  it('like ones of a minute are one row, however many and however often written, with the last of them', async () => {
    const { merchantId, client } = await newCredentials()
    const recorder = new CallRecorder(db, unexpected)
    const refusal = { caller: { kind: 'oauth_client', name: client.clientId }, reason: 'previous_secret' } as const
    for (let n = 1; n <= 30_000; n++) {
      recorder.refuse(refusal, call(n))
      if (n % 5_000 === 0) await recorder.flush()
    }
    await recorder.close()
    const rows = await refusalsOf(merchantId)
    // Two, should a minute end meanwhile.
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(30_000)
    expect(rows.at(-1)).toMatchObject({
      reason: 'previous_secret',
      operation: 'POST /connect/token',
      address: '203.0.113.7',
      userAgent: 'till 30000',
      requestId: 'request 30000',
      owners: 1,
    })
    // A token request is no call (D55).
    expect(await callsOf(merchantId)).toEqual([])
  })

  it('of a key that was presented with another secret are found by its prefix, and counted as denied', async () => {
    const { merchantId, key } = await newCredentials()
    const recorder = new CallRecorder(db, unexpected)
    const name = key.apiKey.slice(3, 19)
    const reasons = ['wrong_secret', 'expired', 'wrong_secret'] as const
    for (const reason of reasons) {
      recorder.refuse({ caller: { kind: 'api_key', name }, reason }, { ...call(), isCall: true })
    }
    await recorder.close()
    expect((await refusalsOf(merchantId)).map(({ reason, times }) => [reason, times])).toEqual([
      ['wrong_secret', 2],
      ['expired', 1],
    ])
    expect(await callsOf(merchantId)).toEqual([{ isKey: true, outcome: 'denied', calls: 3, rows: 1 }])
  })

  it('to names that nobody bears leave nothing, and so many of them do not hide the others for long', async () => {
    const { merchantId, client } = await newCredentials()
    const recorder = new CallRecorder(db, unexpected)
    const wrong = (name: string) =>
      recorder.refuse({ caller: { kind: 'oauth_client', name }, reason: 'wrong_secret' }, call())
    for (let n = 0; n < 100_000; n++) wrong(`m${merchantId}-nobody${n}`)
    await recorder.flush()
    wrong(client.clientId)
    await recorder.close()
    expect((await refusalsOf(merchantId)).map(({ reason, times }) => [reason, times])).toEqual([['wrong_secret', 1]])
  })

  it('cut a long user agent', async () => {
    const { merchantId, key } = await newCredentials()
    const recorder = new CallRecorder(db, unexpected)
    const caller = { kind: 'api_key', merchantId, id: key.id } as const
    recorder.refuse({ caller, reason: 'merchant_disabled' }, { ...call(), userAgent: 'x'.repeat(5_000) })
    await recorder.close()
    expect((await refusalsOf(merchantId))[0]?.userAgent).toBe('x'.repeat(256))
  })
})

describe('the sweep', () => {
  it('takes what is more than 30 days old, and of each credential’s refusals all but the last 200', async () => {
    const { sql } = database
    const { merchantId, key, client } = await newCredentials()
    await sql`insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
      select ${merchantId}, ${key.id}, date_trunc('hour', now()) - days * interval '1 day', 'done', 1 from unnest(array[0, 29, 31, 400]) days`
    await sql`insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times)
      select ${merchantId}, ${key.id}, now() - days * interval '1 day', 'expired', 'GET /x', 1 from unnest(array[31, 29, 0]) days`
    await sql`insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times)
      select ${merchantId}, ${client.id}, now(), 'wrong_secret', 'POST /connect/token', n from generate_series(1, 250) n`
    expect([await sweepOldCalls(db), await sweepOldRefusals(db)]).toEqual([2, 51])
    expect([await sweepOldCalls(db), await sweepOldRefusals(db)]).toEqual([0, 0])
    const [left] = await sql`
      select count(*)::int as rows, min(times)::int as first, max(times)::int as last from credential_refusals
      where oauth_client_id = ${client.id}`
    expect(left).toEqual({ rows: 200, first: 51, last: 250 })
  })
})
