import { messages } from '@/lib/messages/messages'
import { expectAccessible, expectSoundEverywhere } from './fixtures/page-checks'
import { pressUntilFocused } from './fixtures/page-parts'
import { newOperator } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** The operator brings a merchant and a company in, affiliates them, and takes the merchant out of service and back. */

test('a merchant is created, invited, affiliated, disabled with its effect in view, and enabled again', async ({
  page,
  make,
  staff,
  sql,
  enter,
  pageOf,
}) => {
  await enter(await newOperator(sql))
  await page.goto('/operator/merchants')
  await page.getByRole('button', { name: 'Crear comercio' }).click()
  const create = page.getByRole('dialog')
  const name = `Ferretería Ozama ${Date.now()}`
  await create.getByRole('textbox', { name: 'Nombre del comercio' }).fill(name)
  await create.getByRole('textbox', { name: /RNC/ }).fill('1-01-85004-2')
  await create.getByRole('textbox', { name: /Correo/ }).fill(`dueno.${Date.now()}@mercado.example`)
  await create.getByRole('button', { name: 'Crear e invitar' }).click()
  await page.waitForURL(/\/operator\/merchants\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/dígito verificador de este RNC no coincide/)).toBeVisible()
  const needs = page.getByRole('table', { name: 'Requisitos del comercio' })
  await expect(needs.getByRole('row').filter({ hasText: 'Alguien administra' })).toContainText('En curso')

  const shop = await make.shop()
  const { id: merchantId, name: shopName } = shop.merchant
  const owner = await staff.member(merchantId)
  const other = await make.company()
  await page.goto(`/operator/merchants?q=${encodeURIComponent(shopName)}`)
  await expectSoundEverywhere(page)
  // What is shown is kept under a name, and the menu opens the list with it.
  const { views } = messages.es
  await page.goto(`/operator/merchants?q=${encodeURIComponent(shopName)}&sort=-created`)
  await page.getByRole('button', { name: views.views }).click()
  await page.getByRole('button', { name: views.save }).click()
  const kept = page.getByRole('dialog', { name: views.save })
  await kept.getByLabel(views.name).fill('Los nuevos')
  await kept.getByRole('button', { name: views.saveSubmit }).click()
  await expect(page.getByText(views.saved).first()).toBeVisible()
  await page.goto('/operator/merchants')
  await page.getByRole('button', { name: views.views }).click()
  await page.getByRole('link', { name: 'Los nuevos' }).click()
  await page.waitForURL(/sort=-created/)
  await expectSoundEverywhere(page)
  await page.getByRole('link', { name: shopName, exact: true }).click()
  await page.waitForURL(new RegExp(`/operator/merchants/${merchantId}$`))
  await page.getByRole('button', { name: 'Afiliar empresa' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(other.name)
  await page.getByRole('dialog').getByRole('button', { name: 'Afiliar' }).click()
  await expect(page.getByText('Afiliación activa')).toBeVisible()
  await expect(page.getByRole('table', { name: /Empresas afiliadas/ })).toContainText(other.name)
  await expectSoundEverywhere(page)

  await page.getByRole('link', { name: 'Deshabilitar…' }).click()
  const effect = page.getByRole('region', { name: 'Efecto de deshabilitarlo ahora' })
  await expect(effect).toContainText('1 clave')
  await expect(effect).toContainText('De 1 empresa')
  await expectSoundEverywhere(page)
  await page.getByRole('button', { name: 'Deshabilitar comercio' }).click()
  await expect(page.getByText('Elija un motivo.').first()).toBeVisible()
  await page.getByLabel('Motivo').selectOption('payment_pending')
  await page.getByRole('textbox', { name: 'Mensaje para el comercio' }).fill('Falta el pago de octubre.')
  await page.getByRole('radio', { name: 'En una fecha' }).check()
  await page.getByRole('radio', { name: 'Ahora mismo' }).check()
  await page.getByRole('textbox', { name: /Para confirmar/ }).fill(shopName)
  await page.getByRole('button', { name: 'Deshabilitar comercio' }).click()
  await page.waitForURL(/\/operator\/approvals$/)
  const second = await pageOf(await newOperator(sql))
  await second.goto('/operator/approvals')
  await expect(second.getByText('Ahora dejarían de servir 1 credencial').first()).toBeVisible()
  // The search finds merchants and companies by their names, and the proposal by its number.
  const search = second.getByRole('dialog', { name: /^Buscar en/ })
  await pressUntilFocused(second, 'Control+k', search.getByRole('combobox'))
  await search.getByRole('combobox').fill(shopName)
  await expect(search.getByRole('option', { name: shopName })).toContainText('Habilitado')
  await search.getByRole('combobox').fill(other.name)
  await expect(search.getByRole('option', { name: other.name })).toBeVisible()
  const [proposal] =
    await sql`select max(id)::int as id from approvals where payload ->> 'merchantId' = ${String(merchantId)}`
  await search.getByRole('combobox').fill(`#${proposal?.id}`)
  await expect(search.getByRole('option')).toContainText(`Deshabilitar el comercio ${shopName} de inmediato.`)
  await expectAccessible(second)
  await second.keyboard.press('Enter')
  await second.waitForURL(`**/operator/approvals#approval-${proposal?.id}`)
  const approve = `Aprobar: Deshabilitar el comercio ${shopName} de inmediato.`
  await second.getByRole('button', { name: approve }).click()
  await second.getByRole('dialog').or(second.getByRole('alertdialog')).getByRole('button', { name: 'Aprobar' }).click()
  await expect(second.getByText('Aprobada y hecha')).toBeVisible()
  await page.goto(`/operator/merchants/${merchantId}`)
  await expect(page.getByText('Deshabilitado desde el')).toBeVisible()
  await expect(page.getByText('Motivo: Pagos pendientes')).toBeVisible()

  const theirs = await pageOf(owner)
  await theirs.goto('/portal')
  await expect(theirs.getByText(/El operador de la red deshabilitó este comercio el/)).toBeVisible()
  await expect(theirs.getByText('Falta el pago de octubre.')).toBeVisible()
  await expectSoundEverywhere(theirs)

  await page.getByRole('button', { name: 'Habilitar de nuevo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Habilitar' }).click()
  await expect(page.getByText('Habilitado: sus cajas reciben servicio.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/El operador de la red deshabilitó/)).toHaveCount(0)
})

test('a company is created and its affiliation ended, in English on a phone', async ({ page, make, sql, enter }) => {
  await enter(await newOperator(sql, { language: 'en' }))
  await page.setViewportSize({ width: 360, height: 740 })
  const shop = await make.shop()
  await page.goto('/operator/companies')
  await page.getByRole('button', { name: 'Create company' }).click()
  const create = page.getByRole('dialog')
  await create.getByRole('textbox', { name: 'Name of the company' }).fill('Grupo Naco')
  await create.getByRole('textbox', { name: /Email/ }).fill('no address')
  await create.getByRole('button', { name: 'Create and invite' }).click()
  await expect(create.getByText(/complete email address/).first()).toBeVisible()
  await create.getByRole('textbox', { name: /Email/ }).fill(`rrhh.${Date.now()}@empresa.example`)
  await create.getByRole('button', { name: 'Create and invite' }).click()
  await page.waitForURL(/\/operator\/companies\/\d+$/)
  await expect(page.getByText('There is no administrator yet.')).toBeVisible()

  await page.goto(`/operator/companies?q=${encodeURIComponent(shop.company.name)}`)
  await expectSoundEverywhere(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/operator/companies/${shop.company.id}`)
  await expectSoundEverywhere(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: `End the affiliation with ${shop.merchant.name}` }).click()
  const end = page.getByRole('alertdialog')
  await expect(end).toContainText('stops granting 1 discount')
  await end.getByRole('textbox').fill(shop.merchant.name)
  await end.getByRole('button', { name: 'End affiliation' }).click()
  await expect(page.getByText('This company is not affiliated with any merchant.')).toBeVisible()
})
