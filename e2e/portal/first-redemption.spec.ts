import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { messages } from '@/lib/messages/messages'
import { projectRoot } from '@/server/settings'
import { canary } from '../fixtures/canaries'
import { mailedPath } from './fixtures/outbox'
import { dialogOf } from './fixtures/page-parts'
import { codeNow } from './fixtures/people'
import { expect, type Page, test } from './fixtures/test'

/** How far it is, in the browser alone, from the mail of an invitation to a consumption that is registered. */

/** Counts what a person does: what they press, what they type, and the pages that they see. */
function counting(page: Page) {
  const counted = { clicks: 0, fields: 0, pages: 0 }
  let last = ''
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame !== page.mainFrame() || pathname === last || frame.url() === 'about:blank') return
    last = pathname
    counted.pages += 1
  })
  return {
    counted,
    press: async (role: 'button' | 'link', name: string, within: Pick<Page, 'getByRole'> = page) => {
      await within.getByRole(role, { name, exact: true }).click()
      counted.clicks += 1
    },
    type: async (label: string, text: string, within: Pick<Page, 'getByLabel'> = page) => {
      await within.getByLabel(new RegExp(`^${label}`)).fill(text)
      counted.fields += 1
    },
  }
}

test('somebody who is invited comes to a first consumption in as many steps as docs/pages.md says', async ({
  page,
  make,
  staff,
  pageOf,
}) => {
  const { entry, account, shell, integrations, sandbox, team } = messages.es
  await make.identificationTypes()
  const merchant = await make.merchant()
  const email = `dev.${merchant.id}@integra.example`
  const admin = await pageOf(await staff.member(merchant.id, { permissions: merchantPermissions }))
  await admin.goto('/portal/team')
  await admin.getByRole('button', { name: team.invite, exact: true }).click()
  await dialogOf(admin).getByLabel('Correo').fill(email)
  await dialogOf(admin)
    .getByRole('radio', { name: new RegExp(`^${team.roles.integrations}`) })
    .check()
  await dialogOf(admin).getByRole('button', { name: 'Enviar invitación' }).click()
  const path = await mailedPath('invitation', email)

  const { counted, press, type } = counting(page)
  await page.goto(path)
  await type(entry.name, 'Dora Peña')
  const password = canary('cinco flamencos en la laguna')
  await type(entry.newPassword, password)
  await press('button', entry.createAccount)

  await press('button', account.begin)
  await type(account.currentPassword, password)
  await press('button', account.continue)
  await expect(page.getByRole('img', { name: 'Código QR' })).toBeVisible()
  const secret = canary(((await page.locator('code').textContent()) ?? '').replaceAll(' ', ''), 'once')
  await type('Código de 6 dígitos', codeNow(secret))
  await press('button', account.confirm)
  await press('button', account.codesKept)

  await press('link', shell.sections.integrations)
  await press('button', integrations.keys.create)
  const dialog = dialogOf(page)
  await type(integrations.fields.name, 'Caja 1', dialog)
  await press('button', integrations.newKey.submit, dialog)
  await press('button', integrations.secret.copyKey, dialog)
  await press('button', integrations.secret.done, dialog)

  await press('link', integrations.views.sandbox)
  await press('button', sandbox.prepare)
  const key = canary(await page.evaluate(() => navigator.clipboard.readText()), 'once')
  const tried = page.getByRole('form', { name: sandbox.try.title })
  await type(sandbox.try.key, key, tried)
  const created = page.getByText(sandbox.try.status.replace('{status}', '201'), { exact: true })
  const answer = page.getByRole('region', { name: `${sandbox.try.answer}, ${sandbox.try.answer}` })
  await press('button', sandbox.steps.apply, tried)
  await expect(answer).toContainText('"status": "Authorized"')
  await press('button', sandbox.steps.consume, tried)
  await expect(answer).toContainText('"status": "Registered"')
  await expect(created).toBeVisible()

  const said = readFileSync(join(projectRoot, 'docs/pages.md'), 'utf8')
  const { clicks, fields, pages } = counted
  expect(said).toContain(`| ${clicks} clicks, ${fields} fields, ${pages} pages |`)
})
