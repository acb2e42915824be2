import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { archiveTerminals, sweepArchivedTerminals, sweepTerminalHours } from '@/db/queries/tills/sweep'
import { addTerminalHours, type TerminalNews, terminalsMax, updateTerminals } from '@/db/queries/tills/terminals'
import { Gate } from '@/lib/kernel/gate'
import { type TerminalCall, TerminalRecorder } from '@/lib/terminals/record-terminals'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'

/** ADR-0037: what is written down of terminals, whichever process writes first, within bounds, and for how long. */

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

const newRecorder = (changed = {}) => new TerminalRecorder(db, unexpected, { everyMs: 3_600_000, ...changed })

function callOf(merchantId: number, keyId: number, changed: Partial<TerminalCall> = {}): TerminalCall {
  const credential = { kind: 'api_key', id: keyId, merchantId } as const
  const origin = { terminal: 'CAJA-01', address: '203.0.113.7', userAgent: 'POS/1' }
  return { ...origin, credential, tokenDigest: undefined, status: 200, replayed: false, ...changed }
}

const rowsOf = (merchantId: number) => database.sql`
  select terminal, user_agent as "userAgent", previous_user_agent as "previousUserAgent", address, branch_id as "branchId",
    api_key_id as "apiKeyId", oauth_client_id as "oauthClientId", last_call_at as "callAt", last_sale_at as "saleAt",
    refused_reason as reason, archived_at is not null as "isArchived"
  from terminals where merchant_id = ${merchantId} order by id`

const countsOf = async (merchantId: number) => {
  const [row] = await database.sql`
    select sum(done)::int as done, sum(reserved)::int as reserved, sum(confirmed)::int as confirmed, sum(ended)::int as ended,
      sum(expired)::int as expired, count(*)::int as rows
    from terminal_hours where merchant_id = ${merchantId}`
  return row
}

/** What one process tells of a terminal, at a moment. */
const newsAt = (merchantId: number, at: string, changed: Partial<TerminalNews> = {}): TerminalNews => ({
  ...{
    merchantId,
    terminal: 'CAJA-01',
    fromAddress: '',
    fromAdapter: '',
    seenAt: at,
    callAt: at,
    tokenAt: null,
    saleAt: null,
  },
  ...{ branchId: null, apiKeyId: null, oauthClientId: null, tokenDigest: null, address: null, userAgent: null },
  ...{ refusedAt: null, refusedReason: null, refusedOperation: null, refusedAddress: null, ...changed },
})

describe('two processes that tell of one terminal', () => {
  it('leave what was seen last, in whichever order they write, and the sum of their counts', async () => {
    const { merchantId, key, client } = await newCredentials()
    const branchId = await factories(database.sql).branch(merchantId)
    await newCredentialsSeen(merchantId, key.id)
    const [early, late] = [90, 60].map((seconds) => new Date(Date.now() - seconds * 1_000).toISOString()) as [
      string,
      string,
    ]
    const first = newsAt(merchantId, early, {
      apiKeyId: key.id,
      userAgent: 'POS/1',
      address: '203.0.113.1',
      saleAt: early,
      branchId,
    })
    const second = newsAt(merchantId, late, { oauthClientId: client.id, userAgent: 'POS/2', address: '203.0.113.2' })
    await database.sql`update terminals set last_call_at = null, seen_at = ${early}, user_agent = null where merchant_id = ${merchantId}`
    for (const news of [second, first, second]) {
      const ids = await updateTerminals(db, [news])
      expect([...ids.keys()]).toEqual([0])
    }
    expect(await rowsOf(merchantId)).toMatchObject([
      {
        ...{ userAgent: 'POS/2', address: '203.0.113.2', apiKeyId: null, oauthClientId: client.id, branchId },
        ...{ callAt: new Date(late), saleAt: new Date(early), isArchived: false },
      },
    ])
  })

  it('at the same moment make one row of it, and lose no count', async () => {
    const { merchantId, key } = await newCredentials()
    const recorders = Array.from({ length: 4 }, () => newRecorder())
    for (const [place, recorder] of recorders.entries()) {
      for (let n = 0; n < 25; n++) recorder.call(callOf(merchantId, key.id, { userAgent: `POS/${place}` }))
      recorder.call(callOf(merchantId, key.id, { terminal: `CAJA-${place + 2}` }))
    }
    await Promise.all(recorders.map((recorder) => recorder.close()))
    expect((await rowsOf(merchantId)).map(({ terminal }) => terminal).sort()).toEqual([
      'CAJA-01',
      'CAJA-2',
      'CAJA-3',
      'CAJA-4',
      'CAJA-5',
    ])
    expect((await countsOf(merchantId))?.done).toBe(104)
  })

  /** A terminal that there is. */
  async function newCredentialsSeen(merchantId: number, keyId: number) {
    const recorder = newRecorder()
    recorder.call(callOf(merchantId, keyId))
    await recorder.close()
  }
})

