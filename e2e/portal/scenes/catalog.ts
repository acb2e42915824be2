import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'

const visit =
  (path: string, prepare?: (sql: Sql, merchantId: number) => Promise<void>, act?: (page: Page) => Promise<void>) =>
  async (page: Page, { sql, language, url }: Parameters<Scene['open']>[1]) => {
    const person = await newPerson(sql, { language, name: 'Ana María Peña' })
    await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${person.merchantId}`
    await prepare?.(sql, person.merchantId)
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(path)
    await act?.(page)
  }

const long =
  'Jugo de chinola con azúcar de caña orgánica y un nombre que no termina nunca, en botella retornable de 1.5 litros'

async function filledCatalog(sql: Sql, merchantId: number): Promise<void> {
  await sql`insert into article_categories (merchant_id, name)
    select ${merchantId}, unnest(array['Bebidas', 'Panadería y repostería artesanal de la casa', 'Lácteos', 'Limpieza'])`
  await sql`insert into articles (merchant_id, sku, name, article_category_id)
    select ${merchantId}, '74612' || lpad(n::text, 8, '0'), 'Artículo de prueba número ' || n,
      (select min(id) + n % 4 from article_categories where merchant_id = ${merchantId})
    from generate_series(1, 1234) n`
  await sql`insert into articles (merchant_id, sku, name) values
    (${merchantId}, '0000-UN-SKU-MUY-LARGO-QUE-LLEGA-A-LOS-64-CARACTERES-Y-NO-CABE-EN', ${long})`
}

async function branches(sql: Sql, merchantId: number): Promise<void> {
  await sql`insert into branches (merchant_id, name, active) values
    (${merchantId}, 'Plaza Naco', true), (${merchantId}, 'Ágora Mall', true),
    (${merchantId}, 'Santiago, avenida Estrella Sadhalá esquina Bartolomé Colón', true), (${merchantId}, 'Bávaro', false)`
}

const lines = [
  'SKU;Nombre;Categoría;Precio;Suplidor',
  'PAN-1;Pan de agua;Panadería;25;x',
  'SAL-1;SAL-1;;10;x',
  'AGUA-600;Agua 600 ml;Bebidas;30;x',
  'agua-600;Agua mal escrita;Bebidas;30;x',
  `LARGO;${long};Jugos;30;x`,
  ';Sin código;;1;x',
  'X-1;;;1;x',
  'D-1;Uno;;1;x',
  'D-1;Otro;;1;x',
]

const upload = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'artículos de octubre.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await page.locator('form[enctype] button[type=submit]').click()
  await page.waitForURL(/import\/\d+/)
  await page.getByRole('table').waitFor()
}

const someArticles = async (sql: Sql, merchantId: number) => {
  const make = factories(sql)
  await make.article(merchantId, 'PAN-1', await make.category(merchantId))
  await make.article(merchantId, 'SAL-1')
}

/** The catalogue, its import, and the branches. */
export const catalogScenes: readonly Scene[] = [
  { name: 'catalog', fullPage: false, open: visit('/portal/catalog', filledCatalog) },
  { name: 'catalog-empty', open: visit('/portal/catalog') },
  { name: 'catalog-none', open: visit('/portal/catalog?q=zzz', filledCatalog) },
  { name: 'catalog-categories', open: visit('/portal/catalog/categories', filledCatalog) },
  { name: 'catalog-import', open: visit('/portal/catalog/import') },
  {
    name: 'catalog-import-fault',
    open: visit('/portal/catalog/import?fault=column_missing&columns=Nombre+%28Name%29'),
  },
  { name: 'catalog-preview', open: visit('/portal/catalog/import', someArticles, upload) },
  { name: 'branches', open: visit('/portal/branches', branches) },
  { name: 'branches-empty', open: visit('/portal/branches') },
  {
    name: 'branches-deactivate',
    fullPage: false,
    open: visit('/portal/branches', branches, async (page) => {
      await page
        .getByRole('button', { name: /Plaza Naco$/ })
        .last()
        .click()
      await page.getByRole('menuitem').last().click()
      await page.getByRole('alertdialog').waitFor()
    }),
  },
]
