import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import { collaboratorCookie } from '../fixtures/collaborators'
import { tillOf } from '../fixtures/till'
import type { Scene } from './scene'

/** Somebody with benefits of several merchants, who has bought before. */
async function enter(page: Page, { sql, url }: { sql: Sql; url: string }, uses: number): Promise<void> {
  const make = factories(sql)
  const shop = await make.shop({ minimumPurchase: '500.00', usesPerCollaboratorPerDay: 9, maximumDiscount: '300.00' })
  const other = await make.merchant()
  const companyId = shop.company.id
  await make.affiliation(companyId, other.id)
  const amount = await make.discount(other.id, { type: 'AMT', value: '1250.00' })
  const category = await make.discount(other.id, { scope: { category: await make.category(other.id) }, value: '15.50' })
  for (const discountId of [amount, category]) await make.grant(companyId, other.id, discountId)
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${shop.merchant.id}`
  await sql`update merchants set name = 'Óptica y Farmacia Nuestra Señora de la Altagracia del Este' where id = ${other.id}`
  await sql`update companies set name = 'Grupo Industrial Cibao' where id = ${companyId}`
  await sql`update discounts set name = 'Bono de bienvenida', description = 'Para su primera compra de lentes, con receta o sin ella.' where id = ${amount}`
  await sql`update discounts set name = 'Medicamentos' where id = ${category}`
  await sql`update collaborators set email = 'ana.perez.gomez@grupoindustrialcibao.example' where id = ${shop.person.id}`
  const my = tillOf(shop)
  for (let n = 0; n < uses; n++) {
    await my.sell({ purchaseAmount: 1250.5 + n * 731.25 })
  }
  const value = await collaboratorCookie(sql, shop.person.id)
  await page.context().addCookies([{ name: 'aliado-me', value, url, httpOnly: true, sameSite: 'Lax' }])
}

const at =
  (path: string, uses = 0): Scene['open'] =>
  async (page, given) => {
    await enter(page, given, uses)
    await page.goto(path)
  }

/** The collaborator's own pages. */
export const meScenes: readonly Scene[] = [
  { name: 'me-sign-in', open: async (page) => void (await page.goto('/me/sign-in')) },
  { name: 'me-sent', open: async (page) => void (await page.goto('/me/sign-in?sent=1')) },
  { name: 'me-link-dead', open: async (page) => void (await page.goto('/me/enter?token=x')) },
  { name: 'me-benefits', open: at('/me') },
  { name: 'me-history', open: at('/me/history', 5) },
  { name: 'me-unused', open: at('/me/history') },
]
