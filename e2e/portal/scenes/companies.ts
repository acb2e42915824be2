import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import { newCompanyPerson, type Person } from '../fixtures/people'
import { asMember } from './office'
import { threeWeeksOfSales } from './overview'
import type { Scene } from './scene'

const path = '/portal/companies'

/** Weeks of sales, companies with types, and requests in both directions. */
async function fill(sql: Sql, person: Person): Promise<void> {
  const { merchantId } = person
  const make = factories(sql)
  await threeWeeksOfSales(sql, person)
  await sql`update companies c set legal_id = '1-01-' || lpad(c.id::text, 5, '0') || '-' || c.id % 10
    from affiliations a where a.company_id = c.id and a.merchant_id = ${merchantId} and c.name <> 'Claro'`
  await sql`update affiliations set created_at = now() - company_id % 40 * interval '9 days' where merchant_id = ${merchantId}`
  const [bank] = await sql`select c.id from companies c join affiliations a on a.company_id = c.id
    where a.merchant_id = ${merchantId} and c.name = 'Banco Caribe'`
  const bankId = Number(bank?.id)
  const paused = await make.discount(merchantId, { status: 'paused' })
  await sql`update discounts set name = 'Martes de carnes y embutidos importados, solo en la sucursal de Piantini' where id = ${paused}`
  for (const name of ['Gerentes y encargados', 'Personal de temporada']) {
    const typeId = await make.collaboratorType(bankId)
    await sql`update collaborator_types set name = ${name} where id = ${typeId}`
    await make.grant(bankId, merchantId, paused, typeId)
  }
  const requests = [
    ['Cooperativa Nacional de Servicios Múltiples de los Maestros', 'company', '1-31-24679-6', null, 0.1],
    [
      'Agrocaribe',
      'company',
      null,
      'Somos 340 personas a dos cuadras de su tienda de Naco. Nos gustaría empezar en diciembre.',
      2,
    ],
    ['Farmacéutica del Este', 'merchant', '1-30-55512-1', 'Ya compran aquí casi todos los días.', 5],
  ] as const
  for (const [name, by, legalId, message, days] of requests) {
    const { id } = await make.company()
    await sql`update companies set name = ${name}, legal_id = ${legalId} where id = ${id}`
    const asker = by === 'merchant' ? person : await newCompanyPerson(sql, id)
    await sql`insert into affiliation_requests (merchant_id, company_id, requested_by, message, created_by_user_id, created_at)
      values (${merchantId}, ${id}, ${by}, ${message}, ${asker.id}, now() - ${days}::float8 * interval '1 day')`
  }
  const { id } = await make.company()
  await sql`update companies set name = 'Textiles Quisqueya' where id = ${id}`
  await sql`insert into affiliation_requests
      (merchant_id, company_id, requested_by, created_by_user_id, created_at, outcome, ended_at, ended_by_user_id)
    values (${merchantId}, ${id}, 'merchant', ${person.id}, now() - interval '20 days', 'declined', now() - interval '19 days', ${person.id})`
}

const toCompany = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/companies\/\d+/)
}

const opened =
  (open: Scene['open'], act: (page: Page) => Promise<unknown>): Scene['open'] =>
  async (page, given) => {
    await open(page, given)
    await act(page)
  }

const busy = asMember(path, fill)

/** The companies of a merchant, and what is asked between them. */
export const companyScenes: readonly Scene[] = [
  { name: 'companies', open: busy },
  { name: 'companies-empty', open: asMember(path) },
  { name: 'companies-none', open: asMember(`${path}?q=nadie`, threeWeeksOfSales) },
  {
    name: 'companies-request',
    fullPage: false,
    open: opened(asMember(path), (page) => page.locator('header button[aria-haspopup=dialog]').last().click()),
  },
  { name: 'companies-one', open: opened(busy, (page) => toCompany(page, 'Banco Caribe')) },
  {
    name: 'companies-one-new',
    open: opened(
      asMember(path, async (sql, { merchantId }) => {
        const { id } = await factories(sql).company()
        await sql`update companies set name = 'Banco Caribe' where id = ${id}`
        await factories(sql).affiliation(id, merchantId)
      }),
      (page) => toCompany(page, 'Banco Caribe'),
    ),
  },
  {
    name: 'companies-end',
    fullPage: false,
    open: opened(busy, async (page) => {
      await toCompany(page, 'Banco Caribe')
      await page.getByRole('button', { name: /Terminar afiliación|End affiliation/ }).click()
      await page.getByRole('alertdialog').waitFor()
    }),
  },
]
