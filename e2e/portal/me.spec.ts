import { randomBytes } from 'node:crypto'
import type { Sql } from '@/db/client'
import type { Shop } from '../fixtures/factories'
import { collaboratorCookie } from './fixtures/collaborators'
import { mailedPath } from './fixtures/outbox'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { expect, portalUrl, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** Issue 5, 9: a collaborator comes by a mailed link, sees their benefits of today and what they have used. */

const phone = { width: 360, height: 640 }

async function giveAddress(sql: Sql, shop: Shop): Promise<string> {
  const email = `ana.${randomBytes(5).toString('hex')}@empresa.example`
  await sql`update collaborators set email = ${email} where id = ${shop.person.id}`
  return email
}

test.describe('the collaborator’s own page', () => {
  test('is reached by a mailed link, and shows benefits and what the till registered', async ({
    page,
    browser,
    make,
    sql,
  }) => {
    const shop = await make.shop({ minimumPurchase: '500.00', usesPerCollaboratorPerDay: 2 })
    const email = await giveAddress(sql, shop)
    await page.setViewportSize(phone)
    await page.goto('/me')
    await expect(page).toHaveURL(/\/me\/sign-in$/)
    await expectSoundEverywhere(page)
    await page.setViewportSize(phone)
    await page.getByLabel('Correo').fill(email.toUpperCase())
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByRole('heading', { name: 'Revise su correo' })).toBeVisible()

    const path = await mailedPath('benefits_link', email)
    // What looks through mails opens the link, and uses nothing up.
    await page.request.get(path)
    await page.goto(path)
    await expect(page.getByText(shop.company.name)).toBeVisible()
    await expectSoundEverywhere(page)
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Ver mis beneficios' }).click()
    await page.waitForURL(/\/me$/)
    await expect(page.getByRole('heading', { name: 'Hola, Ana P.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: shop.merchant.name })).toBeVisible()
    await expect(page.getByText('En compras desde RD$500.00')).toBeVisible()
    await expect(page.getByText('Hasta 2 veces al día; hoy le quedan 2')).toBeVisible()
    await expectSoundEverywhere(page)
    await page.setViewportSize(phone)

    await tillOf(shop).sell({ purchaseAmount: 1250.5 })
    await page.getByRole('link', { name: 'Historial' }).click()
    await page.waitForURL(/\/me\/history$/)
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: shop.merchant.name }) })
    await expect(row).toContainText('RD$1,250.50')
    await expect(row).toContainText('RD$125.05')
    await expect(row).toContainText('RD$1,125.45')
    await expect(page.getByText('En una compra ahorró RD$125.05')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(shop.person.identification)
    await expectSoundEverywhere(page)

    const another = await browser.newContext({ baseURL: portalUrl(), locale: 'es-DO' })
    const second = await another.newPage()
    await second.goto(path)
    await expect(second.getByText('Este enlace ya no funciona')).toBeVisible()
    await another.close()

    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page.getByText('Cerró la sesión en este dispositivo.')).toBeVisible()
    await page.goto('/me/history')
    await expect(page).toHaveURL(/\/me\/sign-in$/)
  })

  test('says the same to an address that nobody has', async ({ page, sql }) => {
    await page.setViewportSize(phone)
    await page.goto('/me/sign-in')
    const email = `nadie.${randomBytes(5).toString('hex')}@empresa.example`
    await page.getByLabel('Correo').fill(email)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByRole('heading', { name: 'Revise su correo' })).toBeVisible()
    await expectSoundEverywhere(page)
    expect(await sql`select from mails where recipient = ${email}`).toHaveLength(0)
  })

  test('is closed at once to who was deactivated, and speaks English to who reads it', async ({
    browser,
    make,
    sql,
  }) => {
    const shop = await make.shop()
    await giveAddress(sql, shop)
    await sql`delete from grants where discount_id = ${shop.discountId}`
    const context = await browser.newContext({ baseURL: portalUrl(), locale: 'en-US' })
    const value = await collaboratorCookie(sql, shop.person.id)
    await context.addCookies([{ name: 'aliado-me', value, url: portalUrl(), httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    await page.goto('/me')
    await expect(page.getByText('You have no benefits today')).toBeVisible()
    await expectSoundEverywhere(page)
    await page.goto('/me/history?before=x')
    await expect(page.getByText('You have not used any benefits yet')).toBeVisible()
    expect((await page.goto('/me/nothing'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    await page.goto('/me')
    await expect(page).toHaveURL(/\/me\/sign-in$/)
    await context.close()
  })
})
