import { describe, expect, it } from 'vitest'
import { clockAhead } from '../fixtures/clock'
import { startService } from '../fixtures/service'
import { expire, outcome, startApi, till } from './till'

const api = startApi()

describe('expiry on the database clock (D35)', () => {
  it('lets an authorization be confirmed until expiresAt and not from then on', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const clock = async () =>
      Number((await sql`select extract(epoch from clock_timestamp())::float8 as t`)[0]?.t ?? Number.NaN)
    const held = await Promise.all(Array.from({ length: 40 }, () => my.reserved()))
    const codes = held.slice(1).map(({ authorizationCode }) => authorizationCode)
    // The first keeps its 15 minutes. Of the others one ends every ten milliseconds, and the last to end is confirmed first.
    const rows = await sql<{ code: string; endsAt: number }[]>`
      update authorizations set expires_at = now() + (${codes.length} - array_position(${codes}::text[], code)) * interval '10 ms'
      where code = any(${codes}::text[])
      returning code, extract(epoch from expires_at)::float8 as "endsAt"`
    const ends = new Map(rows.map(({ code, endsAt }) => [code, endsAt]))
    const outcomes: string[] = []
    for (const authorization of held) {
      const endsAt = ends.get(authorization.authorizationCode) ?? Number.POSITIVE_INFINITY
      const before = await clock()
      const answer = outcome(await my.consume(authorization))
      const after = await clock()
      if (after < endsAt) expect(answer).toBe('201')
      else if (before >= endsAt) expect(answer).toBe('400 authorization_expired')
      outcomes.push(answer)
    }
    expect(outcomes.at(0)).toBe('201')
    expect(outcomes.at(-1)).toBe('400 authorization_expired')
    const late = await sql`select from authorizations
      where code = any(${codes}::text[]) and status = 'Consumed' and ended_at >= expires_at`
    expect(late).toHaveLength(0)
  })

  it('asks no clock of its own: a process that is a day ahead, or behind, answers alike', async () => {
    const { databaseUrl, sql, make } = api()
    for (const hours of [24, -24]) {
      const service = await startService(databaseUrl, { NODE_OPTIONS: clockAhead(hours) })
      try {
        const my = till(service.url, await make.shop())
        const held = await my.reserved()
        const [row] =
          await sql`select expires_at - now() between interval '14 minutes' and interval '15 minutes' as ahead
          from authorizations where code = ${held.authorizationCode}`
        expect(row?.ahead).toBe(true)
        expect((await my.eligibility()).body.value.eligible).toBe(true)
        expect(outcome(await my.consume(held))).toBe('201')
        const overdue = await my.reserved()
        await expire(sql, overdue)
        expect((await my.find(overdue.reference)).body.value.status).toBe('Expired')
        expect(outcome(await my.consume(overdue))).toBe('400 authorization_expired')
      } finally {
        await service.stop()
      }
      // Its clock was wrong indeed.
      const loggedAt = JSON.parse(service.log().split('\n', 1)[0] ?? '').time
      expect(Math.round((Date.parse(loggedAt) - Date.now()) / 3_600_000), loggedAt).toBe(hours)
    }
  })
})
