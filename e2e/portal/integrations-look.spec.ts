import { ui as en } from '@/lib/messages/en/ui'
import { ui as es } from '@/lib/messages/es/ui'
import { integrationsPage, path } from './fixtures/integrations-page'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'
import { fillIntegrations } from './scenes/integrations-data'

const cancel = { es: es.cancel, en: en.cancel }

/** U-02, U-03, U-12: the pages and dialogs of credentials, empty and full, at every size and in both looks. */

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'es' ? 'es-DO' : 'en-US' })

    test('nothing yet, and the forms that begin', async ({ page, sql, enter }) => {
      await enter(await newPerson(sql, { language }))
      await page.goto(path)
      const { t, dialog } = integrationsPage(page, language)
      await expectSoundEverywhere(page)
      for (const create of [t.keys.create, t.clients.create]) {
        await page.getByRole('button', { name: create, exact: true }).click()
        await expect(dialog).toBeVisible()
        await expectSoundEverywhere(page)
        await dialog.locator('button[type=submit]').click()
        await expect(dialog.getByRole('alert')).toBeVisible()
        await expectSoundEverywhere(page)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await page.goto(`${path}?view=past`)
      await expectSoundEverywhere(page)
    })

    test('full lists, with names of every kind shown as text (P-18), and why there can be no more', async ({
      page,
      sql,
      enter,
    }) => {
      const person = await newPerson(sql, { language })
      const { key } = await fillIntegrations(sql, person)
      await enter(person)
      await page.goto(path)
      const credentials = integrationsPage(page, language)
      await expectSoundEverywhere(page)
      await expect(credentials.row('<img src=x onerror=alert(1)>')).toBeVisible()
      const create = page.getByRole('button', { name: credentials.t.keys.create, exact: true })
      await expect(create).toHaveAttribute('aria-disabled', 'true')
      await create.focus()
      const reason = page.getByText(credentials.t.keys.full.replace('{max}', '10'))
      await expect(reason.filter({ visible: true })).toHaveCount(1)
      await create.click({ force: true })
      await expect(credentials.dialog).toBeHidden()
      for (const [name, action] of [
        ['ERP central', credentials.t.rotate.action],
        ['ERP central', credentials.t.delete.action],
        ['Caja 1, Naco', credentials.t.revoke.action],
      ] as const) {
        await credentials.choose(name, action)
        await expect(credentials.dialog.getByText(credentials.t.impact.quietest, { exact: true })).toBeVisible()
        await expect(credentials.dialog.locator('[aria-busy=true]')).toHaveCount(0)
        await expectSoundEverywhere(page)
        await credentials.dialog.getByRole('button', { name: cancel[language], exact: true }).click()
        await expect(credentials.dialog).toBeHidden()
      }
      await page.goto(`${path}?view=past`)
      await expectSoundEverywhere(page)
      await page.goto(`${path}/keys/${key}`)
      await expect(page.getByRole('img', { name: credentials.t.details.callsLabel })).toBeVisible()
      await expectSoundEverywhere(page)
      await page.getByRole('button', { name: language === 'es' ? 'Ver como tabla' : 'Show as table' }).click()
      await expectSoundEverywhere(page)
    })
  })
}
