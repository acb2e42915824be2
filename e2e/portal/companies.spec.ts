import { expectSoundEverywhere } from './fixtures/page-checks'
import { expect, type Page, test } from './fixtures/test'

/** The companies of a merchant: asked for, accepted, seen and let go. */

const path = '/portal/companies'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test.describe('the companies of a merchant', () => {
  test('are asked for by their RNC, accept, and are let go with what they granted', async ({
    page,
    make,
    staff,
    sql,
    office,
    pageOf,
  }) => {
    const { merchant } = await office()
    const company = await make.company()
    const legalId = `1${String(company.id).padStart(8, '0')}`
    await sql`update companies set legal_id = ${legalId} where id = ${company.id}`
    const rosa = await staff.ofCompany(company.id)

    await page.goto(path)
    await expect(page.getByText('Todavía no hay empresas afiliadas')).toBeVisible()
    await page.getByRole('button', { name: 'Solicitar afiliación' }).click()
    const asked = page.getByRole('textbox', { name: /RNC o nombre completo/ })
    await asked.fill(company.name.slice(0, -1))
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(page.getByText(/No encontramos ese RNC/).first()).toBeVisible()
    await asked.fill(legalId)
    await page.getByRole('textbox', { name: /Mensaje/ }).fill('Somos vecinos')
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(page.getByText(`Solicitud enviada a ${company.name}`)).toBeVisible()
    await expect(rowOf(page, company.name)).toContainText('Somos vecinos')

    const hers = await pageOf(rosa)
    await hers.goto('/company/merchants')
    await expect(rowOf(hers, merchant.name)).toContainText('Somos vecinos')
    await hers.getByRole('button', { name: `Aceptar la solicitud de ${merchant.name}` }).click()
    await hers.getByRole('button', { name: 'Aceptar afiliación' }).click()
    await expect(hers.getByText(`Afiliación activa con ${merchant.name}`)).toBeVisible()
    await expect(hers.getByRole('link', { name: merchant.name })).toBeVisible()
    const discountId = await make.discount(merchant.id)
    await make.grant(company.id, merchant.id, discountId)
    await page.reload()
    await expect(rowOf(page, company.name).first()).toContainText('1 descuento')
    await page.getByRole('link', { name: company.name }).click()
    await expect(page.getByRole('table', { name: /Descuentos que otorga/ })).toContainText('Todo el equipo')
    await page.getByRole('button', { name: 'Terminar afiliación' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('deja de otorgar un descuento')
    await dialog.getByRole('textbox').fill('otra')
    await dialog.getByRole('button', { name: 'Terminar afiliación' }).click()
    await expect(dialog.getByText(`Escriba exactamente: ${company.name}`).first()).toBeVisible()
    await dialog.getByRole('textbox').fill(company.name)
    await dialog.getByRole('button', { name: 'Terminar afiliación' }).click()
    await page.waitForURL(new RegExp(`${path}$`))
    await expect(page.getByText(`Terminó la afiliación con ${company.name}`)).toBeVisible()
    await expect(page.getByText('Todavía no hay empresas afiliadas')).toBeVisible()
    expect(await sql`select from grants where merchant_id = ${merchant.id}`).toHaveLength(0)
    await hers.reload()
    await expect(hers.getByRole('link', { name: merchant.name })).toHaveCount(0)
    const mails = await sql`select kind from mails where recipient = ${rosa.email} order by id`
    expect(mails.map(({ kind }) => kind)).toEqual(['affiliation_requested', 'affiliation_ended'])
  })

  test('ask for themselves, and are accepted or declined, in English on a phone', async ({
    page,
    make,
    staff,
    sql,
    office,
    pageOf,
  }) => {
    const { merchant } = await office({ language: 'en' })
    const [one, two] = [await make.company(), await make.company()]
    for (const { id } of [one, two]) {
      const theirs = await pageOf(await staff.ofCompany(id))
      await theirs.goto('/company/merchants')
      await theirs.getByRole('button', { name: 'Solicitar afiliación' }).click()
      await theirs.getByRole('textbox', { name: /RNC o nombre completo/ }).fill(merchant.name)
      await theirs.getByRole('button', { name: 'Enviar solicitud' }).click()
      await expect(theirs.getByText(`Solicitud enviada a ${merchant.name}`)).toBeVisible()
    }
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(path)
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole('button', { name: `Accept the request from ${one.name}` }).click()
    await page.getByRole('button', { name: 'Accept affiliation' }).click()
    await expect(page.getByText(`Affiliation with ${one.name} is active`)).toBeVisible()
    await page.getByRole('button', { name: `Decline the request from ${two.name}` }).click()
    await page.getByRole('button', { name: 'Decline request' }).click()
    await expect(page.getByText(`Request from ${two.name} declined`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Requests received' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: one.name })).toBeVisible()
    await expect(page.getByRole('link', { name: two.name })).toHaveCount(0)
    const affiliated = await sql`select company_id from affiliations where merchant_id = ${merchant.id}`
    expect(affiliated).toEqual([{ company_id: one.id }])
  })

  test('are seen without sums or requests by who may only manage discounts or only read consumptions', async ({
    page,
    context,
    make,
    staff,
    sql,
    enter,
  }) => {
    const { merchant, company } = await make.shop()
    const asking = await make.company()
    const asker = await staff.ofCompany(asking.id)
    await sql`insert into affiliation_requests (merchant_id, company_id, requested_by, created_by_user_id)
      values (${merchant.id}, ${asking.id}, 'company', ${asker.id})`
    const reader = await staff.member(merchant.id, { permissions: ['merchant.consumptions.read'] })
    await enter(reader)
    await page.goto(path)
    await expect(rowOf(page, company.name)).toContainText('RD$0.00')
    await expect(page.getByText(asking.name)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Solicitar afiliación' })).toHaveCount(0)
    await page.getByRole('link', { name: company.name }).click()
    await expect(page.getByRole('heading', { name: 'Consumos', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Terminar afiliación' })).toHaveCount(0)
    await expectSoundEverywhere(page)

    await context.clearCookies()
    const manager = await staff.member(merchant.id, { permissions: ['merchant.discounts.manage'] })
    await enter(manager)
    await page.goto(path)
    await expect(page.getByText(asking.name).first()).toBeVisible()
    await expect(rowOf(page, company.name)).not.toContainText('RD$')
  })
})
