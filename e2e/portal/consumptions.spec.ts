import { parse } from 'csv-parse/sync'
import { expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { expect, test } from './fixtures/test'
import { namedShop, tillOf } from './fixtures/till'

test.describe('the consumptions of a merchant', () => {
  test('show a sale of the till with its amounts, in the list, on its page and in the file', async ({
    page,
    staff,
    sql,
    enter,
  }) => {
    const shop = await namedShop(sql)
    const ana = await staff.member(shop.merchant.id, { name: 'Ana Peña' })
    const till = tillOf(shop, shop.branchId)
    await sql`insert into articles (merchant_id, sku, name) values (${shop.merchant.id}, 'CAF-500', 'Café molido 500 g')`
    const first = await till.sell({ purchaseAmount: 1234.5, reference: 'FAC-0001' })
    // At the till the customer left something behind: the total went down after it was authorized.
    const items = [{ sku: 'CAF-500', quantity: 1.5, unitPrice: 300 }]
    const second = await till.sell({ purchaseAmount: 2000, reference: '=FAC-0002', items }, { purchaseAmount: 1500.25 })
    await enter(ana)

    await page.goto('/portal/consumptions')
    await expect(rows(page)).toHaveCount(2)
    const row = rows(page).filter({ hasText: 'FAC-0001' })
    for (const text of [
      first.code,
      'Naco',
      'Ana P.',
      'Constructora del Este',
      'POS caja 3',
      'RD$1,234.50',
      '-RD$123.45',
      'RD$1,111.05',
    ]) {
      await expect(row).toContainText(text)
    }
    await expect(row, 'every row would say it').not.toContainText('Registrado')
    await expect(page.getByLabel('Totales')).toContainText('RD$2,734.75')
    await expect(page.getByLabel('Totales')).toContainText('RD$273.48')
    await expect(page.getByText('Pérez')).toHaveCount(0)
    await expectSoundEverywhere(page)

    const csv = await page.request.get(
      (await page.getByRole('link', { name: 'Descargar CSV' }).getAttribute('href')) ?? '',
    )
    expect(csv.headers()['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers()['content-disposition']).toMatch(
      /^attachment; filename="consumos-supermercado-plaza-naco-20\d\d-\d\d-\d\d\.csv"$/,
    )
    expect(csv.headers()['cache-control']).toContain('no-store')
    const records = parse(await csv.body(), { bom: true, columns: true }) as Record<string, string>[]
    expect(records.map((one) => [one.Referencia, one.Compra, one['Monto del descuento'], one.Cobrado])).toEqual([
      ["'=FAC-0002", '1500.25', '150.03', '1350.22'],
      ['FAC-0001', '1234.50', '123.45', '1111.05'],
    ])
    const excel = await page.request.get('/portal/consumptions/file?format=excel')
    expect(excel.headers()['content-type']).toContain('spreadsheetml')
    expect((await excel.body()).subarray(0, 2).toString()).toBe('PK')
    const taken = await sql`select subject_id as name, user_id as "userId" from audit_events
      where merchant_id = ${shop.merchant.id} and action = 'file.downloaded' order by id`
    expect(taken.map(({ name, userId }) => [name.slice(-4), userId])).toEqual([
      ['.csv', ana.id],
      ['xlsx', ana.id],
    ])

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: '=FAC-0002' }).click()
    await page.waitForURL(new RegExp(`/portal/consumptions/${second.code}$`))
    await expect(page).toHaveTitle('=FAC-0002 · Aliado')
    for (const text of [
      'RD$1,500.25',
      'RD$1,350.22',
      'Recalculado',
      'La compra pasó de RD$2,000.00 a RD$1,500.25',
      second.authorizationCode,
      '10% de descuento',
      'Café molido 500 g',
      'RD$450.00',
    ]) {
      await expect(page.locator('main')).toContainText(text)
    }
    const facts = page.locator('main dl').filter({ hasText: 'Código de autorización' })
    for (const [name, path] of [
      ['Constructora del Este', /^\/portal\/companies\/\d+$/],
      ['POS caja 3', /^\/portal\/integrations\/keys\/\d+$/],
      ['Ver las llamadas de esta venta', /^\/portal\/requests\?q=%3DFAC-0002$/],
    ] as const) {
      await expect(facts.getByRole('link', { name })).toHaveAttribute('href', path)
    }
    await expect(facts.getByRole('link').nth(1)).toHaveAttribute('href', /^\/portal\/discounts\/\d+$/)
    await expectSoundEverywhere(page)

    // Its receipt: on the paper of a till and on a sheet one page, with every amount whole.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Recibo' }).click()
    await page.waitForURL('**/receipt')
    await expect(page).toHaveTitle('Recibo de =FAC-0002 · Aliado')
    const receipt = page.getByRole('article')
    for (const text of [
      'Naco',
      'Ana P.',
      'Café molido 500 g',
      'RD$1,500.25',
      '-RD$150.03',
      'RD$1,350.22',
      second.code,
    ]) {
      await expect(receipt).toContainText(text)
    }
    await expectSoundEverywhere(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeHidden()
    await expect(receipt.getByText(/^Impreso el/)).toBeVisible()
    for (const paper of [
      { width: '58mm', height: '297mm' },
      { width: '80mm', height: '297mm' },
      { format: 'Letter' },
    ]) {
      const pdf = await page.pdf(paper)
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), JSON.stringify(paper)).toHaveLength(1)
    }
    // 58 mm less its margins.
    await page.setViewportSize({ width: 189, height: 1000 })
    await expectNoSideScroll(page)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: '=FAC-0002' }).click()
    await page.waitForURL(new RegExp(`/portal/consumptions/${second.code}$`))
  })

  test('lead from a sale only where its reader may go', async ({ page, staff, sql, enter }) => {
    const shop = await namedShop(sql)
    const { code } = await tillOf(shop).sell({ reference: 'FAC-0011' })
    await sql`delete from grants where merchant_id = ${shop.merchant.id}`
    await sql`delete from affiliations where merchant_id = ${shop.merchant.id}`
    await enter(await staff.member(shop.merchant.id, { permissions: ['merchant.consumptions.read'] }))
    await page.goto(`/portal/consumptions/${code}`)
    await expect(page.locator('main dl').filter({ hasText: 'POS caja 3' })).toBeVisible()
    await expect(page.locator('main dl').getByRole('link')).toHaveCount(0)
  })

  test('are narrowed and searched by the address, and what is not there is said', async ({
    page,
    staff,
    sql,
    enter,
  }) => {
    const shop = await namedShop(sql)
    const ana = await staff.member(shop.merchant.id)
    const sale = await tillOf(shop, shop.branchId).sell({ reference: 'FAC-0003' })
    await tillOf(shop).sell({ reference: 'FAC-0004' })
    await enter(ana)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/portal/consumptions')
    await page.getByLabel('Sucursal').selectOption({ label: 'Naco' })
    await page.waitForURL(/branch=/)
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByLabel('Sucursal')).toBeFocused()
    await page.getByRole('link', { name: 'Quitar filtros' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByLabel('Buscar').fill(sale.code.toLowerCase().replaceAll('-', ''))
    await page.getByLabel('Buscar').press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('FAC-0003')
    await page.goto('/portal/consumptions?q=FAC')
    await expect(page.getByText('Referencias que empiezan igual')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await page.goto('/portal/consumptions?period=yesterday')
    await expect(page.getByText('Sin resultados con estos filtros')).toBeVisible()
    await expectSoundEverywhere(page)
  })

  test('work without script: a form that asks, and days that show when they are chosen', async ({
    staff,
    sql,
    pageOf,
  }) => {
    const shop = await namedShop(sql)
    const ana = await staff.member(shop.merchant.id, { language: 'en' })
    await tillOf(shop).sell({ reference: 'FAC-0005' })
    const page = await pageOf(ana, { javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
    await page.goto('/portal/consumptions')
    await expect(page.getByLabel('From')).toBeHidden()
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Period').selectOption('custom')
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByText('No results for these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).first().click()
    await expect(page.getByText('FAC-0005')).toBeVisible()
  })

  test('are explained, not given, to whom they are not for', async ({
    page,
    context,
    watch,
    staff,
    make,
    sql,
    enter,
  }) => {
    const shop = await namedShop(sql)
    const sale = await tillOf(shop).sell({ reference: 'FAC-0006' })
    const files = ['/portal/consumptions/file', '/portal/consumptions/file?format=excel']
    for (const path of files) {
      const answer = await page.request.get(path, { maxRedirects: 0 })
      expect(answer.status()).toBe(307)
      expect(answer.headers().location).toMatch(/^\/sign-in/)
    }
    const without = await staff.member(shop.merchant.id, { permissions: ['merchant.team.manage'] })
    await enter(without)
    for (const path of files) {
      const answer = await page.request.get(path)
      expect(answer.status()).toBe(403)
      expect(await answer.text()).not.toContain('FAC-0006')
    }
    await page.goto('/portal/consumptions')
    await expect(page.getByText('Le falta un permiso')).toBeVisible()
    // Who leads the team sees that it was tried.
    await page.goto('/portal/activity?outcome=denied')
    await expect(rows(page)).toHaveCount(3)
    for (const [n, tried] of [
      'Intentó abrir una página',
      'Descarga de un archivo',
      'Descarga de un archivo',
    ].entries()) {
      await expect(rows(page).nth(n)).toContainText(tried)
      await expect(rows(page).nth(n)).toContainText('sin permiso · Ver los consumos')
    }
    await context.clearCookies()

    const stranger = await staff.member((await make.merchant()).id)
    await enter(stranger)
    watch.expectProblem(/404/)
    const response = await page.goto(`/portal/consumptions/${sale.code}`)
    expect(response?.status()).toBe(404)
    await page.goto('/portal/consumptions')
    await expect(page.getByText('Aún no hay consumos')).toBeVisible()
    for (const method of ['post', 'put', 'delete'] as const) {
      expect([403, 405]).toContain((await page.request[method]('/portal/consumptions/file')).status())
    }
    await expectSoundEverywhere(page)
  })
})

test.describe('the authorizations of a merchant', () => {
  test('say what waits, what was paid, what expired and what was given back', async ({ page, staff, sql, enter }) => {
    const shop = await namedShop(sql)
    const ana = await staff.member(shop.merchant.id, { language: 'en' })
    const till = tillOf(shop, shop.branchId)
    await till.sell({ reference: 'PAID-1' })
    await till.authorize({ reference: 'WAITS-1' })
    await till.release(await till.authorize({ reference: 'BACK-1' }))
    await till.authorize({ reference: 'LATE-1' })
    await sql`update authorizations set authorized_at = now() - interval '1 hour', expires_at = now() - interval '45 minutes'
      where merchant_id = ${shop.merchant.id} and reference = 'LATE-1'`
    await enter(ana)
    await page.goto('/portal/authorizations')
    await expect(rows(page).filter({ hasText: 'PAID-1' })).toContainText('Consumed')
    await expect(rows(page).filter({ hasText: 'WAITS-1' })).toContainText(/Active.*Expires in 15 minutes/s)
    await expect(rows(page).filter({ hasText: 'BACK-1' })).toContainText('Released')
    await expect(rows(page).filter({ hasText: 'LATE-1' })).toContainText('Expired')
    await expectSoundEverywhere(page)
    await page.goto('/portal/authorizations?status=expired')
    await expect(rows(page)).toHaveCount(1)
  })
})

test.describe('the cash closing', () => {
  test('has the sales of the day by branch and by reference, with what repeats, on screen, on paper and as a file', async ({
    page,
    staff,
    sql,
    enter,
  }) => {
    const shop = await namedShop(sql)
    const ana = await staff.member(shop.merchant.id, { name: 'Ana Peña' })
    const [naco, elsewhere] = [tillOf(shop, shop.branchId), tillOf(shop)]
    await naco.sell({ purchaseAmount: 1234.5, reference: 'FAC-0002' })
    await naco.sell({ purchaseAmount: 100, reference: 'FAC-0001' })
    await elsewhere.sell({ purchaseAmount: 200.01, reference: 'FAC-0001' })
    await naco.authorize({ purchaseAmount: 50, reference: 'FAC-0003' })
    await naco.release(await naco.authorize({ purchaseAmount: 70, reference: 'FAC-0004' }))
    await enter(ana)
    await page.goto('/portal/closing')
    const totals = page.getByRole('region', { name: 'Totales del día', exact: true })
    // 1,234.50 + 100.00 + 200.01, and a tenth of each, rounded for itself.
    for (const text of ['3', 'RD$1,534.51', 'RD$153.45', 'RD$1,381.06']) await expect(totals).toContainText(text)
    const branches = page.getByRole('table', { name: 'Totales del día por sucursal' })
    await expect(branches.getByRole('row', { name: /^Naco/ })).toContainText('RD$1,334.50')
    await expect(branches.getByRole('row', { name: /^Sin sucursal/ })).toContainText('RD$200.01')
    await expect(branches.getByRole('row', { name: /^Total/ })).toContainText('RD$1,381.06')
    await expect(page.getByText('2 consumos tienen una referencia repetida')).toBeVisible()
    const list = page.getByRole('table', { name: /^Consumos del/ })
    await expect(list.getByRole('rowheader')).toContainText(['FAC-0001', 'FAC-0001', 'FAC-0002'])
    await expect(list.getByText('Repetida')).toHaveCount(2)

    const csv = await page.request.get(
      (await page.getByRole('link', { name: 'Descargar CSV' }).getAttribute('href')) ?? '',
    )
    const records = parse(await csv.body(), { bom: true, columns: true }) as Record<string, string>[]
    expect(records.map((one) => [one.Referencia, one.Compra, one.Cobrado])).toEqual([
      ['FAC-0001', '100.00', '90.00'],
      ['FAC-0001', '200.01', '180.01'],
      ['FAC-0002', '1234.50', '1111.05'],
    ])

    await page.setViewportSize({ width: 1280, height: 800 })
    await page
      .getByLabel('Lista de su sistema')
      .fill('Ticket\tTotal\nFAC-0001\t270.01\nFAC-0002\t1,111.00\nFAC-0009\t5\n')
    await page.getByRole('button', { name: 'Comparar' }).click()
    await expect(page.getByText('2 referencias no coinciden; 1 coincide.')).toBeVisible()
    const compared = page.getByRole('table', { name: 'Referencias que no coinciden' })
    await expect(compared.getByRole('row', { name: /^FAC-0002/ })).toContainText('RD$0.05')
    await expect(compared.getByRole('row', { name: /^FAC-0009/ })).toContainText('No aparece')
    await expectSoundEverywhere(page)

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('combobox', { name: 'Sucursal' }).selectOption({ label: 'Sin sucursal' })
    await page.waitForURL(/branch=none/)
    await expect(totals).toContainText('RD$200.01')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeHidden()
    await expect(page.getByText('Imprimir', { exact: true })).toBeHidden()
    await expect(page.getByText(/^Supermercado Plaza Naco · .* · Sin sucursal$/)).toBeVisible()
    await expect(page.getByText(/^Impreso el/)).toBeVisible()
  })
})
