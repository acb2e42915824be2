import { expect, type Page } from '@playwright/test'
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
    for (const list of ['consumptions', 'authorizations']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`/portal/${list}?period=all`)
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
    // Anywhere in the row.
    await rows(page).first().getByRole('cell').last().click()
    await page.waitForURL(/\/portal\/consumptions\/.+/)
  })
}
