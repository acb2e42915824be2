import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { archiveTerminals, sweepArchivedTerminals } from '@/db/queries/tills/sweep'
import { Gate } from '@/lib/kernel/gate'
import { describeTerminal } from '@/lib/terminals/describe-terminal'
import { mergeTerminals } from '@/lib/terminals/merge-terminals'
import { type TerminalCall, TerminalRecorder } from '@/lib/terminals/record-terminals'
import { showTerminal, showTerminals } from '@/lib/terminals/show-terminals'
import { newKey, startOffice } from './office'

/** ADR-0044: a till that was renamed keeps its past, and what still comes under its former id is its own. */

const { sql, databaseUrl, newShop, newColleague, eventsOf } = startOffice()

let db: Database

beforeAll(() => {
  // No hour of the tills' processes ends while a test runs: two that both names share are too many.
  vi.useFakeTimers({ toFake: ['Date'] })
  const pool = new Pool(databaseUrl(), { prepare: true, applicationName: 'test' })
  db = new Database(pool, new Gate({ size: 6, waitMsMax: 10_000, queueMax: 200 }))
})

afterAll(async () => {
  vi.useRealTimers()
  await db?.pool.close()
})

const unexpected = (error: unknown) => {
  throw error
}

/** A merchant and a process of its tills. */
async function newFleet() {
  const shop = await newShop()
  const merchantId = shop.merchant.id
  const { id: keyId } = await newKey(shop.ctx)
  const callOf = (terminal: string): TerminalCall => ({
    ...{ terminal, address: '203.0.113.7', userAgent: 'POS/1', tokenDigest: undefined, status: 200, replayed: false },
    credential: { kind: 'api_key', id: keyId, merchantId },
  })
  const newRecorder = () => new TerminalRecorder(db, unexpected, { everyMs: 3_600_000 })
  const call = async (...named: readonly string[]) => {
    const recorder = newRecorder()
    for (const terminal of named) recorder.call(callOf(terminal))
    await recorder.close()
  }
  const idOf = async (terminal: string): Promise<number> => {
    const [row] = await sql()<{ id: number }[]>`
      select id::int from terminals where merchant_id = ${merchantId} and terminal = ${terminal}`
    return row?.id ?? 0
  }
  const merge = async (into: string, former: string) =>
    mergeTerminals(shop.ctx, { terminalId: await idOf(into), formerId: await idOf(former) })
  /** Calls by the id under which they are counted. */
  const counted = async () => {
    const rows = await sql()<{ terminal: string; calls: number }[]>`
      select terminal, sum(done)::int as calls from terminals t join terminal_hours h on h.merchant_id = t.merchant_id and h.terminal_id = t.id
      where t.merchant_id = ${merchantId} group by terminal`
    return Object.fromEntries(rows.map(({ terminal, calls }) => [terminal, calls]))
  }
  const live = async () => {
    const { branches } = await showTerminals(shop.ctx, new Date())
    return branches.flatMap(({ terminals }) => terminals.map(({ terminal }) => terminal)).toSorted()
  }
  return { ...shop, merchantId, callOf, newRecorder, call, idOf, merge, counted, live }
}

type Fleet = Awaited<ReturnType<typeof newFleet>>

const setOf = (fleet: Fleet, terminal: string) => sql()`merchant_id = ${fleet.merchantId} and terminal = ${terminal}`

