import { readFileSync } from 'node:fs'
import writeXlsxFile from 'write-excel-file/node'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** Issue 5: the catalogue by which discounts find their articles, and the branches that tills name. */

const csv = (...lines: string[]) => ({
  name: 'artículos de octubre.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test.describe('the catalogue', () => {
  test('takes a file with additions, changes and refusals, after its reader has seen every line', async ({
    page,
    make,
    sql,
    office,
  }) => {
    const { merchant } = await office()
    await page.goto('/portal/catalog')
    await expect(page.getByText('Su catálogo está vacío')).toBeVisible()
    await expectSoundEverywhere(page)
    await make.article(merchant.id, 'PAN-1', await make.category(merchant.id))
    await make.article(merchant.id, 'SAL-1')

    await page.getByRole('link', { name: 'Importar archivo' }).first().click()
    await expect(page.getByRole('heading', { name: 'Importar artículos' })).toBeVisible()
    await expectSoundEverywhere(page)
    await page
      .getByLabel('Archivo CSV o Excel')
      .setInputFiles(
        csv(
          'SKU;Nombre;Categoría;Precio',
          'PAN-1;Pan de agua;Panadería;25',
          'SAL-1;SAL-1;;10',
          'AGUA-600;Agua 600 ml;Bebidas;30',
          'agua-600;Agua mal escrita;Bebidas;30',
          ';Sin código;;1',
          'X-1;;;1',
        ),
      )
    await page.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(page.getByRole('heading', { name: 'Revise antes de aplicar' })).toBeVisible()
    await expect(rows(page)).toHaveCount(6)
    await expect(rows(page).nth(0)).toContainText('Antes: Bebidas')
    await expect(rows(page).nth(1)).toContainText('Sin cambios')
    await expect(rows(page).nth(2)).toContainText('Nuevo')
    await expect(rows(page).nth(3)).toContainText('Se parece a AGUA-600, de la línea 4')
    await expect(rows(page).nth(4)).toContainText('Falta el SKU.')
    await expect(page.getByText('Columnas del archivo que no se usan: Precio.')).toBeVisible()
    await expect(page.getByText('Se crea una categoría: «Panadería».')).toBeVisible()
    await expectSoundEverywhere(page)

    await page.getByRole('link', { name: 'Rechazados 2' }).click()
    await expect(rows(page)).toHaveCount(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar CSV' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      '\ufeffSKU,Nombre,Categoría,Línea,Motivo\r\n,Sin código,,6,Falta el SKU.\r\nX-1,,,7,Falta el nombre.\r\n',
    )

    await page.getByRole('button', { name: 'Aplicar 3 cambios' }).click()
    await expect(page.getByText('Catálogo actualizado: 2 artículos nuevos, 1 cambiado.')).toBeVisible()
    await expect(page).toHaveURL(/\/portal\/catalog$/)
    await expect(rows(page)).toHaveCount(4)
    await page.getByLabel('SKU o nombre').fill('agua')
    await page.getByLabel('SKU o nombre').press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await expectSoundEverywhere(page)
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`select count(*)::int as count from imports
      where merchant_id = ${merchant.id} and sealed_rows is not null`
    expect(count).toBe(0)
  })

  test.describe('by phone', () => {
    test.use({ viewport: { width: 360, height: 640 } })

    test('takes an Excel file in English; the discount on its category is then given at the till by SKU', async ({
      page,
      make,
      staff,
      enter,
    }) => {
      const shop = await make.shop()
      const category = await make.category(shop.merchant.id)
      const discountId = await make.discount(shop.merchant.id, { scope: { category } })
      await make.grant(shop.company.id, shop.merchant.id, discountId)
      const apply = (sku: string) =>
        tillOf(shop).apply({
          merchantDiscountId: discountId,
          purchaseAmount: 200,
          items: [
            { sku, quantity: 1, unitPrice: 150 },
            { sku: 'OTRO', quantity: 1, unitPrice: 50 },
          ],
        })
      expect(await apply('0074500')).toMatchObject({ status: 400, body: { code: 'no_applicable_items' } })

      const sheet = [
        ['Item code', 'Product', 'Category'],
        ['0074500', 'Water', 'bebidas'],
      ].map((cells) => cells.map((value) => ({ value, type: String })))
      await enter(await staff.member(shop.merchant.id, { language: 'en' }))
      await page.goto('/portal/catalog/import')
      await page.getByLabel('CSV or Excel file').setInputFiles({
        name: 'articles.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await writeXlsxFile(sheet).toBuffer(),
      })
      await page.getByRole('button', { name: 'Review file' }).click()
      await expect(rows(page)).toContainText(['0074500'])
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 360, height: 640 })
      await page.getByRole('button', { name: 'Apply 1 change' }).click()
      await expect(page.getByText('Catalog updated: 1 new article, none changed.')).toBeVisible()

      expect(await apply('0074500')).toMatchObject({ status: 201, body: { value: { discountAmount: 15 } } })
    })
  })

  test('says what is wrong with a file, with a script and without', async ({ page, sql, office, pageOf }) => {
    const { merchant, ana } = await office()
    await page.goto('/portal/catalog/import')
    await page.getByLabel('Archivo CSV o Excel').setInputFiles(csv('Código;Precio', 'A1;10'))
    await page.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(
      page.getByText('No se encuentran estas columnas en la primera fila: Nombre (Name)').first(),
    ).toBeVisible()
    await expectSoundEverywhere(page)

    const plain = await pageOf(ana, { javaScriptEnabled: false })
    await plain.goto('/portal/catalog/import')
    await plain.getByLabel('Archivo CSV o Excel').setInputFiles(csv('SKU,Nombre', 'A,"b'))
    await plain.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(plain.getByText('En la línea 2 se abren comillas que nunca se cierran.')).toBeVisible()
    await plain
      .getByLabel('Archivo CSV o Excel')
      .setInputFiles({ name: 'grande.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') })
    await plain.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(plain.getByText('El archivo pesa más de 10 MB. Divídalo en dos.')).toBeVisible()
    await plain.getByLabel('Archivo CSV o Excel').setInputFiles(csv('SKU,Nombre', 'A,b'))
    await plain.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(plain.getByRole('heading', { name: 'Revise antes de aplicar' })).toBeVisible()
    await plain.getByRole('button', { name: 'Aplicar 1 cambio' }).click()
    await expect(plain.getByText('Este archivo ya se aplicó').first()).toBeVisible()
    expect(await sql`select sku, name from articles where merchant_id = ${merchant.id}`).toEqual([
      { sku: 'A', name: 'b' },
    ])
  })

  test('keeps an article and a category that a discount is on, and says which discount', async ({
    page,
    make,
    office,
  }) => {
    const { merchant } = await office()
    const category = await make.category(merchant.id)
    const article = await make.article(merchant.id, 'AGUA-600', category)
    await make.discount(merchant.id, { scope: { article } })
    await make.discount(merchant.id, { scope: { category } })
    await page.goto('/portal/catalog')
    await page.getByRole('button', { name: 'Acciones de AGUA-600' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await page.getByRole('button', { name: 'Eliminar artículo' }).click()
    await expect(page.getByText('el descuento «10 %» es de este artículo').first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Acciones de AGUA-600' }).click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre').fill('Agua fría')
    await dialog.getByLabel('Categoría').selectOption('')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(rows(page).nth(0)).toContainText('Agua fría')
    await expect(rows(page).nth(0)).toContainText('Sin categoría')

    await page.getByRole('link', { name: 'Categorías' }).click()
    await page.getByRole('button', { name: 'Acciones de Bebidas' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await page.getByRole('button', { name: 'Eliminar categoría' }).click()
    await expect(page.getByText('el descuento «10 %» es de esta categoría').first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Acciones de Bebidas' }).click()
    await page.getByRole('menuitem', { name: 'Cambiar nombre' }).click()
    await dialog.getByLabel('Nombre').fill('Bebidas frías')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByLabel('Nombre')).toBeHidden()
    await expect(rows(page)).toContainText(['Bebidas frías'])
    await page.getByRole('button', { name: 'Nueva categoría' }).click()
    await dialog.getByLabel('Nombre').fill('bebidas FRÍAS')
    await page.getByRole('button', { name: 'Crear categoría' }).click()
    await expect(page.getByText('Ya hay una categoría con el nombre Bebidas frías.').first()).toBeVisible()
    await expectSoundEverywhere(page)
  })
})

test.describe('a branch', () => {
  test('has an id to copy, and is refused at the till once it is switched off (D30)', async ({
    page,
    make,
    staff,
    enter,
  }) => {
    const shop = await make.shop()
    await enter(await staff.member(shop.merchant.id))
    await page.goto('/portal/branches')
    await expect(page.getByText('Todavía no hay sucursales')).toBeVisible()
    await page.getByRole('button', { name: 'Nueva sucursal' }).click()
    await page.getByLabel('Nombre').fill('Plaza Naco')
    await page.getByRole('button', { name: 'Crear sucursal' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Copiar el branchId de Plaza Naco' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copiado' })).toBeAttached()
    const branchId = Number(await page.evaluate(() => navigator.clipboard.readText()))
    const check = () => tillOf(shop).eligibility({ branchId })
    expect((await check()).status).toBe(200)
    await expectSoundEverywhere(page)
    await page.getByRole('button', { name: 'Acciones de Plaza Naco' }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await expect(page.getByText('branch_invalid')).toBeVisible()
    await expectSoundEverywhere(page)
    await page.getByRole('button', { name: 'Desactivar sucursal' }).click()
    await expect(rows(page).nth(0)).toContainText('Inactiva')
    expect(await check()).toMatchObject({ status: 400, body: { code: 'branch_invalid' } })
  })
})
