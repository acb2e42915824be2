import { expect, type Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { newBusyMerchant } from '../../fixtures/many-rows'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import { namedShop, tillOf } from '../fixtures/till'
import type { Scene } from './scene'

type World = { merchantId: number; path?: string }

/** A page of a merchant that `prepare` made, as a member sees it. */
const scene =
  (path: string, prepare: (sql: Sql) => Promise<World>): Scene['open'] =>
  async (page: Page, { sql, language, url }) => {
    const world = await prepare(sql)
    const person = await newPerson(sql, { language, name: 'Ana María Peña', merchantId: world.merchantId })
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(world.path ?? path)
  }

async function busy(sql: Sql): Promise<World> {
  const { merchant, branchIds, companyIds, discountIds, keys, clients } = await newBusyMerchant(sql, {
    consumptions: 3_000,
  })
  const id = merchant.id
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${id}`
  const name = async (table: string, ids: readonly number[], names: readonly string[]) => {
    for (const [n, one] of ids.entries())
      await sql`update ${sql(table)} set name = ${names[n % names.length] ?? ''} || ${n < names.length ? '' : ` ${n}`} where id = ${one}`
  }
  await name('branches', branchIds, [
    'Naco',
    'Bella Vista',
    'Santiago, Av. Juan Pablo Duarte',
    'La Romana',
    'Piantini',
    'San Francisco de Macorís',
  ])
  await name('companies', companyIds, [
    'Constructora del Este, S. R. L.',
    'Banco Comercial Quisqueya',
    'Zona Franca Textil del Cibao y Asociados',
    'Clínica Las Mercedes',
    'Hotel Costa Dorada',
  ])
  await name('discounts', discountIds, [
    '10 % en toda la tienda',
    'Bebidas 15 %',
    'RD$200 en compras de RD$2,000',
    'Café',
    'Aniversario',
  ])
  await name(
    'api_keys',
    keys.map((key) => key.id),
    ['POS caja 3', 'POS caja 1', 'Kiosco'],
  )
  await name(
    'oauth_clients',
    clients.map((client) => client.id),
    ['ERP central', 'Tienda en línea'],
  )
  const code = () =>
    sql`upper(substr(translate(encode(sha256((code || ${id})::bytea), 'hex'), '01', 'XY'), 1, 4) || '-' || substr(translate(encode(sha256((code || ${id})::bytea), 'hex'), '01', 'XY'), 5, 4) || '-' || substr(translate(encode(sha256((code || ${id})::bytea), 'hex'), '01', 'XY'), 9, 4) || '-' || substr(translate(encode(sha256((code || ${id})::bytea), 'hex'), '01', 'XY'), 13, 4) || '-' || substr(translate(encode(sha256((code || ${id})::bytea), 'hex'), '01', 'XY'), 17, 4))`
  await sql`update consumptions set code = ${code()} where merchant_id = ${id}`
  await sql`update authorizations set code = ${code()} where merchant_id = ${id}`
  return { merchantId: id }
}

const one = async (sql: Sql): Promise<World> => {
  const shop = await namedShop(sql)
  const items = [
    { sku: 'CAF-500', quantity: 2, unitPrice: 365.5 },
    { sku: 'QUESO-KG', quantity: 0.755, unitPrice: 480 },
  ]
  await sql`insert into articles (merchant_id, sku, name) values (${shop.merchant.id}, 'CAF-500', 'Café molido tradicional 500 g')`
  const till = tillOf(shop, shop.branchId)
  const sale = await till.sell({ purchaseAmount: 2000, reference: 'B0100004587', items }, { purchaseAmount: 1500.25 })
  await till.authorize({ reference: 'B0100004588' })
  return { merchantId: shop.merchant.id, path: `/portal/consumptions/${sale.code}` }
}

/** A day with repeats, and with what was paid on another day. */
const closing = async (sql: Sql): Promise<World> => {
  const { merchantId } = await busy(sql)
  await sql`update consumptions set reference = 'B0100' || lpad((id % 97)::text, 6, '0') where merchant_id = ${merchantId}`
  await sql`update authorizations a set reference = c.reference from consumptions c
    where a.merchant_id = ${merchantId} and c.merchant_id = a.merchant_id and c.authorization_id = a.id`
  const [last] = await sql<
    { day: string }[]
  >`select ((max(registered_at) at time zone 'America/Santo_Domingo')::date - 1)::text as day
    from consumptions where merchant_id = ${merchantId}`
  return { merchantId, path: `/portal/closing?day=${last?.day}` }
}

const empty = async (sql: Sql): Promise<World> => ({ merchantId: (await namedShop(sql)).merchant.id })

const receipt = async (sql: Sql): Promise<World> => {
  const { merchantId, path } = await one(sql)
  return { merchantId, path: `${path}/receipt` }
}

/** The search above the list, with what it finds under a text; nothing is typed where there is none. */
const searched =
  (text: string): Scene['open'] =>
  async (page, given) => {
    await scene('/portal/consumptions', busy)(page, given)
    await page.keyboard.press('Control+k')
    const input = page.getByRole('dialog').getByRole('combobox')
    await input.fill(text)
    if (text !== '')
      await page
        .getByRole('status')
        .filter({ hasText: /\d|«|“/ })
        .waitFor({ state: 'attached' })
  }

export const consumptionScenes: readonly Scene[] = [
  { name: 'consumptions', fullPage: false, open: scene('/portal/consumptions', busy) },
  { name: 'consumption', open: scene('', one) },
  { name: 'receipt', open: scene('', receipt) },
  { name: 'search', fullPage: false, open: searched('') },
  { name: 'search-found', fullPage: false, open: searched('T-12') },
  { name: 'search-none', fullPage: false, open: searched('Nada como esto') },
  {
    name: 'keys',
    fullPage: false,
    open: async (page, given) => {
      await scene('/portal/consumptions', empty)(page, given)
      // The keys are heard once the page has painted, and has loaded what hears them.
      await expect(async () => {
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
      }).toPass()
    },
  },
  { name: 'consumptions-empty', open: scene('/portal/consumptions', empty) },
  {
    name: 'consumptions-none',
    open: scene('/portal/consumptions?period=custom&from=2020-01-01&to=2020-01-31&branch=1', empty),
  },
  { name: 'closing', fullPage: false, open: scene('/portal/closing', closing) },
  {
    name: 'closing-print',
    open: async (page, given) => {
      await page.emulateMedia({ media: 'print' })
      await scene('/portal/closing', closing)(page, given)
    },
  },
  { name: 'closing-empty', open: scene('/portal/closing?day=2020-01-01', empty) },
  { name: 'authorizations', fullPage: false, open: scene('/portal/authorizations', busy) },
]