describe('a terminal', () => {
  it('is written when it is new or refused, and else once a minute, whatever it does', async () => {
    const { merchantId, key } = await newCredentials()
    const recorder = newRecorder()
    const call = async () => {
      recorder.call(callOf(merchantId, key.id))
      await recorder.flush()
      return (await countsOf(merchantId))?.done
    }
    expect([await call(), await call(), await call()]).toEqual([1, 1, 1])
    const caller = { kind: 'api_key', merchantId, id: key.id } as const
    recorder.refuse({ caller, reason: 'permission_missing' }, { ...callOf(merchantId, key.id) }, 'GET /x', true)
    expect([await call(), await call()]).toEqual([4, 4])
    await recorder.close()
    expect((await countsOf(merchantId))?.done).toBe(5)
  })
})

describe('a reservation', () => {
  it('that nobody confirms is counted as expired once its time is over, whichever process was told of the others', async () => {
    const { sql } = database
    const shop = await factories(sql).shop()
    const merchantId = shop.merchant.id
    const statuses = { used: 'Consumed', released: 'Released', expired: 'Expired', overdue: 'Authorized' }
    for (const [code, status] of Object.entries(statuses)) {
      await sql`insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
        values (${merchantId}, ${code}, ${code}, ${status}, ${shop.discountId}, ${shop.company.id}, ${shop.person.id},
          ${shop.credential.id}, 100, 10, 90, 'PCT', 10, 'store', now() - interval '1 hour', now() - interval '45 minutes',
          ${status === 'Authorized' ? null : sql`now()`})`
    }
    const recorder = newRecorder()
    const reserve = (code: string, expiresAt: number) =>
      recorder.call(callOf(merchantId, shop.credential.id, { status: 201, reserved: { code, expiresAt } }))
    for (const code of Object.keys(statuses)) reserve(code, Date.now() - 60_000)
    reserve('open', Date.now() + 60_000)
    reserve('sold here', Date.now() + 60_000)
    recorder.call(callOf(merchantId, shop.credential.id, { status: 201, confirmed: 'sold here' }))
    await recorder.flush()
    expect(await countsOf(merchantId)).toMatchObject({ reserved: 6, confirmed: 1, ended: 5, expired: 2 })
    await recorder.close()
    expect(await countsOf(merchantId)).toMatchObject({ ended: 5, expired: 2 })
  })
})

describe('the bound', () => {
  const fill = async (merchantId: number, count: number) =>
    database.sql`insert into terminals (merchant_id, terminal, first_seen_at, seen_at)
      select ${merchantId}, 'T' || n, now() - n * interval '1 second', now() - n * interval '1 second' from generate_series(1, ${count}) n`
  const liveOf = async (merchantId: number) => {
    const [row] = await database.sql`
      select (select count(*)::int from terminals where merchant_id = ${merchantId} and archived_at is null) as live,
        coalesce((select not_kept_terminals::int from terminal_fleets where merchant_id = ${merchantId}), 0) as "notKept"`
    return row
  }
  const tell = async (merchantId: number, keyId: number, terminals: readonly string[]) => {
    const recorder = newRecorder()
    for (const terminal of terminals) recorder.call(callOf(merchantId, keyId, { terminal }))
    await recorder.close()
  }

  it('of 2,000 holds when several processes bring new terminals at once, and counts what found no room', async () => {
    const { merchantId, key } = await newCredentials()
    await fill(merchantId, terminalsMax - 5)
    const names = (from: string) => Array.from({ length: 4 }, (_, n) => `${from}-${n}`)
    await Promise.all(['A', 'B', 'C'].map((from) => tell(merchantId, key.id, names(from))))
    expect(await liveOf(merchantId)).toEqual({ live: terminalsMax, notKept: 7 })
    expect((await countsOf(merchantId))?.rows).toBe(5)
  })

  it('lets one that passed by give way, and never one with a name, a note or a sale, or of today', async () => {
    const { merchantId, key } = await newCredentials()
    await fill(merchantId, terminalsMax)
    await database.sql`
      update terminals set seen_at = now() - interval '3 days', name = case terminal when 'T1' then 'Caja rápida' end,
        note = case terminal when 'T2' then 'La del fondo' end, last_sale_at = case terminal when 'T3' then now() end
      where merchant_id = ${merchantId} and terminal in ('T1', 'T2', 'T3', 'T4')`
    await tell(merchantId, key.id, ['NEW-1', 'NEW-2'])
    expect(await liveOf(merchantId)).toEqual({ live: terminalsMax, notKept: 1 })
    const left = await database.sql`
      select terminal from terminals where merchant_id = ${merchantId} and terminal in ('T1', 'T2', 'T3', 'T4', 'NEW-1', 'NEW-2') order by 1`
    expect(left.map(({ terminal }) => terminal)).toEqual(['NEW-1', 'T1', 'T2', 'T3'])
  })

  it('in memory leaves the other merchants their room', async () => {
    const [busy, other] = [await newCredentials(), await newCredentials()]
    const recorder = newRecorder({ perMerchantMax: 3 })
    for (let n = 0; n < 50; n++) recorder.call(callOf(busy.merchantId, busy.key.id, { terminal: `T${n}` }))
    recorder.call(callOf(other.merchantId, other.key.id))
    await recorder.close()
    expect(await rowsOf(busy.merchantId)).toHaveLength(3)
    expect(await rowsOf(other.merchantId)).toHaveLength(1)
  })
})

