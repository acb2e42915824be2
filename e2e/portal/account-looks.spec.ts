import { expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { portalUrl, test } from './fixtures/test'
import { accountScenes } from './scenes/account'

test.describe('every page of signing in and of the account', () => {
  for (const scene of accountScenes) {
    test(`is sound: ${scene.name} (U-02, U-03)`, async ({ page, sql }) => {
      await scene.open(page, { sql, language: 'es', url: portalUrl() })
      await expectSoundEverywhere(page)
    })

    test(`fits a phone in English: ${scene.name} (U-03)`, async ({ page, sql, context }) => {
      await context.setExtraHTTPHeaders({ 'Accept-Language': 'en' })
      await page.setViewportSize({ width: 360, height: 640 })
      await scene.open(page, { sql, language: 'en', url: portalUrl() })
      await expectNoSideScroll(page)
    })
  }
})
