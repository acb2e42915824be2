import { describe, expect, it } from 'vitest'
import { type ListedConsumption, newIdempotencyKey } from '@/clients/typescript/aliado-client'
import { steps } from '../fixtures/scripted-server'
import { apiKey, authorization, errorOf, purchase, scripted } from './client'

const listed = (n: number): ListedConsumption => ({
  code: `C-${n}`,
  authorizationCode: `A-${n}`,
  reference: `T-${n}`,
  status: 'Registered',
  currency: 'DOP',
  purchaseAmount: 100,
  discountAmount: 10,
  finalAmount: 90,
  consumptionDate: '2026-11-22T12:00:00.000Z',
  merchantDiscountId: 7,
  branchId: null,
  registeredAt: '2026-11-22T12:00:01.000Z',
})
const page = (ns: number[], nextCursor: string | null) => steps.answered(ns.map(listed), { nextCursor })

describe('the list of consumptions', () => {
  it('is read page by page to its end, over what fails on the way', async () => {
    const { client, server } = await scripted([page([1, 2], 'a='), steps.cut, page([3, 4], 'b'), page([5], null)])
    const filter = { from: '2026-11-01T00:00:00-04:00', branchId: 3, pageSize: 2 }
    const codes: string[] = []
    for await (const { code } of client.consumptions(filter)) codes.push(code)
    expect(codes).toEqual(['C-1', 'C-2', 'C-3', 'C-4', 'C-5'])
    const asked = { from: '2026-11-01T00:00:00-04:00', branchId: '3', limit: '2' }
    expect(server.calls.map(({ path }) => Object.fromEntries(new URL(path, server.url).searchParams))).toEqual([
      asked,
      { ...asked, cursor: 'a=' },
      { ...asked, cursor: 'a=' },
      { ...asked, cursor: 'b' },
    ])
  })

  it('is fetched no further than it is read', async () => {
    const { client, server } = await scripted([page([1, 2], 'a')])
    for await (const { code } of client.consumptions()) if (code === 'C-2') break
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/v1/consumptions'])
  })

  it('that is refused in its middle says so', async () => {
    const { client } = await scripted([page([1], 'a'), steps.refused(400, 'invalid_request', {}, 'cursor')])
    const reading = client.consumptions()
    await reading.next()
    expect((await errorOf(reading.next())).messages).toEqual([{ message: 'No se puede.', field: 'cursor' }])
  })
})

describe('what comes and goes', () => {
  it('keeps fields and values that the client does not know (D62)', async () => {
    const grown = { ...authorization, status: 'SomethingElse', loyalty: { points: 3 } }
    const { client } = await scripted([steps.json(201, { title: 'Listo', value: grown, meta: { x: 1 }, news: [] })])
    expect(await client.apply(purchase, newIdempotencyKey())).toEqual(grown)
  })

  it('is a number of two decimals for an amount, there and back', async () => {
    const { client, server } = await scripted([steps.answered({ ...authorization, discountAmount: 4.52 })])
    const { discountAmount } = await client.apply({ ...purchase, purchaseAmount: 3015 / 100 }, newIdempotencyKey())
    expect(discountAmount).toBe(4.52)
    expect(server.calls[0]?.body).toContain('"purchaseAmount":30.15,')
  })

  it('has the credential, a request id, and the headers that the caller adds', async () => {
    const headers = { 'User-Agent': 'my-pos/2.4', 'Accept-Language': 'en' }
    const { client, server } = await scripted([steps.answered([])], { headers })
    await client.identificationTypes()
    await client.identificationTypes()
    const seen = server.calls.map((call) => call.headers)
    for (const sent of seen) {
      expect(sent).toMatchObject({ 'x-api-key': apiKey, 'user-agent': 'my-pos/2.4', 'accept-language': 'en' })
      expect(sent).not.toHaveProperty('authorization')
      expect(sent).not.toHaveProperty('idempotency-key')
    }
    expect(new Set(seen.map((sent) => sent['x-request-id'])).size).toBe(2)
  })
})
