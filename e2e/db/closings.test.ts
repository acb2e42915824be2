import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { closeDay, reopenClosing } from '@/lib/closing/close-day'
import { closingsFilterOf } from '@/lib/closing/closed'
import { closingFilterOf } from '@/lib/closing/closing'
import { type DayToClose, dayToCloseSchema } from '@/lib/closing/drafts'
import { listClosed, listClosings, showClosed, showStanding } from '@/lib/closing/list-closings'
import { listClosing, showClosing } from '@/lib/closing/show-closing'
import { numericOfCents } from '@/lib/kernel/money'
import { addDays, localDayOf } from '@/lib/language/days'
import { factories } from '../fixtures/factories'
import { expectInvariants } from './invariants'
import { startOffice } from './office'

/** Days that are closed, with what comes after (P-28). */

const { sql, newColleague, eventsOf } = startOffice()

type Sale = {
  readonly reference: string
  /** When it was registered, and when it was paid. */
  readonly at: string
  readonly paid?: string
  readonly purchase?: string
  readonly discount?: string
  readonly branch?: number | undefined
}

async function newShop() {
  const shop = await factories(sql()).shop()
  const { merchant, company, person, discountId, credential } = shop
  const branchId = await factories(sql()).branch(merchant.id)
  const { ctx, member } = await newColleague(merchant.id)
  let count = 0
  const sell = async (
    { reference, at, paid = at, purchase = '100.00', discount = '10.00', branch = branchId }: Sale,
    tx: Sql | TransactionSql = sql(),
  ) => {
    count += 1
    await tx`
      with a as (
        insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id,
          api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at,
          expires_at, ended_at)
        values (${merchant.id}, ${`A-${count}`}, ${reference}, 'Consumed', ${discountId}, ${company.id}, ${person.id},
          ${branch}, ${credential.id}, ${purchase}, ${discount}, ${purchase}::numeric - ${discount}::numeric, 'PCT', 10, 'store',
          ${at}::timestamptz, ${at}::timestamptz + interval '5 minutes', ${at})
        returning *
      ), c as (
        insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
          branch_id, api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
        select merchant_id, ${`C-${count}`}, id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
          purchase_amount, discount_amount, final_amount, ${paid}::timestamptz, ${at}::timestamptz from a
        returning *
      )
      insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id, consumption_id)
      select merchant_id, gen_random_uuid(), '\\x00'::bytea, id, null from a
      union all select merchant_id, gen_random_uuid(), '\\x00'::bytea, null, id from c`
  }
  /** Closes, and says when: as if it had been done then. */
  const close = async (
    day: string,
    options: Partial<DayToClose> & { at?: string; now?: Date } = {},
  ): Promise<number> => {
    const { at, now = new Date(), ...asked } = options
    const { id } = await closeDay(ctx, { day, branch: branchId, references: [], reasons: [], notes: [], ...asked }, now)
    if (at !== undefined) {
      await sql().begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update closings set closed_at = ${at} where id = ${id}`
      })
    }
    return id
  }
  const on = (day: string) => closingFilterOf({ day, branch: String(branchId) }, new Date())
  const references = async (id: number, late = false) =>
    (await listClosed(ctx, id, { late, limit: 100 })).map(({ reference, lateOf }) =>
      lateOf === null ? reference : `${reference} of ${lateOf}`,
    )
  return { ...shop, branchId, ctx, member, sell, close, on, references }
}

const sums = (count: number, purchaseCents: bigint, discountCents: bigint) => ({
  count,
  purchaseCents,
  discountCents,
  finalCents: purchaseCents - discountCents,
})

describe('a day that is closed', () => {
  it('keeps its totals, with who closed it and when, whatever comes later', async () => {
    const { ctx, member, merchant, sell, close, branchId } = await newShop()
    await sell({ reference: 'T-1', at: '2026-03-10T09:00:00-04:00' })
    await sell({ reference: 'T-2', at: '2026-03-10T23:59:59-04:00', purchase: '0.03', discount: '0.01' })
    await sell({ reference: 'NEXT', at: '2026-03-11T00:00:00-04:00' })
    await sell({
      reference: 'ELSEWHERE',
      at: '2026-03-10T10:00:00-04:00',
      branch: await factories(sql()).branch(merchant.id),
    })
    const id = await close('2026-03-10')
    const { closed } = await showClosed(ctx, id)
    expect(closed).toMatchObject({
      branchId,
      day: '2026-03-10',
      closedBy: member.name,
      authorized: { count: 2, discountCents: 1001n },
      consumed: sums(2, 10_003n, 1_001n),
      late: sums(0, 0n, 0n),
      reopened: undefined,
      comparison: undefined,
    })
    await sell({ reference: 'T-3', at: '2026-03-10T23:59:59.5-04:00' })
    expect((await showClosed(ctx, id)).closed).toEqual(closed)
    expect(await eventsOf(merchant.id)).toMatchObject([
      {
        action: 'closing.closed',
        outcome: 'done',
        subject: `closing ${id}`,
        details: { day: '2026-03-10', consumptions: 2, final: '90.02' },
      },
    ])
    await expectInvariants(sql())
  })

  it('adds up any amounts to the cent', async () => {
    const { ctx, sell, close } = await newShop()
    let day = new Date('2026-01-01T16:00:00Z').getTime()
    const amounts = fc.array(
      fc.tuple(fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.bigInt({ min: 0n, max: 100n })),
      {
        minLength: 0,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(amounts, async (drawn) => {
        day += 86_400_000
        const at = new Date(day).toISOString()
        for (const [n, [purchase, share]] of drawn.entries()) {
          const discount = (purchase * share) / 100n
          await sell({
            reference: `${day}-${n}`,
            at,
            purchase: numericOfCents(purchase),
            discount: numericOfCents(discount),
          })
        }
        const { closed } = await showClosed(ctx, await close(at.slice(0, 10)))
        const purchase = drawn.reduce((all, [one]) => all + one, 0n)
        const discount = drawn.reduce((all, [one, share]) => all + (one * share) / 100n, 0n)
        expect(closed.consumed).toEqual(sums(drawn.length, purchase, discount))
      }),
      { numRuns: 15 },
    )
    await expectInvariants(sql())
  })

  it('is closed once; twenty who close it at once make one closing', async () => {
    const { ctx, merchant, sell, close, branchId } = await newShop()
    await sell({ reference: 'T-1', at: '2026-03-10T09:00:00-04:00' })
    const asked = { day: '2026-03-10', branch: branchId, references: [], reasons: [], notes: [] }
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => closeDay(ctx, asked)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'day_closed' })
    await expect(close('2026-03-10')).rejects.toMatchObject({ code: 'day_closed' })
    // The sales without a branch have a closing of their own.
    await close('2026-03-10', { branch: 'none' })
    expect(await eventsOf(merchant.id)).toHaveLength(2)
  })

  it('is a day of Santo Domingo that has begun', async () => {
    const { ctx, branchId } = await newShop()
    const asked = { branch: branchId, references: [], reasons: [], notes: [] }
    const now = new Date('2026-11-21T02:00:00Z')
    await expect(closeDay(ctx, { ...asked, day: '2026-11-21' }, now)).rejects.toMatchObject({ code: 'day_future' })
    await closeDay(ctx, { ...asked, day: '2026-11-20' }, now)
  })

  it('is closed by who may, at a branch of theirs', async () => {
    const { ctx, merchant } = await newShop()
    const { branchId: foreign } = await newShop()
    const asked = { day: '2026-03-10', branch: foreign, references: [], reasons: [], notes: [] }
    await expect(closeDay(ctx, asked)).rejects.toMatchObject({ code: 'not_found' })
    const { ctx: reader } = await newColleague(merchant.id, { permissions: ['merchant.consumptions.read'] })
    await expect(closeDay(reader, { ...asked, branch: 'none' })).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(reopenClosing(reader, { closingId: 1, reason: 'x' })).rejects.toMatchObject({
      code: 'permission_missing',
    })
    expect((await eventsOf(merchant.id)).map(({ outcome }) => outcome)).toEqual(['denied', 'denied', 'denied'])
    expect((await listClosings(reader, closingsFilterOf({}))).closings).toEqual([])
  })

  it('cannot be changed or deleted, not even by the owner of the tables', async () => {
    const { sell, close } = await newShop()
    await sell({ reference: 'T-1', at: '2026-03-10T09:00:00-04:00' })
    const id = await close('2026-03-10', {
      list: 'T-1 91.00',
      basis: 'final',
      references: ['T-1'],
      reasons: ['mistyped'],
      notes: [''],
    })
    for (const change of [
      sql()`update closings set final_amount = 1, purchase_amount = 1, discount_amount = 0 where id = ${id}`,
      sql()`delete from closings where id = ${id}`,
      sql()`update closing_consumptions set late_of = '2026-03-09' where closing_id = ${id}`,
      sql()`delete from closing_consumptions where closing_id = ${id}`,
      sql()`update closing_comparisons set equal_count = 5 where closing_id = ${id}`,
      sql()`delete from closing_differences where closing_id = ${id}`,
    ])
      await expect(change).rejects.toMatchObject({ message: expect.stringContaining('append-only') })
  })
})

describe('what comes after a closing', () => {
  it('of a sale paid on that day is of the next closing, and no longer of its own day', async () => {
    const { ctx, sell, close, on, references } = await newShop()
    await sell({ reference: 'T-1', at: '2026-03-10T20:00:00-04:00' })
    const first = await close('2026-03-10', { at: '2026-03-10T21:00:00-04:00' })
    // Paid after the closing, on its day; paid on its day and registered on the next; and of the next day itself.
    await sell({ reference: 'LATE', at: '2026-03-10T22:00:00-04:00' })
    await sell({ reference: 'SLOW', at: '2026-03-11T00:03:00-04:00', paid: '2026-03-10T23:58:00-04:00' })
    await sell({ reference: 'T-2', at: '2026-03-11T09:00:00-04:00' })
    const { since } = await showClosed(ctx, first)
    expect(since.map(({ reference, closingId }) => [reference, closingId])).toEqual([
      ['SLOW', null],
      ['LATE', null],
    ])
    expect(await showStanding(ctx, on('2026-03-11'))).toMatchObject({
      closings: [],
      late: [{ lateOf: '2026-03-10', ...sums(2, 20_000n, 2_000n) }],
    })
    expect((await showClosing(ctx, on('2026-03-11'))).total.consumed.count).toBe(1)

    const second = await close('2026-03-11', { at: '2026-03-12T09:00:00-04:00' })
    expect(await references(second)).toEqual(['T-2'])
    expect(await references(second, true)).toEqual(['LATE of 2026-03-10', 'SLOW of 2026-03-10'])
    const { closed } = await showClosed(ctx, second)
    expect([closed.consumed, closed.late]).toEqual([sums(1, 10_000n, 1_000n), sums(2, 20_000n, 2_000n)])
    expect((await showClosed(ctx, first)).since.map(({ closingId }) => closingId)).toEqual([second, second])
    expect((await showStanding(ctx, on('2026-03-12'))).late).toEqual([])
    // The day as it looks now says what its closings say.
    expect((await listClosing(ctx, on('2026-03-10'))).consumptions.map(({ reference }) => reference)).toEqual(['T-1'])
    expect((await listClosing(ctx, on('2026-03-11'))).consumptions.map(({ reference }) => reference)).toEqual(['T-2'])
    await expectInvariants(sql())
  })

  it('and was being registered while the day was closed is of the next closing too', async () => {
    const { sell, close, references } = await newShop()
    const now = new Date()
    const today = localDayOf(now)
    const first = await sql().begin(async (tx) => {
      // Begun before the closing, and seen by nobody until after it.
      await sell({ reference: 'UNSEEN', at: now.toISOString() }, tx)
      return close(today, { now })
    })
    expect([await references(first), await references(first, true)]).toEqual([[], []])
    const tomorrow = addDays(today, 1)
    const second = await close(tomorrow, { now: new Date(now.getTime() + 86_400_000) })
    expect([await references(second), await references(second, true)]).toEqual([[], [`UNSEEN of ${today}`]])
    await expectInvariants(sql())
  })

  it('is of its day as long as that is not closed', async () => {
    const { sell, close, references } = await newShop()
    await sell({ reference: 'SLOW', at: '2026-03-11T00:03:00-04:00', paid: '2026-03-10T23:58:00-04:00' })
    const second = await close('2026-03-11')
    const first = await close('2026-03-10')
    expect(await references(second)).toEqual(['SLOW'])
    expect([await references(first), await references(first, true)]).toEqual([[], []])
  })
})

describe('reopening a day', () => {
  it('leaves its closing as it was, with who, when and why, and gives the day back', async () => {
    const { ctx, member, merchant, sell, close, on, references } = await newShop()
    await sell({ reference: 'T-1', at: '2026-03-10T20:00:00-04:00' })
    const first = await close('2026-03-10', { at: '2026-03-10T21:00:00-04:00' })
    await sell({ reference: 'LATE', at: '2026-03-10T22:00:00-04:00' })
    await reopenClosing(ctx, { closingId: first, reason: 'Faltó una venta' })
    const { closed } = await showClosed(ctx, first)
    expect(closed).toMatchObject({
      consumed: sums(1, 10_000n, 1_000n),
      reopened: { by: member.name, reason: 'Faltó una venta' },
    })
    expect((await showStanding(ctx, on('2026-03-10'))).closings).toEqual([])
    expect(await references(first)).toEqual(['T-1'])

    const second = await close('2026-03-10')
    expect(await references(second)).toEqual(['LATE', 'T-1'])
    const { closings } = await listClosings(ctx, closingsFilterOf({}))
    expect(closings.map(({ id, reopened }) => [id, reopened?.reason])).toEqual([
      [second, undefined],
      [first, 'Faltó una venta'],
    ])
    const again = reopenClosing(ctx, { closingId: first, reason: 'Otra vez' })
    await expect(again).rejects.toMatchObject({ code: 'already_reopened' })
    expect((await eventsOf(merchant.id)).map(({ action }) => action)).toEqual([
      'closing.closed',
      'closing.reopened',
      'closing.closed',
    ])
    expect((await eventsOf(merchant.id))[1]).toMatchObject({ details: { day: '2026-03-10', why: 'Faltó una venta' } })
    await expectInvariants(sql())
  })

  it('is done once by twenty at once', async () => {
    const { ctx, merchant, close } = await newShop()
    const closingId = await close('2026-03-10')
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => reopenClosing(ctx, { closingId, reason: 'Prueba' })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_reopened' })
    expect(await eventsOf(merchant.id)).toHaveLength(2)
  })
})

describe('the differences from the till’s list', () => {
  it('are kept with the reason of each, beside the totals of both', async () => {
    const { ctx, sell, close } = await newShop()
    for (const reference of ['T-1', 'T-2', 'T-3']) await sell({ reference, at: '2026-03-10T20:00:00-04:00' })
    const id = await close('2026-03-10', {
      basis: 'final',
      list: 'T-1 90.00\nT-2 95.00\nT-9 1.00',
      references: ['T-2', 'T-3', 'T-9', 'T-1'],
      reasons: ['mistyped', 'returned', 'other', 'corrected'],
      notes: ['', '', 'Prueba de la caja', ''],
    })
    const { closed, differences } = await showClosed(ctx, id)
    expect(closed.comparison).toEqual({
      basis: 'final',
      oursCents: 27_000n,
      theirsCents: 18_600n,
      equal: 1,
      different: 3,
    })
    expect(differences).toEqual([
      { reference: 'T-2', oursCents: 9_000n, theirsCents: 9_500n, reason: 'mistyped', note: null },
      { reference: 'T-3', oursCents: 9_000n, theirsCents: null, reason: 'returned', note: null },
      { reference: 'T-9', oursCents: null, theirsCents: 100n, reason: 'other', note: 'Prueba de la caja' },
    ])
  })

  it('all have a reason: without one nothing is closed', async () => {
    const { ctx, sell, close, on } = await newShop()
    for (const reference of ['T-1', 'T-2']) await sell({ reference, at: '2026-03-10T20:00:00-04:00' })
    const list = { basis: 'final', list: 'T-1 1.00\nT-2 1.00' } as const
    const half = close('2026-03-10', { ...list, references: ['T-1'], reasons: ['mistyped'], notes: [''] })
    await expect(half).rejects.toMatchObject({ code: 'reason_missing', values: { reference: 'T-2' } })
    const silent = close('2026-03-10', {
      ...list,
      references: ['T-1', 'T-2'],
      reasons: ['other', 'other'],
      notes: ['x', ''],
    })
    await expect(silent).rejects.toMatchObject({ code: 'note_missing', values: { reference: 'T-2' } })
    await expect(close('2026-03-10', { basis: 'final', list: 'nothing' })).rejects.toMatchObject({ code: 'list_empty' })
    const many = Array.from({ length: 301 }, (_, n) => `X-${n} 1.00`).join('\n')
    await expect(close('2026-03-10', { basis: 'final', list: many })).rejects.toMatchObject({
      code: 'differences_too_many',
    })
    expect((await showStanding(ctx, on('2026-03-10'))).closings).toEqual([])
  })

  it('and the day are read from a form', () => {
    const form = { day: '2026-03-10', branch: 'none', references: [], reasons: [], notes: [] }
    expect(dayToCloseSchema.parse(form)).toEqual(form)
    const codes = (asked: object) => dayToCloseSchema.safeParse({ ...form, ...asked }).error?.issues[0]?.message
    expect(codes({ day: '2026-02-30' })).toBe('day_invalid')
    expect(codes({ branch: '' })).toBe('branch_required')
    expect(codes({ reasons: [''] })).toBe('reason_missing')
    expect(codes({ notes: ['x'.repeat(301)] })).toBe('note_too_long')
  })
})
