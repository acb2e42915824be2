import { randomBytes } from 'node:crypto'
import { sql as fragment } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { OfficeDb } from '@/db/office'
import { readsOnly } from '@/db/reads-only'
import { branches } from '@/db/schema'
import { StandbyReads, type StandbyState } from '@/db/standby'
import { createBranch } from '@/lib/catalog/change-branch'
import { listBranches } from '@/lib/catalog/list-branches'
import { createType, listTypes } from '@/lib/collaborators/manage-types'
import { createMerchant } from '@/lib/network-merchants/manage-merchant'
import { networkMerchantsFilterOf } from '@/lib/network-merchants/merchants'
import { listMerchantsOfNetwork } from '@/lib/network-merchants/show-merchants'
import { eventually } from '../fixtures/eventually'
import { factories } from '../fixtures/factories'
import { companyContextOf, contextOf, openTestOffice, operatorContextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { openWithStandby, withSetting } from '../fixtures/standby'

/** ADR-0063: lists are read from a standby, and never show less than was there. A primary and a standby of the file's own. */

const opened = openForTests(async (atEnd) => {
  const { primaryUrl, sql, standby } = await openWithStandby(atEnd)
  const office = openTestOffice(primaryUrl)
  atEnd(() => office.sql.end())
  const states: StandbyState[] = []
  const openReads = (onChange?: (state: StandbyState) => void) => {
    const reads = new StandbyReads(standby.databaseUrl, office, { poolMax: 5, ...(onChange ? { onChange } : {}) })
    atEnd(() => reads.close())
    return reads
  }
  const reads = openReads((state) => states.push(state))
  const elsewhere = openReads()

  const [make, who] = [factories(sql), people(sql)]
  const [merchant, company] = [await make.merchant(), await make.company()]
  return {
    ...{ standby, sql, office, reads, elsewhere, states },
    merchant: contextOf(office, merchant.id, await who.newMember(merchant.id)),
    company: companyContextOf(office, company.id, await who.newCompanyMember(company.id)),
    operator: operatorContextOf(office, await who.newOperator()),
  }
})

const name = () => `Nombre ${randomBytes(5).toString('hex')}`

/** Each office writes something through the primary, and gives whether its list, over some other way, shows it. */
const offices: Readonly<Record<string, () => Promise<(db: OfficeDb) => Promise<boolean>>>> = {
  merchant: async () => {
    const { merchant } = opened()
    const draft = { name: name() }
    await createBranch(merchant, draft)
    return async (db) => (await listBranches({ ...merchant, db })).some((branch) => branch.name === draft.name)
  },
  company: async () => {
    const { company } = opened()
    const draft = { name: name() }
    await createType(company, draft)
    return async (db) => (await listTypes({ ...company, db })).some((type) => type.name === draft.name)
  },
  operator: async () => {
    const { operator } = opened()
    const draft = { name: name(), legalId: null, ownerEmail: `${randomBytes(5).toString('hex')}@example.com` }
    await createMerchant(operator, draft)
    const filter = networkMerchantsFilterOf({ q: draft.name })
    return async (db) => (await listMerchantsOfNetwork({ ...operator, db }, filter)).merchants.length === 1
  },
}

/** Writes in every office, so often, and says which lists did not show it at once, of two processes. */
async function missed(rounds: number): Promise<string[]> {
  const { reads, elsewhere } = opened()
  const missing: string[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [office, write] of Object.entries(offices)) {
      const shows = await write()
      for (const process of [reads, elsewhere]) if (!(await shows(await process.reader()))) missing.push(office)
    }
  }
  return missing
}

const isOnStandby = async (db: OfficeDb): Promise<boolean> => {
  const [row] = await db.execute<{ is: boolean }>(fragment`select pg_is_in_recovery() as is`)
  if (!row) throw new Error('no row')
  return row.is
}

const untilRead = () =>
  eventually(async () => {
    const { reads, elsewhere } = opened()
    for (const process of [reads, elsewhere]) expect(await isOnStandby(await process.reader())).toBe(true)
  })

/** What was told of the standby: these states, and none of them twice in a row. A crowded machine may make more changes. */
function expectChanges(states: readonly StandbyState[], among: readonly StandbyState[]): void {
  expect(states).toEqual(expect.arrayContaining([...among]))
  expect(states.at(-1)).toBe(among.at(-1))
  expect(states.filter((state, at) => state === states[at - 1])).toEqual([])
}

