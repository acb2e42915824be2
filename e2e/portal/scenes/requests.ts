import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories, withAnotherSecret } from '../../fixtures/factories'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import { tillOf } from '../fixtures/till'
import type { Scene } from './scene'

/** A shop with calls of every kind, and a member who sees them. */
async function enter(page: Page, { sql, language, url }: { sql: Sql; language: 'es' | 'en'; url: string }) {
  const make = factories(sql)
  const shop = await make.shop()
  const { id: merchantId } = shop.merchant
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${merchantId}`
  await sql`update api_keys set name = 'POS caja 3, sucursal Naco' where id = ${shop.credential.id}`
  const my = tillOf(shop)
  for (let n = 0; n < 3; n++) {
    await my.eligibility({ purchaseAmount: 1250.5 })
    await my.sell({ reference: `FACT-2026-000${n}`, purchaseAmount: 1250.5 })
  }
  await my.apply({ reference: 'FACT-2026-0009', purchaseAmount: '1250.50', branchId: 0, monto: 5 })
  await my.apply({
    reference: 'FACT-2026-0010-que-es-una-referencia-mucho-mas-larga-que-las-otras',
    merchantDiscountId: 9_999,
  })
  await my.eligibility({}, { 'X-Api-Key': withAnotherSecret(shop.credential.apiKey) })
  const person = await newPerson(sql, { merchantId, language, name: 'Ana María Peña' })
  await staffOf(sql).session(page.context(), person, url)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
}

const at =
  (path: string): Scene['open'] =>
  async (page, given) => {
    await enter(page, given)
    await page.goto(path)
  }

/** The calls of a merchant's systems. */
export const requestScenes: readonly Scene[] = [
  { name: 'requests', open: at('/portal/requests') },
  {
    name: 'request-failed',
    open: async (page, given) => {
      await enter(page, given)
      await page.goto('/portal/requests?q=FACT-2026-0009')
      await page.locator('tbody th a').first().click()
      await page.waitForURL(/requests\/0/)
      await page.locator('pre').first().waitFor()
    },
  },
  {
    name: 'request-done',
    open: async (page, given) => {
      await enter(page, given)
      await page.goto('/portal/requests?q=FACT-2026-0001')
      await page.locator('tbody th a').last().click()
      await page.waitForURL(/requests\/0/)
      await page.locator('pre').first().waitFor()
    },
  },
  { name: 'requests-by-reference', open: at('/portal/requests?group=reference') },
  { name: 'requests-today', open: at('/portal/requests?period=today') },
  { name: 'requests-none', open: at('/portal/requests?status=409') },
]
