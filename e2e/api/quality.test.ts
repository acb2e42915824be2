import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { showQuality } from '@/lib/certification/show-quality'
import { eventually } from '../fixtures/eventually'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { outcome, startApi, till } from './till'

const api = startApi()

it('the quality of an integration is told from the calls that were kept, and names those that break it', async () => {
  const { make, sql, url, databaseUrl } = api()
  const shop = await make.shop()
  const my = till(url, shop)
  for (let i = 0; i < 3; i++) expect((await my.consume(await my.reserved())).status).toBe(201)
  const office = openTestOffice(databaseUrl)
  try {
    const member = await people(sql).newMember(shop.merchant.id)
    const qualityNow = () => showQuality(contextOf(office, shop.merchant.id, member), new Date())
    await eventually(async () => {
      const { score, checks, since } = await qualityNow()
      const looked = checks.flatMap((one) => (one.looked > 0 ? [`${one.check} ${one.looked}`] : []))
      expect({ score, looked, since }).toEqual({ score: 100, looked: ['C05 6', 'C07 3', 'C08 3'], since: undefined })
    })

    const headers = { 'Idempotency-Key': randomUUID() }
    expect(outcome(await my.apply({}, { headers }))).toBe('201')
    const requestId = `till-${randomUUID()}`
    const again = await my.apply({}, { headers: { ...headers, 'X-Request-Id': requestId } })
    expect(outcome(again)).toBe('409 idempotency_key_reused')
    const cents = [{ sku: 'A', quantity: 1, unitPrice: 100_000 }]
    expect(outcome(await my.apply({ items: cents }))).toBe('201')
    await eventually(async () => {
      const { score, checks } = await qualityNow()
      const broken = checks.flatMap(({ check, breaches }) => (breaches.length > 0 ? [[check, breaches.length]] : []))
      expect(broken).toEqual([
        ['C05', 1],
        ['C25', 1],
      ])
      expect(checks.find(({ check }) => check === 'C05')?.breaches[0]?.requestId).toBe(requestId)
      expect(score).toBeLessThan(100)
    })

    const stranger = await make.merchant()
    const other = contextOf(office, stranger.id, await people(sql).newMember(stranger.id))
    expect((await showQuality(other, new Date())).score).toBeNull()
  } finally {
    await office.sql.end()
  }
})