describe('a list', () => {
  it('is read from the standby, which says so itself', async () => {
    await untilRead()
    const { standby, reads, merchant } = opened()
    const before = reads.counts
    await listBranches({ ...merchant, db: await reads.reader() })
    expect(reads.counts.standby).toBeGreaterThan(before.standby)
    expect(reads.counts.primary).toEqual(before.primary)
    const lines = await standby.sql`select query from pg_stat_activity where application_name = 'aliado office reads'`
    expect(lines.some(({ query }) => String(query).includes('branches'))).toBe(true)
  })

  it('shows what was written before it was asked for, in every office, through every process', async () => {
    await untilRead()
    const { reads } = opened()
    const before = reads.counts.standby
    expect(await missed(20)).toEqual([])
    expect(reads.counts.standby).toBeGreaterThan(before)
  })

  it('is the same from the standby as from the primary, moments and numbers too', async () => {
    await untilRead()
    const { office, reads, operator } = opened()
    const filter = networkMerchantsFilterOf({})
    const reader = await reads.reader()
    expect(await isOnStandby(reader)).toBe(true)
    expect(await listMerchantsOfNetwork({ ...operator, db: reader }, filter)).toEqual(
      await listMerchantsOfNetwork({ ...operator, db: office.db }, filter),
    )
    expect(await reader.select().from(branches)).toEqual(await office.db.select().from(branches))
    expect(await reader.transaction((tx) => tx.select().from(branches))).toEqual(
      await office.db.select().from(branches),
    )
  })

  it('writes nothing', async () => {
    await untilRead()
    const { office, reads } = opened()
    const row = { merchantId: 1, name: name() }
    for (const db of [office.db, await reads.reader()]) {
      expect(() => readsOnly(db).insert(branches).values(row)).toThrow('reads only')
      expect(() => readsOnly(db).update(branches)).toThrow('reads only')
      expect(() => readsOnly(db).delete(branches)).toThrow('reads only')
    }
    const reader = await reads.reader()
    await expect(reader.transaction((tx) => tx.insert(branches).values(row))).rejects.toThrow()
  })
})

describe('a standby in trouble', () => {
  afterEach(async () => {
    const { reads } = opened()
    if (reads.state !== 'promoted') await untilRead()
  })

  it('that lags by 10 s shows nobody less than what was written: the primary is asked', async () => {
    await untilRead()
    const { reads, states } = opened()
    await withSetting(opened().standby, 'recovery_min_apply_delay', '10s', async () => {
      const before = reads.counts.primary.behind ?? 0
      states.length = 0
      expect(await missed(5)).toEqual([])
      await eventually(async () => {
        expect(await missed(1)).toEqual([])
        expect(reads.state).toBe('behind')
      })
      expect(await missed(5)).toEqual([])
      expect(reads.counts.primary.behind).toBeGreaterThan(before)
    })
    await untilRead()
    expectChanges(states, ['behind', 'reading'])
  })

  it('that cancels a question for what it must replay does not fail the page', async () => {
    await untilRead()
    const { standby, reads, sql } = opened()
    await sql`create table if not exists conflicts (n integer)`
    await untilRead()
    await withSetting(standby, 'max_standby_streaming_delay', '50ms', async () => {
      const before = reads.counts.primary.refused ?? 0
      const reader = await eventually(async () => {
        const one = await reads.reader()
        expect(await isOnStandby(one)).toBe(true)
        return one
      })
      const answer = Promise.resolve(reader.execute(fragment`select count(*)::int as n, pg_sleep(2) from conflicts`))
      await eventually(async () => {
        const sleeping = await standby.sql`select from pg_stat_activity where wait_event = 'PgSleep'`
        expect(sleeping).toHaveLength(1)
      })
      // What the standby replays now needs the table for itself.
      await sql`alter table conflicts alter column n set default 1`
      expect(await answer).toHaveLength(1)
      expect(reads.counts.primary.refused ?? 0).toBe(before + 1)
    })
  })

  it('that stands still keeps no page: what it was asked is asked of the primary', async () => {
    await untilRead()
    const { standby, reads, states } = opened()
    const reader = await reads.reader()
    expect(await isOnStandby(reader)).toBe(true)
    states.length = 0
    const halted = standby.halt()
    try {
      expect(await isOnStandby(reader)).toBe(false)
      expect(await missed(2)).toEqual([])
    } finally {
      halted.resume()
    }
    await untilRead()
    expectChanges(states, ['unheard', 'reading'])
  })

  it('that dies is not noticed by a page, and is read again when it is back', async () => {
    await untilRead()
    const { standby, reads } = opened()
    const reader = await reads.reader()
    expect(await isOnStandby(reader)).toBe(true)
    await standby.die()
    expect(await isOnStandby(reader)).toBe(false)
    expect(await missed(2)).toEqual([])
    await standby.start()
    await untilRead()
    expect(await missed(2)).toEqual([])
  })

  it('that has become a primary is read no more, whatever stands in it', async () => {
    await untilRead()
    const { standby, reads, merchant } = opened()
    await standby.sql`select pg_promote()`
    const draft = { name: name() }
    await standby.sql`insert into branches (merchant_id, name) values (${merchant.member.merchantId}, ${draft.name})`
    await eventually(() => expect(reads.state).toBe('promoted'))
    const shown = await listBranches({ ...merchant, db: await reads.reader() })
    expect(shown.some((branch) => branch.name === draft.name)).toBe(false)
    expect(await missed(2)).toEqual([])
  })
})
