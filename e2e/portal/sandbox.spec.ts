import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { messages } from '@/lib/messages/messages'
import { identities } from '@/lib/sandbox/identities'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** D67: one button prepares what a till is tried with, and the page says all that a first sale takes. */

const run = promisify(execFile)
const path = '/portal/integrations/sandbox'

/** Runs a command of the page as it stands, as a developer who pasted it. */
async function pasted(command: string, env: Record<string, string>) {
  const { stdout } = await run('bash', ['-c', command.replace('curl ', 'curl -sS ')], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
  })
  return JSON.parse(stdout)
}

for (const [language, locale] of [
  ['es', 'es-DO'],
  ['en', 'en-US'],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale })

    test('a member prepares the sandbox with one button, pastes the three calls of the page, and empties it', async ({
      page,
      sql,
      make,
      enter,
      watch,
    }) => {
      const { sandbox: t, integrations, requests, liveCalls: live } = messages[language]
      await make.identificationTypes()
      const person = await newPerson(sql, { language })
      const key = await make.apiKey(person.merchantId)
      await enter(person)
      await page.goto('/portal/integrations')
      await page.getByRole('link', { name: integrations.views.sandbox, exact: true }).click()
      await page.waitForURL(`**${path}`)
      await expect(page.getByText(t.before)).toBeVisible()
      await expectSoundEverywhere(page)

      const prepare = page.getByRole('button', { name: t.prepare, exact: true })
      await prepare.focus()
      await page.keyboard.press('Enter')
      const table = page.getByRole('table', { name: t.identities })
      await expect(table).toBeVisible()
      for (const { cedula, letters } of identities) {
        await expect(table.getByRole('row').filter({ hasText: cedula })).toContainText(letters)
      }
      await expect(page.getByText(t.banner)).toBeVisible()
      for (const name of [t.discounts, t.branches, t.articles])
        await expect(page.getByRole('table', { name, exact: true })).toBeVisible()
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 1280, height: 800 })

      const code = page.getByRole('region', { name: t.calls }).locator('pre')
      const env: Record<string, string> = { ALIADO_API_KEY: key.apiKey }
      const step = async (name: string) => {
        await page
          .getByRole('region', { name: t.calls })
          .or(page.locator('section'))
          .getByRole('button', { name, exact: true })
          .first()
          .click()
        return pasted((await code.textContent()) ?? '', env)
      }
      expect((await step(t.steps.eligibility)).value).toMatchObject({ eligible: true })
      const applied = await step(t.steps.apply)
      expect(applied.value).toMatchObject({ discountAmount: 102.5, finalAmount: 922.5 })
      env.ALIADO_AUTHORIZATION_CODE = applied.value.authorizationCode
      expect((await step(t.steps.consume)).value).toMatchObject({ status: 'Registered', finalAmount: 922.5 })

      // With the key in the form: the same, without a line of code; a repeated call is answered again (D44).
      const form = page.getByRole('form', { name: t.try.title })
      const shown = page.getByRole('region', { name: `${t.try.answer}, ${t.try.answer}` })
      const press = async (name: string, status: number) => {
        await form.getByRole('button', { name, exact: true }).click()
        await expect(page.getByText(t.try.status.replace('{status}', String(status)), { exact: true })).toBeVisible()
      }
      const stranger = await make.apiKey((await make.merchant()).id)
      await form.getByLabel(t.try.key).fill(stranger.apiKey)
      await form.getByRole('button', { name: t.steps.eligibility, exact: true }).click()
      await expect(form.getByText(t.faults.key_not_yours).first()).toBeVisible()
      await expect(page.getByText(t.log.waiting)).toBeVisible()
      await form.getByLabel(t.try.key).fill(key.apiKey)
      await press(t.steps.eligibility, 200)
      // Beside it what arrives with that key, the three calls of the pasted code too.
      const log = page.getByRole('list', { name: t.log.caption })
      const logged = log.getByRole('listitem')
      await expect(logged).toHaveCount(4, { timeout: 20_000 })
      await expect(logged.first()).toContainText(requests.operations.checkEligibility)
      await expect(logged.first()).toContainText('200')
      await expect(shown).toContainText('"displayName": "Ana P."')
      await press(t.steps.apply, 201)
      await expect(shown).toContainText('"discountAmount": 102.5')
      await form.getByLabel(t.try.again).check()
      await form.getByRole('button', { name: t.steps.apply, exact: true }).click()
      await expect(shown).toContainText('idempotent-replayed')
      await expect(logged.first()).toContainText(requests.replayed, { timeout: 20_000 })
      await form.getByLabel(t.try.again).uncheck()
      await form.getByRole('button', { name: t.steps.consume, exact: true }).click()
      await expect(shown).toContainText('"status": "Registered"')
      await expect(page.locator('body')).not.toContainText(key.apiKey.split('.')[1] ?? key.apiKey)
      await form.getByLabel(t.try.key).fill('')
      await press(t.steps.eligibility, 401)
      await expect(logged).toHaveCount(7, { timeout: 20_000 })
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 1280, height: 800 })

      // The address says whose calls they are; an answer that does not come leaves the rows, and is asked for again.
      await page.clock.install()
      await page.reload()
      await expect(logged).toHaveCount(7)
      const asked: string[] = []
      page.on(
        'request',
        (request) => void (request.url().endsWith('/portal/requests/newer') && asked.push(request.url())),
      )
      const control = (name: string) => page.getByRole('button', { name, exact: true })
      watch.expectProblem(/503|requests\/newer/)
      await page.route('**/portal/requests/newer', (route) =>
        route.fulfill({ status: 503, json: { code: 'unexpected' } }),
      )
      await expect(page.getByText(t.log.offline).first()).toBeVisible({ timeout: 20_000 })
      await expect(logged).toHaveCount(7)
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.unroute('**/portal/requests/newer')
      await page.clock.fastForward('00:30')
      await expect(page.getByText(t.log.following)).toBeVisible({ timeout: 20_000 })

      // A fault that is set is met by the next call of that key, and by no other.
      const arm = page.getByRole('form', { name: t.arm.title })
      await arm.getByLabel(t.arm.credential, { exact: true }).selectOption({ value: `key-${key.id}` })
      await arm.getByLabel(t.arm.fault, { exact: true }).selectOption('slow')
      await arm.getByRole('textbox', { name: t.arm.seconds }).fill('61')
      await arm.getByRole('button', { name: t.arm.submit }).click()
      await expect(arm.getByText(t.faults.seconds_unfit).first()).toBeVisible()
      await arm.getByLabel(t.arm.fault, { exact: true }).selectOption('merchant_disabled')
      await arm.getByRole('textbox', { name: t.arm.seconds }).fill('')
      await arm.getByLabel(t.arm.times, { exact: true }).fill('2')
      await arm.getByRole('button', { name: t.arm.submit }).click()
      const armed = page.getByRole('table', { name: t.arm.armed })
      await expect(armed).toContainText(t.arm.kinds.merchant_disabled)
      await expectSoundEverywhere(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await form.getByLabel(t.try.key).fill(key.apiKey)
      await press(t.steps.eligibility, 403)
      await expect(shown).toContainText('"code": "merchant_disabled"')
      const staged = t.log.stagedFault.replace('{fault}', t.arm.kinds.merchant_disabled)
      await expect(logged.first()).toContainText(staged, { timeout: 20_000 })
      await expect(logged.first()).toContainText('merchant_disabled')
      await expect(logged).toHaveCount(8)
      await expectSoundEverywhere(page)
      // Paused, no row changes and nothing is asked; afterwards all of it is there.
      await control(t.log.pause).click()
      await expect(page.getByText(t.log.paused).first()).toBeVisible()
      const askedBefore = asked.length
      await armed.getByRole('button', { name: t.arm.disarmOf.replace('{name}', key.apiKey.slice(3, 19)) }).click()
      await expect(page.getByText(t.arm.none)).toBeVisible()
      await press(t.steps.eligibility, 200)
      await expect
        .poll(() => sql`select 1 from api_requests where api_key_id = ${key.id}`.then((rows) => rows.length))
        .toBe(9)
      await page.clock.fastForward('00:30')
      await expect(logged).toHaveCount(8)
      await expect(logged.first()).toContainText(staged)
      expect(asked).toHaveLength(askedBefore)
      await control(live.goOn).click()
      await expect(logged).toHaveCount(9)
      await expect(logged.first()).toContainText('200')
      await expect(control(t.log.pause)).toBeFocused()
      // Under who reads the rows with the keyboard none moves.
      await logged.first().getByRole('link').focus()
      expect((await pasted((await code.textContent()) ?? '', env)).value).toMatchObject({ eligible: true })
      await control(live.show.match(/one \{([^}]*)\}/)?.[1]?.replace('#', '1') ?? 'no text').click({ timeout: 20_000 })
      await expect(logged).toHaveCount(10)

      // A second press finds nothing to make.
      await page.getByRole('button', { name: t.prepareAgain, exact: true }).click()
      await expect(page.getByText(t.prepared.match(/=0 \{([^}]*)\}/)?.[1] ?? 'no text')).toBeVisible()
      await page.getByRole('button', { name: t.empty, exact: true }).click()
      await expect(page.getByText(t.emptied.match(/=0 \{([^}]*)\}/)?.[1] ?? 'no text')).toBeVisible()

      await page.setViewportSize({ width: 360, height: 640 })
      const opened = page.waitForEvent('popup')
      await logged.first().getByRole('link').click()
      await (await opened).waitForURL(/\/portal\/requests\/[0-9a-f-]{36}$/)
    })

    test('who does not manage integrations is told so, and nothing is made', async ({ page, sql, enter }) => {
      const person = await newPerson(sql, { language, permissions: ['merchant.catalog.manage'] })
      await enter(person)
      await page.goto(path)
      await expect(page.getByRole('button', { name: messages[language].sandbox.prepare })).toHaveCount(0)
      expect(await sql`select from discounts where merchant_id = ${person.merchantId}`).toHaveLength(0)
    })
  })
}