describe('a till that was renamed', () => {
  it('has the calls, times, name and notes of what it was; that one is listed no more, and its page names the present one', async () => {
    const fleet = await newFleet()
    await fleet.call('OLD', 'OLD', 'NEW')
    await sql()`update terminals set name = 'Caja 1', note = 'Junto a la puerta', first_seen_at = '2026-01-02', last_sale_at = '2026-10-03',
      last_call_at = last_call_at - interval '2 hours' where ${setOf(fleet, 'OLD')}`
    await sql()`update terminals set note = 'Equipo nuevo' where ${setOf(fleet, 'NEW')}`
    const [into, former] = [await fleet.idOf('NEW'), await fleet.idOf('OLD')]
    expect((await showTerminal(fleet.ctx, into, new Date())).possibleFormers).toMatchObject([{ id: former }])
    await fleet.merge('NEW', 'OLD')
    expect([await fleet.counted(), await fleet.live()]).toEqual([{ NEW: 3 }, ['NEW']])
    expect(await showTerminal(fleet.ctx, into, new Date())).toMatchObject({
      ...{ name: 'Caja 1', note: 'Equipo nuevo · Junto a la puerta', formerNames: ['OLD'], possibleFormers: [] },
      ...{ firstSeenAt: new Date('2026-01-02T00:00:00Z'), lastSaleAt: new Date('2026-10-03T00:00:00Z') },
    })
    expect((await showTerminal(fleet.ctx, former, new Date())).mergedInto).toBe(into)
    await expect(describeTerminal(fleet.ctx, { terminalId: former, name: 'Otra', note: null })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await eventsOf(fleet.merchantId)).at(-2)).toMatchObject({
      ...{ action: 'terminal.merged', subject: `terminal ${into}` },
      details: { name: 'NEW', called: 'Caja 1', former: 'OLD' },
    })
  })

  it('is told by calls under either id, in one write or in many, also when it was archived meanwhile', async () => {
    const fleet = await newFleet()
    await fleet.call('OLDEST')
    await fleet.call('OLD')
    await fleet.merge('OLD', 'OLDEST')
    await fleet.call('NEW')
    await fleet.merge('NEW', 'OLD')
    await fleet.call('OLD', 'NEW', 'OLDEST', 'OTHER', 'OLD')
    await fleet.call('OLDEST')
    expect(await fleet.counted()).toEqual({ NEW: 8, OTHER: 1 })
    await sql()`update terminals set seen_at = now() - interval '100 days', last_call_at = now() - interval '100 days'
      where ${setOf(fleet, 'NEW')}`
    await archiveTerminals(db)
    expect(await fleet.live()).toEqual(['OTHER'])
    await fleet.call('OLD')
    expect([await fleet.counted(), await fleet.live()]).toEqual([{ NEW: 9, OTHER: 1 }, ['NEW', 'OTHER']])
    const recorder = fleet.newRecorder()
    recorder.refuse(
      { caller: { kind: 'api_key', merchantId: fleet.merchantId, id: 1 }, reason: 'permission_missing' },
      fleet.callOf('OLDEST'),
      'GET /x',
      true,
    )
    await recorder.close()
    const [row] = await sql()`select refused_reason as reason from terminals where ${setOf(fleet, 'NEW')}`
    expect(row?.reason).toBe('permission_missing')
  })

  it('keeps its former names for as long as it is there itself', async () => {
    const fleet = await newFleet()
    await fleet.call('OLD', 'NEW')
    await fleet.merge('NEW', 'OLD')
    const age = (terminal: string) => sql()`
      update terminals set seen_at = now() - interval '400 days', archived_at = coalesce(archived_at, now()) where ${setOf(fleet, terminal)}`
    await age('OLD')
    await sweepArchivedTerminals(db)
    expect(await fleet.idOf('OLD')).not.toBe(0)
    await age('NEW')
    await sweepArchivedTerminals(db)
    expect([await fleet.idOf('NEW'), await fleet.idOf('OLD')]).toEqual([0, 0])
  })
})

