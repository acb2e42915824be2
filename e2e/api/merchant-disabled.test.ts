import { expect, it } from 'vitest'
import { disablingDraft } from '@/lib/network-merchants/drafts'
import { enableMerchant } from '@/lib/network-merchants/order-disabling'
import { disableByOrder, operatorsOf } from '../db/operators-world'
import { eventually } from '../fixtures/eventually'
import { openTestOffice } from '../fixtures/members'
import { startApi, till } from './till'

/** Contract, 5: the till of a merchant that is not enabled is refused with 403, from the commit of the operator's order on (D57). */

const api = startApi()

const disabled = { status: 403, body: { code: 'merchant_disabled' } }

it('a disabled merchant sells nothing, its reservations wait or expire, and it sells again once it is enabled', async () => {
  const { sql, make, url, databaseUrl } = api()
  const office = openTestOffice(databaseUrl)
  const { ctx } = await operatorsOf(sql, office).newOperator()
  const shop = await make.shop()
  const { id: merchantId, name: confirmation } = shop.merchant
  const my = till(url, shop)
  const [paid, left] = [await my.reserved(), await my.reserved()]
  const order = (fields: object) =>
    disablingDraft.parse({ merchantId, cause: 'security', message: 'Una clave se filtró.', confirmation, ...fields })
  await disableByOrder(ctx, order({ when: 'now' }))
  expect(await my.eligibility()).toMatchObject(disabled)
  expect(await my.apply()).toMatchObject(disabled)
  expect(await my.consume(paid)).toMatchObject(disabled)
  expect(await my.release(left)).toMatchObject(disabled)
  expect(await my.find(paid.reference)).toMatchObject(disabled)

  await enableMerchant(ctx, { merchantId })
  expect((await my.consume(paid)).status).toBe(201)
  expect((await my.find(left.reference)).body.value.status).toBe('Authorized')

  // At a moment: the service's own job carries it out.
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await disableByOrder(ctx, order({ when: 'later', day: soon, time: '06:00' }))
  expect((await my.eligibility()).status).toBe(200)
  await sql`update merchant_disablings set takes_effect_at = now() where merchant_id = ${merchantId} and ended_at is null`
  await eventually(async () => expect(await my.eligibility()).toMatchObject(disabled))
  await office.sql.end()
})
