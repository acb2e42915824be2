import { newReference, withAnotherSecret } from '../fixtures/factories'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { expect, type Page, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** Issue 5, 8: a call that failed is found by what the integrator knows of it, and its page says why. */

/** Calls are written within a second: the list is asked again until they are there. */
async function openUntil(page: Page, path: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(rows(page)).toHaveCount(count, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

test.describe('the calls of a merchant’s systems', () => {
  test('that failed are found by reference and by request id, and say why, on a desk', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    const shop = await make.shop()
    await sql`update api_keys set name = 'POS caja 3' where id = ${shop.credential.id}`
    const ana = await staff.member(shop.merchant.id, { name: 'Ana Peña' })
    const my = tillOf(shop)
    const [failed, done] = [newReference(), newReference()]
    expect((await my.apply({ reference: failed, purchaseAmount: '1250.50', monto: 5 })).status).toBe(400)
    const applied = await my.apply({ reference: done })
    expect(applied.status).toBe(201)
    const wrong = await my.eligibility({}, { 'X-Api-Key': withAnotherSecret(shop.credential.apiKey) })
    expect(wrong.status).toBe(401)

    await enter(ana)
    await openUntil(page, '/portal/requests', 3)
    await expect(page.getByRole('table')).toContainText('POS caja 3')
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByLabel('Referencia o X-Request-Id').fill(failed)
    await page.getByLabel('Referencia o X-Request-Id').press('Enter')
    await page.waitForURL(/q=T-/)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('invalid_request')
    await page.getByRole('link', { name: 'Aplicar descuento' }).click()
    await expect(page.getByRole('heading', { name: 'Por qué falló' })).toBeVisible()
    const why = page.locator('section', { has: page.getByRole('heading', { name: 'Por qué falló' }) })
    await expect(why).toContainText('Datos no válidos')
    await expect(why).toContainText('En purchaseAmount: Debe ser un número.')
    await expect(page.getByText('los ignoró: monto.')).toBeVisible()
    await expect(page.getByText('Corrija en su sistema los campos señalados y repita la llamada.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText('"identification": "•••"')
    await expect(page.getByRole('region', { name: 'Respuesta' })).toContainText('HTTP 400')
    await expect(page.locator('body')).not.toContainText(shop.person.identification)
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText('-H "X-Api-Key: $ALIADO_API_KEY"')
    await expect(page.getByRole('region', { name: 'Solicitud' })).toContainText(
      `"identification":"'"$IDENTIFICATION"'"`,
    )
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.goto(`/portal/requests?q=${wrong.requestId}`)
    await page.getByRole('link', { name: 'Elegibilidad' }).click()
    await expect(page.getByText('Secreto incorrecto')).toBeVisible()

    await page.goto(`/portal/requests?q=${done}`)
    await page.getByRole('link', { name: 'Aplicar descuento' }).click()
    await expect(page.getByRole('region', { name: 'Respuesta' })).toContainText(applied.body.value.authorizationCode)
    await page.getByRole('link', { name: 'Ver todas las llamadas de esta referencia' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

  test('are narrowed and explained in English, on a phone', async ({ page, make, staff, enter }) => {
    const shop = await make.shop()
    const ana = await staff.member(shop.merchant.id, { language: 'en' })
    const my = tillOf(shop)
    const reference = newReference()
    await my.eligibility()
    await my.consume({ authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB', reference })
    await page.setViewportSize({ width: 360, height: 640 })
    await enter(ana)
    await openUntil(page, '/portal/requests', 2)
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Response', exact: true }).selectOption({ label: 'Failed' })
    await page.waitForURL(/status=failed/)
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Register consumption' }).click()
    await expect(page.getByText('There is no authorization with those data for the merchant.').first()).toBeVisible()
    await expect(page.getByText('Send the authorizationCode that applying the discount returned')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expectSoundEverywhere(page)
    await page.goto('/portal/requests?status=failed&operation=revokeToken')
    await expect(page.getByText('No results for these filters')).toBeVisible()
    await page.goto('/portal/requests?status=nonsense&before=x&credential=key-99999999999&period=custom')
    await expect(rows(page)).toHaveCount(2)
  })

  test('say the branch that was inactive by its name, lead to it, and tell the rest of the sale', async ({
    page,
    make,
    staff,
    sql,
    enter,
  }) => {
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id, false)
    await sql`update branches set name = 'Baní' where id = ${branchId}`
    const reference = newReference()
    expect((await tillOf(shop, branchId).apply({ reference })).status).toBe(400)
    expect((await tillOf(shop).apply({ reference })).status).toBe(201)
    await enter(await staff.member(shop.merchant.id))
    await openUntil(page, `/portal/requests?q=${reference}`, 2)
    await rows(page).filter({ hasText: 'branch_invalid' }).getByRole('link').click()
    await expect(
      page.getByText(`branchId ${branchId} es Baní, inactiva. Actívela o envíe otra sucursal.`),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Llamadas de esta venta' }).getByRole('row')).toHaveCount(3)
    await expectSoundEverywhere(page)
    await page.getByRole('link', { name: 'Ir a Sucursales' }).click()
    await expect(page).toHaveURL(/\/portal\/branches$/)
  })

  test('of a merchant that never called are none, and the page says how they come', async ({ page, office }) => {
    await office()
    await page.goto('/portal/requests')
    await expect(page.getByText('Aún no hay llamadas')).toBeVisible()
    await expectSoundEverywhere(page)
  })
})
