import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Sql } from '@/db/client'
import { till } from '../api/till'
import { type Answer, call, form, send } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { factories, type OAuthClient, type Shop } from '../fixtures/factories'
import { type RunningService, startProcess } from '../fixtures/service'
import { type SmallDisk, startOnSmallDisk } from './small-disk'

/** D12 where reads go on and writes do not: a full disk refuses what needs a new page, and nothing else (53100). */

let disk: SmallDisk
let sql: Sql
let service: RunningService
let shop: Shop
let client: OAuthClient

beforeAll(async () => {
  disk = await startOnSmallDisk()
  sql = connect(disk.ownerUrl, { poolMax: 2, applicationName: 'test' })
  const make = factories(sql)
  await make.identificationTypes()
  shop = await make.shop()
  client = await make.oauthClient(shop.merchant.id)
  service = await startProcess(disk.servingUrl)
})

afterAll(async () => {
  await service?.stop()
  await sql?.end({ timeout: 5 })
  await disk?.stop()
})

const ready = () => send(`${service.url}/health/ready`)

type Sale = { answer: Answer; body: Record<string, unknown>; idempotencyKey: string }

/** Sells until the database has no room for another sale. */
async function sellUntilRefused(): Promise<{ sold: Sale[]; refused: Sale }> {
  const sold: Sale[] = []
  for (let count = 0; count < 2_000; count += 1) {
    const [body, idempotencyKey] = [till(service.url, shop).applyBody(), randomUUID()]
    const answer = await call(service.url, 'applyDiscount', { credential: shop.credential, body, idempotencyKey })
    const sale = { answer, body, idempotencyKey }
    if (answer.status !== 201) return { sold, refused: sale }
    sold.push(sale)
  }
  throw new Error('2,000 sales found room on a full disk')
}

describe('while the disk of the database is full', () => {
  it('reads go on, a write is 503 and leaves its key free, the process is not ready, and all is well once there is room', async () => {
    expect((await ready()).status).toBe(200)
    await disk.fill()
    try {
      const refusal = await ready()
      expect([refusal.status, refusal.text]).toEqual([503, '{"status":"not ready"}'])
      expect((await send(`${service.url}/health/live`)).status).toBe(200)

      const { sold, refused } = await sellUntilRefused()
      expect([refused.answer.status, refused.answer.body.code]).toEqual([503, 'service_unavailable'])
      expect(refused.answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)

      const my = till(service.url, shop)
      expect((await call(service.url, 'listIdentificationTypes', { credential: shop.credential })).status).toBe(200)
      expect((await my.eligibility()).body.value.eligible).toBe(true)
      const [last] = sold.slice(-1)
      if (last) expect((await my.find(last.body.reference as string)).body.value.status).toBe('Authorized')
      expect((await ready()).status).toBe(503)

      await disk.empty()
      await eventually(async () => expect((await ready()).status).toBe(200))
      const again = { credential: shop.credential, body: refused.body, idempotencyKey: refused.idempotencyKey }
      const retried = await call(service.url, 'applyDiscount', again)
      expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([201, null])
      const [{ count = -1 } = {}] = await sql<{ count: number }[]>`
        select count(*)::int from authorizations where merchant_id = ${shop.merchant.id}`
      expect(count).toBe(sold.length + 1)
      console.log(`full disk: ${sold.length} sales found room in pages that were there, then 503`)
    } finally {
      await disk.empty().catch(() => undefined)
    }
  })

  it('tokens are issued or temporarily_unavailable, and none is invalid_client', async () => {
    await disk.fill()
    try {
      const fields = {
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }
      const late = '503 temporarily_unavailable'
      const seen = new Set<string>()
      for (let count = 0; count < 400 && !seen.has(late); count += 1) {
        const { status, body } = await form(service.url, '/connect/token', fields)
        seen.add(`${status} ${body.error ?? 'issued'}`)
      }
      // As many as have room in a page that is there, which may be none.
      expect([...seen].filter((one) => one !== '200 issued')).toEqual([late])
    } finally {
      await disk.empty()
    }
    await eventually(async () => expect((await ready()).status).toBe(200))
  })
})
