import { beforeAll, describe, expect, it } from 'vitest'
import { listActivity } from '@/db/queries/offices/activity'
import { listAuthorizationRecords } from '@/db/queries/offices/authorizations'
import { listCompanyConsumptions } from '@/db/queries/offices/company-consumptions'
import { listConsumptionRecords } from '@/db/queries/offices/consumptions'
import type { OfficeContext } from '@/lib/context'
import type { CursorRange } from '@/lib/kernel/cursor'
import { pageByTime } from '@/lib/kernel/page'
import { consumptionsFilterOf } from '@/lib/sales/consumptions/filter'
import { listConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { newBusyMerchant } from '../fixtures/many-rows'
import { startOffice } from './office'

/** Lists by time, newest first and oldest first, whose rows share a few moments: every row is shown once, whichever way one turns. */

const { sql, newColleague } = startOffice()
const rowsInAll = 130

let busy: Awaited<ReturnType<typeof newBusyMerchant>>
let ctx: OfficeContext

beforeAll(async () => {
  busy = await newBusyMerchant(sql(), { consumptions: rowsInAll, days: 5 })
  ctx = (await newColleague(busy.merchant.id)).ctx
  await sql().begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update consumptions set registered_at = date_trunc('day', registered_at) where merchant_id = ${busy.merchant.id}`
    await tx`update authorizations set authorized_at = date_trunc('day', authorized_at) where merchant_id = ${busy.merchant.id}`
  })
  await sql()`insert into audit_events (merchant_id, actor, action, subject_type, subject_id, details)
    select ${busy.merchant.id}, 'service', 'api_key.created', 'merchant', '1', '{}' from generate_series(1, ${rowsInAll}::int)`
})

type Asked = CursorRange<never> & { limit: number; oldestFirst: boolean }
type Row = { readonly id: number; readonly micros?: string }

const lists: Readonly<Record<string, (asked: Asked) => Promise<readonly Row[]>>> = {
  consumptions: (asked) => listConsumptionRecords(ctx.db, busy.merchant.id, asked),
  authorizations: (asked) => listAuthorizationRecords(ctx.db, busy.merchant.id, asked),
  'consumed authorizations': (asked) =>
    listAuthorizationRecords(ctx.db, busy.merchant.id, { ...asked, status: 'consumed' }),
  'a company’s consumptions': (asked) => listCompanyConsumptions(ctx.db, busy.companyIds[0] ?? 0, asked),
  activity: (asked) =>
    listActivity(
      ctx.db,
      { merchantId: busy.merchant.id },
      {
        days: undefined,
        nouns: undefined,
        outcome: undefined,
        userId: undefined,
        ...asked,
      },
    ),
}

describe.each(Object.entries(lists))('the pages of %s', (name, list) => {
  const placeOf = (row: Row) => (name === 'activity' ? row.id : row) as never

  it('have each row once in either order, and lead back the way they came', async () => {
    const whole = await list({ limit: 1_000, oldestFirst: false })
    expect(whole.length).toBeGreaterThan(20)
    for (const oldestFirst of [false, true]) {
      const ids = whole.map(({ id }) => id)
      const wanted = oldestFirst ? ids.toReversed() : ids
      for (const size of [7, 25]) {
        const pages: number[][] = []
        let range: CursorRange<never> = {}
        let back: Row | undefined
        for (;;) {
          const rows = await list({ ...range, limit: size + 1, oldestFirst })
          const turned = pageByTime(rows, size, { ...range, oldestFirst })
          pages.push(turned.page.map(({ id }) => id))
          const [next, previous] = oldestFirst ? [turned.newer, turned.older] : [turned.older, turned.newer]
          back = previous
          if (next === undefined) break
          range = oldestFirst ? { after: placeOf(next) } : { before: placeOf(next) }
        }
        expect(pages.flat()).toEqual(wanted)
        for (let n = pages.length - 2; n >= 0; n--) {
          if (back === undefined) throw new Error('There is no page before')
          const turn: CursorRange<never> = oldestFirst ? { before: placeOf(back) } : { after: placeOf(back) }
          const turned = pageByTime(await list({ ...turn, limit: size + 1, oldestFirst }), size, {
            ...turn,
            oldestFirst,
          })
          expect(turned.page.map(({ id }) => id)).toEqual(pages[n])
          back = oldestFirst ? turned.older : turned.newer
        }
      }
    }
  })
})

describe('the order and the size that an address asks for', () => {
  it('are those of the page; what an address of before says is shown as before', async () => {
    const usual = await listConsumptions(ctx, consumptionsFilterOf({ period: 'all' }))
    const oldest = await listConsumptions(ctx, consumptionsFilterOf({ period: 'all', sort: 'when', size: '100' }))
    expect(usual.consumptions).toHaveLength(50)
    expect(oldest.consumptions).toHaveLength(100)
    const [first] = await sql()`select id from consumptions where merchant_id = ${busy.merchant.id}
      order by registered_at, id limit 1`
    expect(oldest.consumptions[0]?.id).toBe(Number(first?.id))
    const strange = await listConsumptions(ctx, consumptionsFilterOf({ period: 'all', sort: 'amount', size: '9999' }))
    expect(strange.consumptions.map(({ id }) => id)).toEqual(usual.consumptions.map(({ id }) => id))
  })

  it('read the index of the list in either direction, and sort nothing', async () => {
    for (const order of ['registered_at desc, id desc', 'registered_at, id']) {
      const plan = JSON.stringify(
        await sql().begin(async (tx) => {
          await tx`set local enable_seqscan = off`
          await tx`set local enable_bitmapscan = off`
          return tx.unsafe(`explain (format json) select id from consumptions where merchant_id = ${busy.merchant.id}
            order by ${order} limit 51`)
        }),
      )
      expect(plan).toContain('consumptions_registered')
      expect(plan).not.toContain('"Sort"')
    }
  })
})
