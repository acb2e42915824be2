import { describe, expect, it } from 'vitest'
import { authorizationRow, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

describe('the moment of payment (D39)', () => {
  it.each([
    ['2026-01-31T20:00:00-04:00', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T20:00:00Z', '2026-01-31T20:00:00.000Z'],
    ['2026-01-31T20:00:00+04:00', '2026-01-31T16:00:00.000Z'],
    ['2026-01-31T20:00:00+00:00', '2026-01-31T20:00:00.000Z'],
    ['2026-01-31T20:00:00+05:30', '2026-01-31T14:30:00.000Z'],
    ['2026-01-31T20:00:00.123-04:00', '2026-02-01T00:00:00.123Z'],
    ['2026-01-31T20:00:00.123456Z', '2026-01-31T20:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:59:59-04:00', '2000-03-01T03:59:59.000Z'],
    ['1999-12-31T23:59:59.999-12:00', '2000-01-01T11:59:59.999Z'],
  ])('%s is stored and echoed in UTC as %s', async (consumptionDate, utc) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const answer = await my.consume(await my.reserved(), { consumptionDate })
    expect(answer.body.value.consumptionDate).toBe(utc)
    const [row] = await sql`select consumption_date from consumptions where code = ${answer.body.value.code}`
    expect(row?.consumption_date.toISOString()).toBe(utc)
  })

  it.each([
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-10T10:00:00Z',
    '2026-01-00T10:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T10:60:00Z',
    '2026-01-31T10:00:61Z',
    '2026-01-31T10:00:00',
    '2026-01-31T10:00:00.000',
    '2026-01-31 10:00:00Z',
    '2026-01-31',
    '2026-01-31T10:00:00 -04:00',
    '2026-01-31T10:00:00-4:00',
    '2026-01-31T10:00:00-25:00',
    '2026-01-31T10:00:00-04:60',
    '2026-01-31T10:00:00AST',
    ' 2026-01-31T10:00:00Z',
    '2026-01-31T10:00:00Z\n',
    '20260131T100000Z',
    '31/01/2026 10:00',
    '1790000000',
    'now',
    'infinity',
    '',
    '0000-01-01T00:00:00Z',
    '+012026-01-31T10:00:00Z',
  ])('%j is refused', async (consumptionDate) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    expect(outcome(await my.consume(held, { consumptionDate }))).toBe('400 invalid_request consumptionDate')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
  })

  it('may be four minutes ahead of the database clock, and not more than five', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const inMinutes = async (minutes: number): Promise<string> =>
      (await sql`select now() + ${minutes}::int * interval '1 minute' as at`)[0]?.at.toISOString()
    const held = await my.reserved()
    for (const minutes of [6, 15, 60, 24 * 60, 365 * 24 * 60]) {
      const answer = await my.consume(held, { consumptionDate: await inMinutes(minutes) })
      expect(outcome(answer), `${minutes} minutes`).toBe('400 invalid_request consumptionDate')
    }
    expect(outcome(await my.consume(held, { consumptionDate: '9999-12-31T23:59:59Z' }))).toBe(
      '400 invalid_request consumptionDate',
    )
    expect(outcome(await my.consume(held, { consumptionDate: await inMinutes(4) }))).toBe('201')
  })

  it('is judged as an instant, not by its local hour', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    // Ten hours ahead by its digits, now by its offset.
    const digits = new Date(Date.now() + 10 * 3_600_000).toISOString().slice(0, 19)
    expect(outcome(await my.consume(held, { consumptionDate: `${digits}Z` }))).toBe(
      '400 invalid_request consumptionDate',
    )
    const answer = await my.consume(held, { consumptionDate: `${digits}+10:00` })
    expect(outcome(answer)).toBe('201')
    expect(Math.abs(Date.parse(answer.body.value.consumptionDate) - Date.now())).toBeLessThan(60_000)
  })

  it('may lie in the past: a till notifies when it is online again', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const answer = await my.consume(await my.reserved(), { consumptionDate: '2020-05-05T10:00:00-04:00' })
    expect(outcome(answer)).toBe('201')
    const [row] = await sql`select now() - registered_at < interval '1 minute' as recent from consumptions
      where code = ${answer.body.value.code}`
    expect(row?.recent).toBe(true)
  })
})