describe('a refusal', () => {
  const at = { terminal: 'CAJA-07', address: '198.51.100.9', userAgent: 'POS/1' }

  it('of a name that nobody bears, and of a guessed secret, makes no terminal, and tells of one that there is', async () => {
    const { merchantId, client, key } = await newCredentials()
    const recorder = newRecorder()
    const guess = (name: string) =>
      recorder.refuse(
        { caller: { kind: 'oauth_client', name }, reason: 'wrong_secret' },
        at,
        'POST /connect/token',
        false,
      )
    for (let n = 0; n < 5_000; n++) guess(`m${merchantId}-nobody${n}`)
    await recorder.flush()
    guess(client.clientId)
    await recorder.flush()
    expect(await rowsOf(merchantId)).toEqual([])
    recorder.call(callOf(merchantId, key.id, { terminal: 'CAJA-07' }))
    await recorder.flush()
    guess(client.clientId)
    await recorder.close()
    expect(await rowsOf(merchantId)).toMatchObject([
      { terminal: 'CAJA-07', reason: 'wrong_secret', address: '203.0.113.7' },
    ])
  })

  it('for its rate leaves no mark', async () => {
    const { merchantId, key } = await newCredentials()
    const recorder = newRecorder()
    const caller = { kind: 'api_key', merchantId, id: key.id } as const
    recorder.refuse({ caller, reason: 'rate_limited' }, at, 'GET /x', true)
    recorder.call(callOf(merchantId, key.id, { status: 429, terminal: 'CAJA-07' }))
    await recorder.close()
    expect(await rowsOf(merchantId)).toMatchObject([{ reason: null }])
  })
})

describe('what is kept', () => {
  it('waits while the database is away, and is written once when it is back', async () => {
    const { merchantId, key } = await newCredentials()
    const away = new Database(
      new Pool(database.databaseUrl, { prepare: true, applicationName: 'away' }),
      new Gate({ size: 1, waitMsMax: 1, queueMax: 1 }),
    )
    const errors: unknown[] = []
    const recorder = new TerminalRecorder(away, (error) => errors.push(error), { everyMs: 3_600_000 })
    recorder.call(callOf(merchantId, key.id))
    let open = () => {}
    const held = away.gate.run(() => new Promise<void>((resolve) => (open = resolve)))
    await recorder.flush()
    recorder.call(callOf(merchantId, key.id))
    await recorder.flush()
    expect(errors).toHaveLength(2)
    open()
    await held
    await recorder.close()
    await away.pool.close()
    expect((await countsOf(merchantId))?.done).toBe(2)
  })

  it('of hours goes after 35 days; a terminal unseen for 90 is archived, comes back by a call, and goes after a year', async () => {
    const { sql } = database
    const { merchantId, key } = await newCredentials()
    await sql`insert into terminals (merchant_id, terminal, from_address, name, first_seen_at, seen_at)
      select ${merchantId}, terminal, address, name, now() - days * interval '1 day', now() - days * interval '1 day'
      from (values ('NEW', '', null, 89), ('CAJA-01', '', 'Caja 1', 91), ('GONE', '', null, 366), ('', '203.0.113.9', null, 91))
        t (terminal, address, name, days)`
    const [row] = await sql`select id::int from terminals where merchant_id = ${merchantId} and terminal = 'CAJA-01'`
    const hour = {
      merchantId,
      terminalId: row?.id,
      done: 1,
      refused: 0,
      denied: 0,
      limited: 0,
      failed: 0,
      reserved: 0,
      confirmed: 0,
    }
    const zero = { replayed: 0, ended: 0, expired: 0, clockSamples: 0, clockSeconds: null }
    const now = Math.floor(Date.now() / 3_600_000)
    await addTerminalHours(
      db,
      [now, now - 24 * 34, now - 24 * 36].map((at) => ({ ...hour, ...zero, hour: at })),
    )
    expect([await sweepTerminalHours(db), await sweepTerminalHours(db)]).toEqual([1, 0])
    expect([await archiveTerminals(db), await archiveTerminals(db)]).toEqual([3, 0])
    expect([await sweepArchivedTerminals(db), await sweepArchivedTerminals(db)]).toEqual([2, 0])
    expect((await rowsOf(merchantId)).map(({ terminal, isArchived }) => [terminal, isArchived])).toEqual([
      ['NEW', false],
      ['CAJA-01', true],
    ])
    const recorder = newRecorder()
    recorder.call(callOf(merchantId, key.id))
    await recorder.close()
    const [back] =
      await sql`select name, archived_at as "archivedAt" from terminals where merchant_id = ${merchantId} and terminal = 'CAJA-01'`
    expect(back).toEqual({ name: 'Caja 1', archivedAt: null })
  })
})
