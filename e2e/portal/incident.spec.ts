import { messages } from '@/lib/messages/messages'
import { byKey, integrationsPage, path, say } from './fixtures/integrations-page'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { codeNow, forgetUsedCodes, newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'
import { fillIntegrations } from './scenes/integrations-data'

/** Issue 13, 9: somebody stops every credential, sees what one of them did, and comes back, by keyboard alone where it is pressed. */

const settings = [
  { language: 'es', width: 1280, height: 800, locale: 'es-DO' },
  { language: 'en', width: 360, height: 640, locale: 'en-US' },
] as const

for (const { language, width, height, locale } of settings) {
  test.describe(`in ${language}, ${width} wide`, () => {
    test.use({ viewport: { width, height }, locale })

    test('a member stops everything, reads the incident sheet, and makes a credential again', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const { incident: words } = messages[language]
      const { t, dialog, row, secret, keep, choose } = integrationsPage(page, language)
      const person = await newPerson(sql, { language })
      const [merchant] = await sql`select name from merchants where id = ${person.merchantId}`
      await fillIntegrations(sql, person)
      // An eleventh, which the pages would not make, whose secret is known.
      const known = await make.apiKey(person.merchantId)
      await enter(person)
      await page.goto(path)
      expect(await byKey(known.apiKey)).toBe(200)

      // The quietest hour of one, and a reminder of it, which is canceled again.
      const waiting = () => sql`
        select from mails where kind = 'credential_reminder' and recipient = ${person.email} and text_body is not null`
      await choose('Caja 1, Naco', t.revoke.action)
      await dialog.getByRole('button', { name: t.impact.remind, exact: true }).press('Enter')
      await expect(dialog.getByText(t.impact.remindedAt.split('{')[0] ?? '')).toBeVisible()
      expect(await waiting()).toHaveLength(1)
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width, height })
      await dialog.getByRole('button', { name: t.impact.forget, exact: true }).press('Enter')
      await expect(dialog.getByRole('button', { name: t.impact.remind, exact: true })).toBeVisible()
      expect(await waiting()).toHaveLength(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      // What stops stands before; the wrong name, and no code, stop nothing.
      await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = ${person.id}`
      await page.reload()
      await page.getByRole('button', { name: t.endAll.action, exact: true }).press('Enter')
      await expect(dialog.getByText(t.impact.confirmable.person)).toBeVisible()
      await expectSoundEverywhere(page)
      // Without what the check has changed in the page.
      await page.setViewportSize({ width, height })
      await page.reload()
      await page.getByRole('button', { name: t.endAll.action, exact: true }).press('Enter')
      const send = async (name: string, code: string) => {
        await dialog.locator('input[name=confirmation]').fill(name)
        await dialog.locator('input[name=stepUpCode]').fill(code)
        await page.keyboard.press('Enter')
      }
      await send('Caja 1, Naco', codeNow(person.secret ?? ''))
      await expect(dialog.getByRole('alert')).toContainText(String(merchant?.name))
      expect(await byKey(known.apiKey)).toBe(200)
      await forgetUsedCodes(sql, person)
      await send(String(merchant?.name), codeNow(person.secret ?? ''))
      await expect(dialog).toBeHidden()
      expect(await byKey(known.apiKey)).toBe(401)
      await expect(page.getByText(t.keys.empty)).toBeVisible()

      // The sheet begins with one that ended; another is chosen.
      await page.getByRole('link', { name: t.views.incident, exact: true }).press('Enter')
      await expect(page.getByRole('heading', { name: words.title, level: 1 })).toBeVisible()
      const choice = page.locator('select[name=credential]')
      const label = await choice.locator('option', { hasText: 'Caja 1, Naco' }).textContent()
      await choice.selectOption({ label: label ?? '' })
      await page.waitForURL(/credential=key-/)
      await page.locator('select[name=hours]').selectOption('168')
      await page.waitForURL(/hours=168/)
      await expect(page.getByRole('rowheader', { name: 'Bella Vista' })).toBeVisible()
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width, height })
      const file = await page.getByRole('link', { name: /CSV/ }).getAttribute('href')
      const answer = await page.request.get(file ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
      expect(await answer.text()).toContain(words.columns.terminal)

      // A new one of the same name: its form is filled in, and what happens is ticked.
      const back = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Caja 1, Naco', exact: true }) })
      await expect(back.getByText(words.yes, { exact: true })).toHaveCount(0)
      await back.getByRole('button', { name: t.keys.create, exact: true }).press('Enter')
      await expect(dialog.getByRole('textbox', { name: t.fields.name, exact: true })).toHaveValue('Caja 1, Naco')
      await dialog.getByRole('button', { name: t.newKey.submit, exact: true }).press('Enter')
      const made = await secret(t.secret.keyTitle)
      // The page below knows of it already, and the secret is still there.
      await expect(page.locator('tr', { hasText: 'Caja 1, Naco' }).getByText(words.yes, { exact: true })).toHaveCount(1)
      await keep(t.secret.copyKey)
      await expect(back.getByText(words.yes, { exact: true })).toHaveCount(1)
      expect(await byKey(made)).toBe(200)
      await expect(async () => {
        await page.reload()
        await expect(back.getByText(words.yes, { exact: true })).toHaveCount(2, { timeout: 1_000 })
      }).toPass({ timeout: 20_000 })

      // Whoever manages credentials was told.
      const [mail] =
        await sql`select subject from mails where kind = 'credentials_ended' and recipient = ${person.email}`
      expect(mail?.subject).toBe(
        say(messages[language].mails.credentials.credentials_ended.subject, { merchant: String(merchant?.name) }),
      )
      await page.goto(path)
      await expect(row('Caja 1, Naco')).toBeVisible()
    })
  })
}
