import { discounts as en } from '@/lib/messages/en/discounts'
import { discounts as es } from '@/lib/messages/es/discounts'
import { expectAccessible, expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { dialogOf } from './fixtures/page-parts'
import { expect, type Page, test } from './fixtures/test'
import { tillOf } from './fixtures/till'
import { discountsOfEveryKind } from './scenes/discounts'

const path = '/portal/discounts'

const idIn = (page: Page): number => Number(/discounts\/(\d+)/.exec(page.url())?.[1])

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a discount that a merchant creates, publishes and a company grants is at the till at once, and gone when paused (D57)', async ({
  page,
  make,
  staff,
  enter,
}) => {
  const { merchant, company, ...market } = await make.market()
  const till = tillOf(market)
  await enter(await staff.member(merchant.id))
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(path)
  await expect(page.getByText(es.emptyTitle)).toBeVisible()
  await expectSoundEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: es.create }).first().click()
  await page.getByLabel(es.form.name, { exact: true }).fill('Diez para todos')
  await page.getByLabel(es.form.description, { exact: true }).fill('En toda la tienda, cualquier día.')
  await page.getByLabel(es.form.percentValue).fill('12,5')
  await page.getByLabel(es.form.validTo, { exact: true }).fill('2098-12-31')
  await button(page, es.form.saveAndPublish).click()
  await expect(page.locator('form [role=alert]')).toContainText(es.faults.figure_comma)
  await expect(page.getByLabel(es.form.name, { exact: true })).toHaveValue('Diez para todos')
  await page.getByLabel(es.form.percentValue).fill('12.5')
  await page.getByLabel(es.form.maximumDiscount).fill('100')
  // As the tills price it: 12.5 % of 1,000 is more than the maximum.
  await expect(page.locator('output')).toContainText('RD$100.00')
  await page.getByLabel(es.preview.purchase).fill('0.04')
  await expect(page.locator('output')).toContainText('RD$0.01')
  await page.getByLabel(es.preview.purchase).fill('790')
  await expect(page.locator('output')).toContainText('RD$98.75')
  await expectSoundEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, es.form.saveAndPublish).click()
  await page.waitForURL(/discounts\/\d+\?done=published/)
  await expect(page).toHaveTitle('Diez para todos · Aliado')
  await expect(page.getByText(es.detail.published)).toBeVisible()
  await expect(page.getByText(es.detail.notGranted, { exact: true })).toBeVisible()

  const id = idIn(page)
  expect(await till.offers()).toEqual([])
  await make.grant(company.id, merchant.id, id)
  expect(await till.offers()).toEqual([id])
  const applied = await till.apply({ merchantDiscountId: id, purchaseAmount: 790 })
  expect([applied.status, applied.body.value.discountAmount]).toEqual([201, 98.75])

  await page.reload()
  await expect(page.getByRole('rowheader', { name: company.name })).toBeVisible()
  await expectSoundEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, es.pause.action).click()
  await expect(dialogOf(page)).toContainText('Una autorización activa sigue válida')
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: es.pause.submit, exact: true }).click()
  await expect(page.getByText('Diez para todos está en pausa')).toBeVisible()
  expect(await till.offers()).toEqual([])
  const refused = await till.apply({ merchantDiscountId: id })
  expect([refused.status, refused.body.code]).toEqual([404, 'discount_not_available'])

  await button(page, es.publish.again).click()
  await dialogOf(page).getByRole('button', { name: es.publish.againSubmit, exact: true }).click()
  await expect(page.getByText('Diez para todos está publicado')).toBeVisible()
  expect(await till.offers()).toEqual([id])
  await button(page, es.end.action).click()
  await dialogOf(page).getByRole('button', { name: es.end.submit, exact: true }).click()
  await expect(page.getByText('Diez para todos se finalizó')).toBeVisible()
  await expect(page.getByRole('link', { name: es.edit.action, exact: true })).toHaveCount(0)
  expect(await till.offers()).toEqual([])
  for (const event of ['created', 'published', 'paused', 'ended'] as const) {
    await expect(page.getByRole('rowheader', { name: es.detail.events[event] }).first()).toBeVisible()
  }
})

