import { auditKey, verifyTrail } from '@/lib/audit/trail-file'
import { publishedKey, readPublicKey } from '@/lib/kernel/signing-key'
import { messages } from '@/lib/messages/messages'
import { testDataKey } from '../fixtures/factories'
import { closedDay } from './access/operator'
import { newInvitation } from './access/team'
import { enrol, makeAccount } from './fixtures/joining'
import { inviteByCommand } from './fixtures/operator-command'
import { expectAccessible, expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { codeNow, newPerson } from './fixtures/people'
import { expect, portalUrl, test } from './fixtures/test'

/** The network is run from its office: by a person whom a command invited, and by those whom that person invites. */

/** Other tests of this database have operators of their own. */
const inviteAgain = (email: string) =>
  inviteByCommand([email, '--again'], {
    DATABASE_URL: process.env.PORTAL_SERVING_URL,
    MIGRATION_DATABASE_URL: process.env.PORTAL_DATABASE_URL,
    DATA_KEY: testDataKey,
    PUBLIC_OFFICE_URL: portalUrl(),
  })

const password = 'cuatro garzas vuelan alto'

const mark = () => Math.random().toString(36).slice(2, 10)

for (const { language, locale, width, height } of [
  { language: 'es', locale: 'es-DO', width: 1280, height: 800 },
  { language: 'en', locale: 'en-US', width: 360, height: 640 },
] as const) {
  test.describe(`in ${language}, ${width} wide`, () => {
    test.use({ viewport: { width, height }, locale })

    test('the first operator comes by a command, enrols, invites a colleague, and reads who did what (ADR-0053)', async ({
      page,
      sql,
    }) => {
      const { account, team, operatorHome, operatorActivity, activity, entry } = messages[language]
      const name = `Olga ${mark()}`
      const email = `${mark()}@aliado.example`
      const seen = async () => {
        if (language === 'en') {
          await expectNoSideScroll(page)
          return expectAccessible(page)
        }
        await expectSoundEverywhere(page)
        await page.setViewportSize({ width, height })
      }

      await page.goto(await inviteAgain(email))
      await expect(page.getByText(entry.invitationLeadAlone.replace('{tenant}', entry.network))).toBeVisible()
      await makeAccount(page, { name, password })

      // Without two-step verification nothing of the office opens (P-07).
      await page.goto('/operator/team')
      await page.getByRole('link', { name: messages[language].missing.twoStepAction }).click()
      const seed = await enrol(page, language, password)
      await page.getByRole('link', { name: account.continue, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: team.title })).toBeVisible()

      await page.goto('/operator')
      await expect(
        page.getByRole('heading', { level: 1, name: operatorHome.greeting.replace('{name}', name) }),
      ).toBeVisible()
      await expect(page.getByRole('region', { name: operatorHome.network })).toContainText(operatorHome.reservations)
      await seen()

      // Every change asks for a fresh code: the last one is old by now.
      await page.goto('/operator/team')
      await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = (select id from users where email = ${email})`
      const colleague = `${mark()}@aliado.example`
      await page.getByRole('button', { name: team.invite, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name=email]').fill(colleague)
      await dialog.getByLabel(team.roles.support, { exact: true }).check()
      await dialog.getByRole('button', { name: team.inviteSend }).click()
      await expect(dialog.getByLabel(team.code)).toBeVisible()
      await sql`update users set totp_last_step = null where email = ${email}`
      await dialog.getByLabel(team.code).fill(codeNow(seed))
      await dialog.getByRole('button', { name: team.inviteSend }).click()
      await expect(page.getByText(team.inviteWaits)).toBeVisible()

      // One that another person has approved; it is withdrawn by a fresh code too.
      const [me] = await sql`select id from users where email = ${email}`
      await newInvitation(
        { sql, email: () => colleague },
        { invitedBy: Number(me?.id), permission: 'operator.support.view' },
      )
      await page.reload()
      await expect(page.getByRole('row').filter({ hasText: colleague })).toBeVisible()
      await seen()

      await sql`update sessions set second_step_at = now() - interval '6 minutes' where user_id = (select id from users where email = ${email})`
      await sql`update users set totp_last_step = null where email = ${email}`
      await page.reload()
      await page.getByRole('button', { name: team.withdrawLabel.replace('{email}', colleague) }).click()
      await dialog.getByLabel(team.code).fill(codeNow(seed))
      await dialog.getByRole('button', { name: team.withdrawSubmit }).click()
      await expect(page.getByText(team.withdrawn)).toBeVisible()

      await page.goto('/operator/activity?kind=team&action=invitation.withdrawn')
      const row = page.getByRole('row').filter({ hasText: colleague })
      await expect(row).toContainText(activity.actions.invitation.withdrawn)
      await expect(row).toContainText(name)
      await expect(page.getByText(operatorActivity.export)).toBeVisible()
      await seen()

      const path = await closedDay({ sql })
      const day = await page.request.get(path)
      expect(day.status()).toBe(200)
      const key = readPublicKey(publishedKey(auditKey(testDataKey)).pem)
      expect(key && verifyTrail([{ name: 'day', text: await day.text() }], key)).toMatchObject({ kind: 'valid' })
      expect(await (await page.request.get('/operator/activity/key')).text()).toBe(
        publishedKey(auditKey(testDataKey)).pem,
      )
    })
  })
}

test('to who is not of the operator no page of the office exists, and a merchant reads none of its people', async ({
  page,
  sql,
  enter,
  watch,
}) => {
  watch.expectProblem(/404/)
  const ana = await enter(await newPerson(sql))
  await page.goto('/operator/team')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe')
  await page.goto('/operator')
  await expect(page).toHaveURL(/\/portal$/)
  const denied = await sql`select subject_id, outcome from audit_events
    where user_id = ${ana.id} and action = 'page.opened' order by id`
  expect(denied).toEqual([{ subject_id: 'operator', outcome: 'denied' }])
})
