import { messages } from '@/lib/messages/messages'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** The quality of an integration, weekly: what certification checks, with the calls that fail it (issue 14, 5). */

const path = '/portal/integrations/quality'

for (const [language, locale] of [
  ['es', 'es-DO'],
  ['en', 'en-US'],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale })

    test('a member sees the score of the week, each check, and the calls that fail one', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const { quality: t, integrations, certificationPlan: plan } = messages[language]
      const person = await newPerson(sql, { language })
      const { merchantId } = person
      const key = await make.apiKey(merchantId)
      await enter(person)
      await page.goto('/portal/integrations')
      await page.getByRole('link', { name: integrations.views.quality, exact: true }).click()
      await page.waitForURL(`**${path}`)
      await expect(page.getByText(t.none)).toBeVisible()
      await expectSoundEverywhere(page)

      const calls = [
        ['T-1', 'till-1', 'one', '01'],
        ['T-2', 'till-2', 'two', '02'],
        ['T-3', 'till-3', 'two', '03'],
      ] as const
      for (const [reference, requestId, idempotencyKey, nth] of calls) {
        const at = new Date()
        const hex = at.getTime().toString(16).padStart(12, '0')
        const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-0000000000${nth}`
        const details = JSON.stringify({ input: { reference, purchaseAmount: 100 }, idempotencyKey })
        await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, reference, details)
          values (${merchantId}, ${at}, ${id}, ${key.id}, 'applyDiscount', 201, 1, ${requestId}, ${reference}, ${details}::text::json)`
      }
      await page.reload()
      const row = page.getByRole('row').filter({ hasText: plan.checks.C05.title })
      await expect(row).toContainText(plan.levels.must)
      await expect(row.getByRole('link')).toHaveText('till-3')
      await expect(page.getByText(t.scoreOf.replace('{score}', '66'))).toBeVisible()
      await expectSoundEverywhere(page)

      await page.setViewportSize({ width: 1280, height: 800 })
      await row.getByRole('link').click()
      await page.waitForURL('**/portal/requests/*')
      await expect(page.getByText('till-3').first()).toBeVisible()
    })
  })
}