describe('a merge is refused', () => {
  it('of two that called in the same hours, though for the hour of the renaming they may both', async () => {
    const fleet = await newFleet()
    await fleet.call('OLD', 'NEW')
    await sql()`
      insert into terminal_hours (merchant_id, terminal_id, hour, done)
      select merchant_id, id, date_trunc('hour', now()) - interval '1 day', 1 from terminals where merchant_id = ${fleet.merchantId}`
    const before = await fleet.counted()
    await expect(fleet.merge('NEW', 'OLD')).rejects.toMatchObject({
      ...{ code: 'terminals_both_call', field: 'formerId', values: { hours: 2 } },
    })
    expect([await fleet.counted(), await fleet.live()]).toEqual([before, ['NEW', 'OLD']])
    await sql()`delete from terminal_hours where merchant_id = ${fleet.merchantId} and hour < now() - interval '12 hours'`
    await fleet.merge('NEW', 'OLD')
    expect(await fleet.counted()).toEqual({ NEW: 2 })
  })

  it('when a note would be lost, of a till with itself, of one that was merged or is archived, and of calls without an id', async () => {
    const fleet = await newFleet()
    await fleet.call('OLD', 'NEW', 'GONE', 'PAST')
    await sql()`update terminals set note = repeat('x', 400 + ascii(terminal)) where merchant_id = ${fleet.merchantId} and terminal in ('OLD', 'NEW')`
    await expect(fleet.merge('NEW', 'OLD')).rejects.toMatchObject({ code: 'notes_too_long' })
    await expect(fleet.merge('NEW', 'NEW')).rejects.toMatchObject({ code: 'not_found' })
    await fleet.merge('NEW', 'PAST')
    await sql()`update terminals set archived_at = now() where ${setOf(fleet, 'GONE')}`
    await sql()`insert into terminals (merchant_id, from_address, first_seen_at, seen_at) values (${fleet.merchantId}, '203.0.113.9', now(), now())`
    for (const other of ['PAST', 'GONE', '']) {
      await expect(fleet.merge('NEW', other)).rejects.toMatchObject({ code: 'not_found' })
      await expect(fleet.merge(other, 'NEW')).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('to whom may not manage credentials, and of another merchant’s till', async () => {
    const [fleet, stranger] = [await newFleet(), await newFleet()]
    await fleet.call('OLD', 'NEW')
    await stranger.call('OLD')
    const input = { terminalId: await fleet.idOf('NEW'), formerId: await fleet.idOf('OLD') }
    const seller = await newColleague(fleet.merchantId, { permissions: ['merchant.redemptions.make'] })
    await expect(mergeTerminals(seller.ctx, input)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(mergeTerminals(stranger.ctx, input)).rejects.toMatchObject({ code: 'not_found' })
    const foreign = { ...input, formerId: await stranger.idOf('OLD') }
    await expect(mergeTerminals(fleet.ctx, foreign)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('at the same moment', () => {
  const outcomes = async (merges: readonly Promise<void>[]) =>
    (await Promise.allSettled(merges))
      .map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason.code)))
      .toSorted()

  it('two merges of the same till, or of two with each other, are one', async () => {
    for (let n = 0; n < 5; n++) {
      const fleet = await newFleet()
      await fleet.call('A', 'B', 'C')
      expect(await outcomes([fleet.merge('A', 'B'), fleet.merge('B', 'A')])).toEqual(['done', 'not_found'])
      const [left = ''] = (await fleet.live()).filter((terminal) => terminal !== 'C')
      expect(await outcomes([fleet.merge(left, 'C'), fleet.merge(left, 'C')])).toEqual(['done', 'not_found'])
      expect(await fleet.counted()).toEqual({ [left]: 3 })
    }
  })

  it('a chain of merges ends with one till, or is refused where its link was taken', async () => {
    for (let n = 0; n < 5; n++) {
      const fleet = await newFleet()
      await fleet.call('A', 'B', 'C')
      const merged = await outcomes([fleet.merge('B', 'A'), fleet.merge('C', 'B')])
      expect([
        ['done', 'done'],
        ['done', 'not_found'],
      ]).toContainEqual(merged)
      const counts = await fleet.counted()
      expect(counts).toEqual(merged[1] === 'done' ? { C: 3 } : { A: 1, C: 2 })
      await fleet.call('A', 'B', 'C')
      expect(await fleet.counted()).toEqual(merged[1] === 'done' ? { C: 6 } : { A: 2, C: 4 })
    }
  })

  it('a merge loses no call that processes write under either id', async () => {
    const fleet = await newFleet()
    await fleet.call('OLD', 'NEW')
    const recorders = Array.from({ length: 4 }, fleet.newRecorder)
    const write = async (recorder: TerminalRecorder) => {
      for (let n = 0; n < 10; n++) {
        for (const terminal of ['OLD', 'NEW', 'OTHER']) recorder.call(fleet.callOf(terminal))
        await recorder.flush(true)
      }
      await recorder.close()
    }
    await Promise.all([...recorders.map(write), fleet.merge('NEW', 'OLD')])
    expect(await fleet.counted()).toEqual({ NEW: 82, OTHER: 40 })
  })
})
