import { ui as en } from '@/lib/messages/en/ui'
import { ui as es } from '@/lib/messages/es/ui'
import { canary } from '../fixtures/canaries'
import { integrationsPage, path, say } from './fixtures/integrations-page'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { sectionOf } from './fixtures/page-parts'
import { newPerson } from './fixtures/people'
import { expect, portalUrl, test } from './fixtures/test'
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

    test('what is worth mending, with what mends it, and a calendar of the keys that end', async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const person = await newPerson(sql, { language })
      const at = new Date(Date.now() + 20 * 86_400_000)
      for (const name of ['Caja 1', 'Caja 2', 'Caja vieja']) {
        const { id } = await make.apiKey(person.merchantId, name === 'Caja vieja' ? {} : { expiresAt: at })
        await sql`update api_keys set name = ${name}, created_by = ${person.id},
          last_used_at = ${name === 'Caja vieja' ? null : new Date()} where id = ${id}`
        if (name === 'Caja 2')
          await sql`insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times, address)
            values (${person.merchantId}, ${id}, now() - interval '1 hour', 'wrong_secret', 'POST /api/v1/discounts/apply', 31, '198.51.100.7')`
      }
      await enter(person)
      await page.goto(path)
      const { t, dialog } = integrationsPage(page, language)
      const hints = sectionOf(page, t.hints.title).getByRole('listitem')
      await expect(hints).toHaveCount(3)
      await expect(hints.nth(0)).toContainText(
        say(t.hints.address, { times: '31', address: '198.51.100.7', names: 'Caja 2' }),
      )
      await expect(hints.nth(1)).toContainText('Caja 1')
      await expect(hints.nth(1).getByRole('link')).toHaveText(['Caja 2', 'Caja 1'])
      await expect(hints.nth(2)).toContainText(say(t.hints.neverUsed, { name: 'Caja vieja' }))
      await expectSoundEverywhere(page)
      await hints.nth(2).getByRole('button', { name: t.revoke.action, exact: true }).press('Enter')
      const revoking = page.getByRole('alertdialog')
      await revoking.locator('input[name=confirmation]').fill('Caja vieja')
      await revoking.getByRole('button', { name: t.revoke.submit, exact: true }).press('Enter')
      await expect(hints).toHaveCount(2)

      const choose = (name: string) => dialog.getByRole('button', { name, exact: true }).press('Enter')
      const openCalendar = () => page.getByRole('button', { name: t.calendar.action, exact: true }).press('Enter')
      const shown = async () => {
        const address = (await dialog.locator('code').textContent()) ?? ''
        canary(address.match(/([^/]+)\.ics$/)?.[1] ?? '', 'once')
        return address
      }
      const read = async (address: string) => {
        const answer = await fetch(new URL(new URL(address).pathname, portalUrl()))
        return { status: answer.status, events: [...(await answer.text()).matchAll(/^SUMMARY:(.*)\r$/gm)].length }
      }
      await openCalendar()
      await expect(dialog.getByText(t.calendar.none)).toBeVisible()
      await expectSoundEverywhere(page)
      await choose(t.calendar.open)
      await expect(dialog.getByText(t.calendar.once)).toBeVisible()
      const first = await shown()
      await expectSoundEverywhere(page)
      expect(await read(first)).toEqual({ status: 200, events: 2 })
      await choose(t.calendar.done)
      await expect(dialog).toHaveCount(0)
      await openCalendar()
      await choose(t.calendar.replace)
      await expect(dialog.getByText(t.calendar.once)).toBeVisible()
      const second = await shown()
      expect([await read(first), await read(second)]).toEqual([
        { status: 404, events: 0 },
        { status: 200, events: 2 },
      ])
      await choose(t.calendar.done)
      await expect(dialog).toHaveCount(0)
      await openCalendar()
      await choose(t.calendar.revoke)
      await expect(page.getByText(t.calendar.revoked)).toBeVisible()
      expect(await read(second)).toEqual({ status: 404, events: 0 })
    })
  })
}
