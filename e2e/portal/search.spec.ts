import { messages } from '@/lib/messages/messages'
import { expectAccessible, expectNoSideScroll } from './fixtures/page-checks'
import { pressUntilFocused, rows } from './fixtures/page-parts'
import { expect, type Page, test } from './fixtures/test'
import { namedShop, tillOf } from './fixtures/till'

/** The search of both offices and the keys of their pages, by keyboard from end to end (U-13). */

const ways = [
  { language: 'es', width: 1280 },
  { language: 'es', width: 360 },
  { language: 'en', width: 1280 },
  { language: 'en', width: 360 },
] as const

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

for (const { language, width } of ways) {
  const t = messages[language].search

  test(`what is searched for is found by keyboard, in ${language} at ${width} (U-01, U-13)`, async ({
    page,
    staff,
    sql,
    enter,
    watch,
  }) => {
    const shop = await namedShop(sql)
    await sql`update discounts set name = 'Día de las Madres' where merchant_id = ${shop.merchant.id}`
    const till = tillOf(shop, shop.branchId)
    const sale = await till.sell({ purchaseAmount: 1234.5, reference: 'FAC-0001' })
    await till.sell({ purchaseAmount: 500, reference: 'FAC-0002' })
    await enter(await staff.member(shop.merchant.id, { language }))
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/portal/consumptions')
    const dialog = dialogOf(page, /Supermercado|Plaza/)
    const input = dialog.getByRole('combobox')
    const options = dialog.getByRole('option')

    // The menu's pages are there at once; those that match stay.
    await pressUntilFocused(page, 'Control+k', input)
    await expect(options.first()).toHaveText(messages[language].shell.sections.home)
    await expectAccessible(page)
    await expectNoSideScroll(page)

    // A code however it is typed leads to the sale, and the dialog is gone.
    await input.fill(sale.code.toLowerCase().replaceAll('-', ''))
    await expect(options).toHaveCount(1)
    await expect(options).toContainText('FAC-0001')
    await expect(options).toContainText('RD$1,111.05')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/portal/consumptions/${sale.code}`)
    await expect(dialog).toHaveCount(0)

    // Arrows walk; marks and case do not count; what is not there is said, and so is our failure.
    await pressUntilFocused(page, '/', input)
    await input.fill('FAC-')
    await expect(options).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('data-highlighted', '')
    await input.fill('dia de las madres')
    await expect(options).toHaveText([/^Día de las Madres/])
    await input.fill('nothing like it')
    await expect(dialog.getByText(t.none.replace('{text}', 'nothing like it'))).toBeVisible()
    watch.expectProblem(/ERR_FAILED.*portal\/search|portal\/search.*ERR_FAILED/)
    await page.route('**/portal/search', (route) => route.abort())
    await input.fill('FAC-0002')
    await expect(dialog.getByText(t.failed)).toBeVisible()
    await page.unroute('**/portal/search')
    await dialog.getByRole('button', { name: t.retry }).click()
    await expect(options.first()).toHaveText(/^FAC-0002/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // Rows of a list: j and k move, Enter opens; in a field they are letters.
    await page.goto('/portal/consumptions')
    await pressUntilFocused(page, 'j', rows(page).nth(0).getByRole('link').first())
    await page.keyboard.press('j')
    await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portal/consumptions/*-*')
    await page.goto('/portal/consumptions')
    const field = page.getByRole('searchbox')
    await field.focus()
    await page.keyboard.type('k/j?')
    await expect(field).toHaveValue('k/j?')

    // The keys say themselves, and those of one letter can be turned off (WCAG 2.1.4).
    await page.locator('main').focus()
    // The list that follows once the field is left is another page: what is looked at below is not the one before.
    await expect(page).toHaveURL(/[?&]q=k/)
    const keys = dialogOf(page, t.keys.title)
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(keys.getByText(t.keys.next)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await keys.getByRole('checkbox').press('Space')
    await expect(keys.getByText(t.keys.next)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    await page.keyboard.press('/')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: t.open }).click()
    await expect(input).toBeFocused()
  })
}

test('a company finds its people by name and by their whole identification, which is in no address (D32)', async ({
  page,
  make,
  staff,
  enter,
}) => {
  await make.identificationTypes()
  const company = await make.company()
  const merchant = await make.merchant()
  await make.affiliation(company.id, merchant.id)
  const person = await make.person(company.id, { firstName: 'Ángela', lastName: 'Núñez' })
  const other = await make.person((await make.company()).id)
  await enter(await staff.ofCompany(company.id))
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto('/company')
  const input = page.getByRole('dialog').getByRole('combobox')
  await pressUntilFocused(page, 'Control+k', input)
  const options = page.getByRole('option')
  await input.fill('nunez ang')
  await expect(options).toHaveText([/^Ángela Núñez/])
  await input.fill(merchant.name)
  await expect(options).toHaveText([new RegExp(`^${merchant.name}`)])
  await input.fill(other.identification)
  await expect(page.getByText(messages.es.search.noneHint.company)).toBeVisible()
  await input.fill(`${person.identification.slice(0, 3)}-${person.identification.slice(3)}`)
  await expect(options).toHaveText([/^Ángela Núñez/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/company/collaborators/${person.id}`)
  expect(asked.filter((line) => line.includes(person.identification.slice(3)))).toEqual([])
})

test('what is typed before the search is there is searched for (U-13)', async ({ page, staff, sql, enter }) => {
  const shop = await namedShop(sql)
  const sale = await tillOf(shop, shop.branchId).sell({ reference: 'FAC-0001' })
  await enter(await staff.member(shop.merchant.id))
  await page.goto('/portal', { waitUntil: 'networkidle' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  // A letter that moves through rows, and one too many.
  await page.keyboard.type(`${sale.code}j`)
  await page.keyboard.press('Backspace')
  letGo()
  const dialog = dialogOf(page, /Plaza/)
  await expect(dialog.getByRole('combobox')).toHaveValue(sale.code)
  await expect(dialog.getByRole('option')).toContainText('FAC-0001')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/portal/consumptions/${sale.code}`)
})
