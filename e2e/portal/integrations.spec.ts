import { mintApiKey } from '@/lib/credentials/secret'
import { messages } from '@/lib/messages/messages'
import { askToken, byToken } from './fixtures/integrations-calls'
import { byKey, integrationsPage, path, say } from './fixtures/integrations-page'
import { expectAccessible, expectNoSideScroll } from './fixtures/page-checks'
import { codeNow, forgetUsedCodes, givePassword, newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** The whole story of the contract's section 5, by the pages, the API and the token endpoint themselves. */

const settings = [
  { language: 'es', width: 1280, height: 800, locale: 'es-DO' },
  { language: 'en', width: 360, height: 640, locale: 'en-US' },
] as const

for (const { language, width, height, locale } of settings) {
  test.describe(`in ${language}, ${width} wide`, () => {
    test.use({ viewport: { width, height }, locale })

    test('a member enrols, creates a client and a key, calls, rotates, revokes and deletes', async ({ page, sql }) => {
      const account = messages[language].account
      const credentials = integrationsPage(page, language)
      const { t, dialog } = credentials
      const received = dialog.getByText(new RegExp(`^${t.firstCall.received.split('{')[0]}`))
      const person = await newPerson(sql, { twoStep: false, language })
      await page.goto(`/sign-in?next=${encodeURIComponent(path)}`)
      await givePassword(page, person)

      // Without two-step verification the page says so, and leads there and back (P-07).
      await page.getByRole('link', { name: t.access.twoStepAction }).click()
      await page.getByRole('button', { name: account.begin, exact: true }).click()
      await page.locator('input[name=password]').fill(person.password)
      await page.getByRole('button', { name: account.continue, exact: true }).click()
      const seed = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await page.locator('input[name=code]').fill(codeNow(seed))
      await page.getByRole('button', { name: account.confirm, exact: true }).click()
      await page.getByRole('button', { name: account.codesKept }).click()
      await page.getByRole('link', { name: account.continue, exact: true }).click()
      await expect(page.getByText(t.keys.empty)).toBeVisible()

      // A key: shown once, used, and seen to be used.
      const key = await credentials.createKey('Caja 1, Naco')
      expect(key).toMatch(/^ck_[A-Za-z0-9]{16}\.[A-Za-z0-9]{49}$/)
      await expect(dialog.getByText(t.firstCall.waiting)).toBeVisible()
      expect(await byKey(key)).toBe(200)
      await expect(received).toBeVisible()
      await credentials.keep(t.secret.copyKey)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
      await expect(credentials.row('Caja 1, Naco')).toContainText(`ck_${key.slice(3, 19)}`)
      await page.reload()
      await expect(credentials.row('Caja 1, Naco')).toContainText(say(t.from, { address: '' }).trim())
      await expectNoSideScroll(page)
      expect(await page.content()).not.toContain(key.slice(20))

      // A client: its secret asks for tokens.
      const client = await credentials.createClient('ERP')
      const issued = await askToken(client)
      expect([issued.status, await byToken(issued.token)]).toEqual([200, 200])
      await expect(received).toBeVisible()
      await credentials.keep(t.secret.copySecret)

      // Rotated: the old secret is refused at once, the issued token lives. The last code is old by now.
      await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = ${person.id}`
      await credentials.choose('ERP', t.rotate.action)
      await expect(dialog.getByText(t.rotate.now)).toBeVisible()
      await credentials.confirm('ERP', t.rotate.submit)
      await forgetUsedCodes(sql, person)
      await dialog.locator('input[name=stepUpCode]').fill(codeNow(seed))
      await dialog.getByRole('button', { name: t.rotate.submit, exact: true }).click()
      const rotated = { ...client, clientSecret: await credentials.secret(t.secret.rotatedTitle) }
      expect([(await askToken(client)).status, await byToken(issued.token)]).toEqual([401, 200])
      await expect(dialog.getByText(t.firstCall.hintRotated)).toBeVisible()
      const again = await askToken(rotated)
      expect([again.status, await byToken(again.token)]).toEqual([200, 200])
      await credentials.keep(t.secret.copySecret)

      // Found in a file: read in the browser, asked by its prefix alone, and what it is of can be ended there.
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
      const found = dialog.getByRole('textbox', { name: t.search.found, exact: true })
      const search = dialog.getByRole('button', { name: t.search.submit, exact: true })
      await page.getByRole('button', { name: t.search.title, exact: true }).click()
      await found.fill(`ALIADO_API_KEY=${key.slice(0, -1)}`)
      await expect(dialog.getByText(t.search.readings.mistyped.api_key)).toBeVisible()
      await found.fill(mintApiKey('test').apiKey.reveal())
      await search.press('Enter')
      await expect(dialog.getByText(t.search.noneText)).toBeVisible()
      await found.fill(client.clientSecret)
      await expect(dialog.getByText(t.search.readings.whole.oauth_client)).toBeVisible()
      await search.press('Enter')
      await expect(dialog.getByRole('region', { name: 'ERP', exact: true })).toBeFocused()
      await found.fill(`ALIADO_API_KEY=${key}`)
      await expect(dialog.getByText(t.search.readings.whole.api_key)).toBeVisible()
      await search.press('Enter')
      await expect(dialog.getByRole('region', { name: 'Caja 1, Naco', exact: true })).toContainText(person.name)
      await expectNoSideScroll(page)
      await expectAccessible(page)
      await expectNoSideScroll(page)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t.revoke.action, exact: true }).press('Enter')
      await expect(page.getByRole('alertdialog')).toContainText(t.revoke.now)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: t.search.title, exact: true }).press('Enter')
      await expect(found).toHaveValue('')
      await page.keyboard.press('Escape')
      const asked = sent.join()
      expect([asked.includes(key.slice(3, 19)), asked.includes(client.clientId)]).toEqual([true, true])
      expect([asked.includes(key.slice(20, 30)), asked.includes(client.clientSecret.slice(0, 10))]).toEqual([
        false,
        false,
      ])

      // Limited to other addresses: tried on what was called, refused from the next call, and open again.
      await credentials.choose('Caja 1, Naco', t.restrict.action)
      const allowed = dialog.getByLabel(t.restrict.addresses)
      await allowed.fill('203.0.113.0/33')
      await dialog.getByRole('button', { name: t.restrict.try, exact: true }).click()
      await expect(dialog.getByText(say(t.faults.address_invalid, { address: '203.0.113.0/33' }))).toBeVisible()
      await allowed.fill('203.0.113.0/24')
      await dialog.getByRole('button', { name: t.restrict.try, exact: true }).press('Enter')
      const refused = dialog.getByRole('status').getByRole('listitem')
      await expect(async () => {
        await dialog.getByRole('button', { name: t.restrict.try, exact: true }).press('Enter')
        await expect(refused.first()).toContainText('127.0.0.1', { timeout: 1_000 })
      }).toPass({ timeout: 20_000 })
      await expectNoSideScroll(page)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t.restrict.submit, exact: true }).press('Enter')
      await expect(page.getByText(say(t.restrict.done, { name: 'Caja 1, Naco' }))).toBeVisible()
      expect(await byKey(key)).toBe(401)
      await credentials.choose('Caja 1, Naco', t.restrict.action)
      await expect(allowed).toHaveValue('203.0.113.0/24')
      await dialog.getByRole('button', { name: t.restrict.propose, exact: true }).click()
      await expect(allowed).toHaveValue(/^127\.0\.0\.1$/)
      await expect(dialog.getByText(t.restrict.noneRefused)).toBeVisible()
      await dialog.getByRole('button', { name: t.restrict.submit, exact: true }).click()
      await expect(dialog).toBeHidden()
      expect(await byKey(key)).toBe(200)

      // Revoked: the next call is refused.
      await credentials.choose('Caja 1, Naco', t.revoke.action)
      await credentials.confirm('Caja 2', t.revoke.submit)
      await expect(dialog.getByRole('alert')).toContainText('Caja 1, Naco')
      expect(await byKey(key)).toBe(200)
      await credentials.confirm('Caja 1, Naco', t.revoke.submit)
      await expect(page.getByText(say(t.revoke.done, { name: 'Caja 1, Naco' }))).toBeVisible()
      expect(await byKey(key)).toBe(401)

      // Deleted: its tokens die.
      await credentials.choose('ERP', t.delete.action)
      await credentials.confirm('ERP', t.delete.submit)
      await expect(page.getByText(say(t.delete.done, { name: 'ERP' }))).toBeVisible()
      expect([await byToken(issued.token), await byToken(again.token)]).toEqual([401, 401])
      expect((await askToken(rotated)).status).toBe(401)

      // Both are among the past ones, with who and when; and the page of the key tells why its last call was refused.
      await page.getByRole('link', { name: t.views.past, exact: true }).click()
      await expect(credentials.row('ERP')).toContainText(person.name)
      await credentials.row('Caja 1, Naco').getByRole('link').first().click()
      await page.waitForURL(/\/keys\/\d+$/)
      await expect(page).toHaveTitle('Caja 1, Naco · Aliado')
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('rowheader', { name: t.details.reasons.revoked })).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 20_000 })
      await expect(page.getByRole('rowheader', { name: t.details.events.created })).toBeVisible()
      await expect(page.getByRole('rowheader', { name: t.details.events.revoked, exact: true })).toBeVisible()
      await expectNoSideScroll(page)
    })
  })
}
