import { discounts as es } from '@/lib/messages/es/discounts'
import { collaboratorCookie } from './fixtures/collaborators'
import { dialogOf, rows } from './fixtures/page-parts'
import { expect, portalUrl, test } from './fixtures/test'
import { tillOf } from './fixtures/till'

/** What the offices are for, from one end to the other: the contract's flow as the merchant, the company and the collaborator see it. */

test('a discount is published and granted, used at the till, seen by all three with equal amounts, and paused', async ({
  browser,
  make,
  staff,
  sql,
}) => {
  const { merchant, company, person, credential } = await make.market()
  await sql`update collaborators set email = 'ana@empresa.example' where id = ${person.id}`
  const { offers } = tillOf({ person, credential })
  const anOffice = async () => {
    const context = await browser.newContext({
      baseURL: portalUrl(),
      locale: 'es-DO',
      viewport: { width: 1280, height: 800 },
    })
    return { context, page: await context.newPage() }
  }

  const shop = await anOffice()
  await staff.session(shop.context, await staff.member(merchant.id), portalUrl())
  await shop.page.goto('/portal/discounts/new')
  await shop.page.getByLabel(es.form.name, { exact: true }).fill('Quince para su gente')
  await shop.page.getByLabel(es.form.description, { exact: true }).fill('En toda la tienda.')
  await shop.page.getByLabel(es.form.percentValue).fill('15')
  await shop.page.getByLabel(es.form.validTo, { exact: true }).fill('2098-12-31')
  await shop.page.getByRole('button', { name: es.form.saveAndPublish, exact: true }).click()
  await shop.page.waitForURL(/discounts\/\d+\?done=published/)
  const discountId = Number(/discounts\/(\d+)/.exec(shop.page.url())?.[1])
  expect(await offers()).toEqual([])

  const people = await anOffice()
  await staff.session(people.context, await staff.ofCompany(company.id), portalUrl())
  await people.page.goto('/company/benefits?view=available')
  await people.page.getByRole('button', { name: 'Otorgar Quince para su gente' }).click()
  await people.page.getByRole('button', { name: 'Otorgar', exact: true }).last().click()
  await expect(people.page.getByText('Beneficio otorgado: Quince para su gente').first()).toBeVisible()
  expect(await offers()).toEqual([discountId])

  // 15 % of 1,234.57 is 185.1855: half up (D15).
  const till = tillOf({ discountId, person, credential })
  const { code } = await till.sell({ purchaseAmount: 1234.57, reference: 'FAC-2026' })
  const amounts = ['RD$1,234.57', 'RD$185.19', 'RD$1,049.38']

  await shop.page.goto('/portal/consumptions')
  await expect(rows(shop.page)).toHaveCount(1)
  for (const text of [code, 'FAC-2026', 'Ana P.', ...amounts]) await expect(rows(shop.page)).toContainText(text)
  await people.page.goto('/company/consumptions')
  await expect(rows(people.page)).toHaveCount(1)
  for (const text of [code, merchant.name, ...amounts]) await expect(rows(people.page)).toContainText(text)
  const own = await anOffice()
  const cookie = await collaboratorCookie(sql, person.id)
  await own.context.addCookies([
    { name: 'aliado-me', value: cookie, url: portalUrl(), httpOnly: true, sameSite: 'Lax' },
  ])
  await own.page.goto('/me')
  await expect(own.page.getByText('Quince para su gente')).toBeVisible()
  await own.page.goto('/me/history')
  await expect(rows(own.page)).toHaveCount(1)
  for (const text of [merchant.name, ...amounts]) await expect(rows(own.page)).toContainText(text)

  await shop.page.goto(`/portal/discounts/${discountId}`)
  await shop.page.getByRole('button', { name: es.pause.action, exact: true }).click()
  await dialogOf(shop.page).getByRole('button', { name: es.pause.submit, exact: true }).click()
  await expect(shop.page.getByText('Quince para su gente está en pausa')).toBeVisible()
  expect(await offers()).toEqual([])
  await own.page.goto('/me')
  await expect(own.page.getByText('Quince para su gente')).toHaveCount(0)
  await Promise.all([shop, people, own].map(({ context }) => context.close()))
})
