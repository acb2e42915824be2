import { askToken } from './fixtures/integrations-calls'
import { byKey, integrationsPage, path, say } from './fixtures/integrations-page'
import { expectAccessible, expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** Issue 13, 5: a credential is replaced by another while both work, one till after the other (ADR-0043). */

const settings = [
  { language: 'es', kind: 'api_key', width: 1280, height: 800, locale: 'es-DO' },
  { language: 'en', kind: 'oauth_client', width: 360, height: 640, locale: 'en-US' },
] as const

for (const { language, kind, width, height, locale } of settings) {
  test.describe(`in ${language}, ${width} wide`, () => {
    test.use({ viewport: { width, height }, locale })

    test(`a member replaces an ${kind}, by keyboard: one till first, then the rest, then its end`, async ({
      page,
      sql,
      make,
      enter,
    }) => {
      const credentials = integrationsPage(page, language)
      const { t, dialog } = credentials
      const isKey = kind === 'api_key'
      const person = await enter(await newPerson(sql, { language }))
      const former = isKey ? await make.apiKey(person.merchantId) : await make.oauthClient(person.merchantId)
      const table = sql(isKey ? 'api_keys' : 'oauth_clients')
      const column = sql(isKey ? 'api_key_id' : 'oauth_client_id')
      const [name, next] = ['Caja norte', 'Caja norte (2)']
      await sql`update ${table} set name = ${name}, last_used_at = now() where id = ${former.id}`
      for (const terminal of ['CAJA-1', 'CAJA-2'])
        await sql`insert into terminals (merchant_id, terminal, ${column}, first_seen_at, seen_at, last_call_at)
          values (${person.merchantId}, ${terminal}, ${former.id}, now(), now(), now() - interval '1 hour')`
      const begin = async () => {
        await page.getByRole('button', { name: say(t.actionsOf, { name }), exact: true }).press('Enter')
        await page.getByRole('menuitem', { name: t.replace.action, exact: true }).press('Enter')
        await expect(dialog.getByText(next, { exact: true })).toBeVisible()
      }
      const submit = dialog.getByRole('button', { name: t.replace.submit, exact: true })
      const title = isKey ? t.secret.keyTitle : t.secret.clientTitle
      const row = credentials.row(next)

      // Left without its secret: the new one is gone with it.
      await page.goto(path)
      await begin()
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width, height })
      await submit.press('Enter')
      await credentials.secret(title)
      await page.keyboard.press('Escape')
      await expect(dialog.getByText(t.replace.askText)).toBeVisible()
      await dialog.getByRole('button', { name: t.secret.leave, exact: true }).press('Enter')
      await expect(page.getByText(say(t.replacing.ended, { name: next }))).toBeVisible()
      await expect(row).toHaveCount(0)

      // Begun anew, with a till to change first: until it has come no other is proposed.
      await begin()
      await dialog.getByLabel(t.replace.canary, { exact: true }).selectOption('CAJA-2')
      await dialog.getByLabel(language === 'es' ? '1 hora' : '1 hour', { exact: true }).press('Space')
      await submit.press('Enter')
      const secret = await credentials.secret(title)
      const clientId = isKey ? '' : ((await dialog.locator('dd code').first().textContent()) ?? '')
      await credentials.keep(isKey ? t.secret.copyKey : t.secret.copySecret)
      await expect(row).toBeVisible()
      await page.getByRole('link', { name: t.replace.see, exact: true }).press('Enter')
      await page.waitForURL(/\/(keys|clients)\/\d+$/)
      const finish = page.getByRole('button', { name: say(t.replacing.finish, { name }), exact: true })
      await expect(page.getByText(say(t.replacing.first.awaited, { name: 'CAJA-2' }))).toBeVisible()
      await expect(page.getByRole('link', { name: 'CAJA-1', exact: true })).toHaveCount(0)
      await expect(finish).toHaveAttribute('aria-disabled', 'true')
      const worked = () =>
        isKey ? byKey(secret) : askToken({ clientId, clientSecret: secret }).then(({ status }) => status)
      expect(await worked()).toBe(200)

      // It has come, and the former one is silent: then one press ends that, unless somebody uses it at the last moment.
      const id = Number(/\d+$/.exec(page.url())?.[0])
      await sql`update terminals set ${column} = ${id}, last_call_at = now() where merchant_id = ${person.merchantId} and terminal = 'CAJA-2'`
      await sql`update ${table} set created_at = now() - interval '3 hours', last_used_at = now() where id = ${id}`
      await sql`update ${table} set last_used_at = now() - interval '2 hours' where id = ${former.id}`
      await page.reload()
      await expect(page.getByText(say(t.replacing.first.switched, { name: 'CAJA-2' }))).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'CAJA-1' })).toContainText(t.replacing.states.former)
      await expect(page.getByRole('row').filter({ hasText: 'CAJA-2' })).toContainText(t.replacing.states.switched)
      await page.getByRole('button', { name: t.replacing.abandon, exact: true }).press('Enter')
      const question = page.getByRole('alertdialog')
      await expect(question.getByLabel(t.replacing.keep)).toBeChecked()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width, height })
      await sql`update ${table} set last_used_at = now() where id = ${former.id}`
      await finish.press('Enter')
      const fault = t.faults.still_used.split('{at}')[0] ?? ''
      await expect(page.getByRole('alert').filter({ hasText: say(fault, { name }).trim() })).toBeVisible()
      await sql`update ${table} set last_used_at = now() - interval '2 hours' where id = ${former.id}`
      await page.reload()
      await finish.press('Enter')
      await expect(page.getByText(say(t.replacing.ended, { name }))).toBeVisible()
      await expect(page.getByText(t.replacing.title, { exact: true })).toHaveCount(0)
      expect(await worked()).toBe(200)
      const ended = 'apiKey' in former ? byKey(former.apiKey) : askToken(former).then(({ status }) => status)
      expect(await ended).toBe(401)
      await expect(page.getByRole('rowheader', { name: t.details.events.replacement_finished })).toBeVisible()
    })
  })
}
