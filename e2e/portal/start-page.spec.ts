import { expectSoundEverywhere } from './fixtures/page-checks'
import { expect, test } from './fixtures/test'

test.describe('the start page', () => {
  test('is sound at every size, light and dark, in both languages', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('reconocidos en la caja')
    await expectSoundEverywhere(page)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('recognized at the till')
    await expectSoundEverywhere(page)
  })

  test('keeps the language that the reader chose, against what the browser prefers', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-DO')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  })

  test('copies its example', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Copiar/ }).click()
    await expect(page.getByRole('status')).toHaveText('Copiado')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/v1/integrations/eligibility')
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test('is readable, and its language can be chosen (U-08)', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('recognized at the till')
    })
  })
})

test.describe('a page that does not exist', () => {
  test('says so, in the reader’s language, and is sound', async ({ page, watch }) => {
    watch.expectProblem(/status of 404/)
    const answer = await page.goto('/nada/de/esto')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe')
    await expectSoundEverywhere(page)
  })
})
