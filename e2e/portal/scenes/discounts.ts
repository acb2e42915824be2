import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import type { Person } from '../fixtures/people'
import { asMember } from './office'
import type { Scene } from './scene'

const path = '/portal/discounts'

/** A merchant's discounts in every state, with limits used a little, wholly and too much; gives the id of the richest. */
export async function discountsOfEveryKind(sql: Sql, { merchantId }: Pick<Person, 'merchantId'>): Promise<number> {
  const make = factories(sql)
  await make.identificationTypes()
  const category = await make.category(merchantId)
  await make.article(merchantId, 'CAF-SD-250', category)
  const article = await make.article(merchantId, 'ACE-OLI-1L')
  await sql`update articles set name = 'Aceite de oliva extra virgen, botella de 1 litro' where id = ${article}`
  const now = { validFrom: new Date('2026-11-01T04:00:00Z'), validTo: new Date('2099-01-01T04:00:00Z') }
  const named = async (name: string, options: Parameters<typeof make.discount>[1]) => {
    const id = await make.discount(merchantId, { ...now, ...options })
    await sql`update discounts set name = ${name}, description = ${`${name}. No se combina con otras ofertas.`} where id = ${id}`
    return id
  }
  const past = { validFrom: new Date('2026-01-01T04:00:00Z'), validTo: new Date('2026-02-01T04:00:00Z') }
  const future = { validFrom: new Date('2026-12-15T04:00:00Z'), validTo: new Date('2027-01-07T04:00:00Z') }
  await named('Aniversario 2025', { status: 'ended', ...past, usesTotal: 500 })
  await named('Regreso a clases', { ...past })
  await named('Navidad: RD$500 en canastas y licores seleccionados de todas las sucursales participantes', {
    type: 'AMT',
    value: '500.00',
    ...future,
    budget: '1500000.00',
  })
  await named('Martes de bebidas', { status: 'paused', scope: { category }, value: '15.00' })
  await named('Aceite del mes', { status: 'draft', scope: { article }, value: '20.00', usesPerCollaboratorPerDay: 2 })
  const id = await named('10% en toda la tienda', { usesTotal: 40, budget: '5000.00', minimumPurchase: '500.00' })
  for (const name of ['Grupo Ramos de Inversiones', 'Ferretería Americana']) {
    const company = await make.company()
    await sql`update companies set name = ${name} where id = ${company.id}`
    await make.affiliation(company.id, merchantId)
    await make.grant(company.id, merchantId, id)
    const person = await make.person(company.id)
    const key = await make.apiKey(merchantId)
    await sql`insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select ${merchantId}, 'C-' || ${key.id}::int || n, 'T-' || ${key.id}::int || n, ${id}, ${company.id}, ${person.id}, ${key.id},
        1500, 150, 1350, 'PCT', 10, 'store', now() + interval '15 minutes' from generate_series(1, 8) n`
  }
  await sql`update discounts set uses_total = 12 where id = ${id}`
  return id
}

const shelf = async (sql: Sql, person: Person): Promise<void> => {
  await discountsOfEveryKind(sql, person)
}

/** Opens the page of the richest, by its name in the list. */
const atRichest =
  (then: (page: Page) => Promise<unknown>): Scene['open'] =>
  async (page, given) => {
    await asMember(path, shelf)(page, given)
    await page.getByRole('link', { name: '10% en toda la tienda' }).click()
    await page.waitForURL(/\/portal\/discounts\/\d+$/)
    await then(page)
  }

export const discountScenes: readonly Scene[] = [
  { name: 'discounts', open: asMember(path, shelf) },
  { name: 'discounts-empty', open: asMember(path) },
  { name: 'discounts-none', open: asMember(`${path}?status=ended&q=nada`, shelf) },
  {
    name: 'discount-new',
    open: async (page, given) => {
      await asMember(`${path}/new`, shelf)(page, given)
      await page.locator('input[name=value]').fill('12.5')
      await page.locator('input[name=scope][value=article]').check()
      await page.getByRole('combobox', { name: /Artículo|Article/ }).fill('aceite')
      await page.getByRole('option', { name: /aceite/i }).waitFor()
      await page.getByRole('option', { name: /CAF/ }).waitFor({ state: 'hidden' })
    },
  },
  { name: 'discount', open: atRichest(async () => {}) },
  {
    name: 'discount-edit',
    open: atRichest(async (page) => {
      await page.getByRole('link', { name: /^(Editar|Edit)$/ }).click()
      await page.waitForURL(/edit/)
      await page.locator('input[name=budget]').fill('1000')
      await page.locator('input[name=usesTotal]').fill('0')
      await page.locator('button[type=submit]').last().click()
      await page.locator('form [role=alert]').waitFor()
    }),
  },
  {
    name: 'discount-end',
    fullPage: false,
    open: atRichest(async (page) => {
      await page.getByRole('button', { name: /^(Finalizar|End)$/ }).click()
      await page.getByRole('alertdialog').waitFor()
    }),
  },
]