test('on a phone in English an article is found among thousands, and the draft is published from the list', async ({
  page,
  make,
  staff,
  sql,
  enter,
}) => {
  const { merchant, company, ...market } = await make.market()
  await sql`insert into articles (merchant_id, sku, name)
    select ${merchant.id}, 'SKU-' || n, 'Article number ' || n from generate_series(1, 5000) n`
  const till = tillOf(market)
  await enter(await staff.member(merchant.id, { language: 'en' }))
  await page.setViewportSize({ width: 360, height: 640 })

  await page.goto(`${path}/new`)
  await page.getByLabel(en.form.name, { exact: true }).fill('One article')
  await page.getByLabel(en.form.description, { exact: true }).fill('Fifty pesos off')
  await page.getByLabel(en.form.fixed, { exact: true }).check()
  await page.getByLabel(en.form.scopes.article, { exact: true }).check()
  await page.getByRole('combobox', { name: en.form.article }).fill('sku-4999')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectNoSideScroll(page)
  await page.getByRole('combobox', { name: en.form.article }).press('Enter')
  await expect(page.getByRole('combobox', { name: en.form.article })).toHaveValue('SKU-4999 · Article number 4999')
  await page.getByLabel(en.form.fixedValue).fill('50')
  await page.getByLabel(en.form.validTo, { exact: true }).fill('2098-12-31')
  await page.getByLabel(en.form.usesTotal).fill('2')
  await expect(page.locator('output')).toContainText('RD$950.00')
  await page.getByLabel('Line 1: does the discount apply?').selectOption({ label: en.preview.outside })
  await expect(page.locator('output')).toContainText(en.preview.no_applicable_items)
  await expectAccessible(page)
  await button(page, en.form.saveDraft).click()
  await page.waitForURL(/done=created/)
  const id = idIn(page)
  await make.grant(company.id, merchant.id, id)
  expect(await till.offers()).toEqual([])

  await page.goto(path)
  await button(page, 'Actions for One article').click()
  await page.getByRole('menuitem', { name: en.publish.action, exact: true }).click()
  await dialogOf(page).getByRole('button', { name: en.publish.submit, exact: true }).click()
  await expect(page.getByText('One article is published')).toBeVisible()
  expect(await till.offers()).toEqual([id])
  const items = [
    { sku: 'SKU-4999', quantity: 1, unitPrice: 30 },
    { sku: 'SKU-1', quantity: 1, unitPrice: 500 },
  ]
  expect((await till.apply({ merchantDiscountId: id, items })).body.value.discountAmount).toBe(30)
  await page.reload()
  await expectNoSideScroll(page)
  // A row has two lines on a phone: how often it was used stands on the page of the discount.
  await page.getByRole('link', { name: 'One article' }).click()
  await expect(page.getByRole('meter', { name: '1 of 2 uses' })).toBeVisible()
  await expectNoSideScroll(page)
})

test('who edits an older version is told by whom it was changed, loses nothing typed, and can go on', async ({
  page,
  staff,
  sql,
  office,
  pageOf,
}) => {
  const { merchant } = await office({ name: 'Ana Peña' })
  const id = await discountsOfEveryKind(sql, { merchantId: merchant.id })
  await page.goto(`${path}/${id}/edit`)
  await expect(page.getByText('16 autorizaciones activas conservan sus condiciones')).toBeVisible()
  await page.getByLabel(es.form.usesTotal).fill('3')
  await expect(page.getByText('Es menor que lo ya usado (16)')).toBeVisible()

  const theirs = await pageOf(await staff.member(merchant.id, { name: 'Luis Rosa' }))
  await theirs.goto(`${path}/${id}/edit`)
  await theirs.getByLabel(es.form.percentValue).fill('11')
  await button(theirs, es.form.saveLive).click()
  await theirs.waitForURL(/done=changed/)
  await expect(theirs.getByText('Valor: de 10 a 11')).toBeVisible()

  await button(page, es.form.saveLive).click()
  await expect(page.locator('form [role=alert]')).toContainText('Luis Rosa cambió este descuento el')
  await expect(page.getByLabel(es.form.usesTotal)).toHaveValue('3')
  await expectAccessible(page)
  await button(page, es.form.conflictMine).click()
  await button(page, es.form.saveLive).click()
  await page.waitForURL(/done=changed/)
  await expect(page.getByText('Ya no se aplica: se alcanzó el límite de usos.')).toBeVisible()
  await expect(page.getByText(es.detail.overUsed)).toBeVisible()
  await expect(page.getByText('Usos en total: de 12 a 3')).toBeVisible()

  await page.goto(`${path}?status=scheduled&q=navidad`)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.goto(path)
  await expectSoundEverywhere(page)
})
