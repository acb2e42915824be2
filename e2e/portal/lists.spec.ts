import { expect, type Page } from '@playwright/test'
import { messages } from '@/lib/messages/messages'
import { newBusyMerchant } from '../fixtures/many-rows'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import { test } from './fixtures/test'

/** What all lists have in common, on the one with the most of it. */

const words = {
  es: {
    branch: 'Sucursal',
    columns: 'Columnas',
    hide: 'Ocultar la columna',
    clear: 'Quitar filtros',
    registered: 'Fecha y hora',
  },
  en: {
    branch: 'Branch',
    columns: 'Columns',
    hide: 'Hide the column',
    clear: 'Clear filters',
    registered: 'Date and time',
  },
} as const

/** The rows that are whole on the first screen, their heights, and how many nodes the page has. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    return {
      whole: shown.filter(({ bottom }) => bottom <= window.innerHeight).length,
      tallest: Math.max(...shown.map(({ height }) => height)),
      nodes: document.querySelectorAll('*').length,
    }
  })

for (const language of ['es', 'en'] as const) {
  test(`a list in ${language} shows ten rows at once, and is narrowed, ordered and laid out by its address`, async ({
    page,
    staff,
    sql,
    enter,
  }) => {
    const w = words[language]
    const busy = await newBusyMerchant(sql, { consumptions: 150 })
    await enter(await staff.member(busy.merchant.id, { language }))
    await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, details)
      select ${busy.merchant.id}, now() - n * interval '3 hours', gen_random_uuid(), ${busy.keys[0]?.id ?? 0}, 'applyDiscount',
        (array[201, 409, 500])[n % 3 + 1], (array[null, 'usage_limit_reached', 'internal_error'])[n % 3 + 1], 3, 'r' || n, '{}'
      from generate_series(1, 230) n`
    for (const list of ['consumptions', 'authorizations', 'requests']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(list === 'requests' ? '/portal/requests' : `/portal/${list}?period=all`)
      await expect(rows(page)).toHaveCount(50)
      const wide = await measure(page)
      expect(wide.whole).toBeGreaterThanOrEqual(10)
      expect(wide.tallest).toBeLessThanOrEqual(52)
      expect(wide.nodes).toBeLessThanOrEqual(1_200)
      await page.setViewportSize({ width: 360, height: 740 })
      expect((await measure(page)).tallest).toBeLessThanOrEqual(64)
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/portal/consumptions?period=all')
    const header = page.getByRole('columnheader', { name: w.registered })
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    const newest = await rows(page).first().textContent()
    await header.getByRole('link').click()
    await page.waitForURL(/sort=when/)
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).first()).not.toHaveText(newest ?? '')

    await page.getByRole('link', { name: '25', exact: true }).click()
    await page.waitForURL(/size=25/)
    await expect(rows(page)).toHaveCount(25)

    const columns = await page.getByRole('columnheader').count()
    await page.getByRole('button', { name: w.columns }).click()
    await page.getByRole('link', { name: w.hide }).first().click()
    await page.waitForURL(/hide=when/)
    await expect(page.getByRole('columnheader')).toHaveCount(columns - 1)

    await page.keyboard.press('Escape')
    await page.getByLabel(w.branch).focus()
    await page.getByLabel(w.branch).selectOption(String(busy.branchIds[0]))
    await page.waitForURL(/branch=/)
    await expect(page.getByLabel(w.branch)).toBeFocused()
    for (const kept of ['sort=when', 'size=25', 'hide=when', 'period=all']) expect(page.url()).toContain(kept)
    await expectSoundEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: w.clear }).click()
    await page.waitForURL((url) => !url.search.includes('branch') && url.search.includes('sort=when'))
    await page.goto('/portal/consumptions?period=all&size=25')
    // Anywhere in the row, whose link lies over its cells.
    await rows(page).first().getByRole('cell').last().click({ force: true })
    await page.waitForURL(/\/portal\/consumptions\/.+/)
  })
}

for (const language of ['es', 'en'] as const) {
  test(`a view of a list is kept under a name by one person alone, opens the list and goes (${language})`, async ({
    page,
    staff,
    sql,
    enter,
  }) => {
    const t = messages[language].views
    const { merchant, branchIds } = await newBusyMerchant(sql, { consumptions: 60 })
    const ana = await staff.member(merchant.id, { name: 'Ana Peña', language })
    await enter(ana)
    const dialog = page.getByRole('dialog')
    const link = page.locator('main').getByRole('link', { name: 'Baní', exact: true })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/portal/consumptions?period=all&branch=${branchIds[0]}&size=25`)
      await page.getByRole('button', { name: t.views }).click()
      await page.getByRole('button', { name: t.save }).click()
      await dialog.getByLabel(t.name).fill('Baní')
      await dialog.getByRole('button', { name: t.saveSubmit }).click()
      await expect(page.getByText(t.saved).first()).toBeVisible()

      await page.goto('/portal/consumptions')
      await page.getByRole('button', { name: t.views }).click()
      await link.click()
      await page.waitForURL(new RegExp(`period=all&branch=${branchIds[0]}&size=25$`))
      await page.goto(page.url())
      await page.getByRole('button', { name: t.views }).click()
      await page.getByRole('button', { name: t.edit.replace('{name}', 'Baní') }).click()
      await dialog.getByLabel(t.opens).check()
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width, height: 800 })
      await dialog.getByRole('button', { name: t.changeSubmit }).click()
      await expect(page.getByText(t.changed).first()).toBeVisible()

      await page.goto('/portal')
      const opening = page.locator(`a[href*="branch=${branchIds[0]}&size=25"]`)
      await expect(opening).not.toHaveCount(0)
      await page.goto(`/portal/consumptions?period=all&branch=${branchIds[0]}&size=25`)
      await page.getByRole('button', { name: t.views }).click()
      await page.getByRole('button', { name: t.edit.replace('{name}', 'Baní') }).click()
      await dialog.getByRole('button', { name: t.remove }).click()
      await expect(page.getByText(t.removed).first()).toBeVisible()
      const [left] = await sql`select count(*)::int as count from saved_views where user_id = ${ana.id}`
      expect(left?.count).toBe(0)
    }
  })
}

test('the page of a row is fetched once when a mouse rests on it, and shown from there', async ({
  page,
  staff,
  sql,
  enter,
}) => {
  const { merchant } = await newBusyMerchant(sql, { consumptions: 60 })
  await enter(await staff.member(merchant.id))
  const fetched: string[] = []
  page.on('request', (request) => {
    // Next may ask for the shape of a route before its first page: that is not the page.
    const isShape = request.headers()['next-router-segment-prefetch'] !== undefined
    if (/consumptions\/C-/.test(request.url()) && !isShape) fetched.push(new URL(request.url()).pathname)
  })
  // What was fetched is kept for 30 s: the browser's clock stands still, so that no slow machine uses them up.
  await page.clock.setFixedTime(new Date())
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/portal/consumptions?period=all')
  await expect(rows(page)).toHaveCount(50)
  const href = (await rows(page).nth(2).getByRole('link').first().getAttribute('href')) ?? ''
  const times = () => fetched.filter((path) => path === href).length
  // The script comes after the page: the mouse comes back until it is there.
  await expect(async () => {
    await rows(page).nth(6).hover()
    await rows(page).nth(2).hover()
    await expect.poll(times, { timeout: 1_000 }).toBe(1)
  }).toPass()
  await rows(page).nth(6).hover()
  await rows(page).nth(2).hover()
  await rows(page).nth(2).click()
  await page.waitForURL((url) => url.pathname === href)
  expect(times()).toBe(1)
})
