import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { digest } from '@/lib/credentials/secret'
import { newAlphanumeric } from '@/lib/kernel/random-text'
import { codeNow, forgetUsedCodes, givePassword, newPerson, type Person, signIn } from '../fixtures/people'
import type { Scene } from './scene'

type Given = { sql: Sql; language: 'es' | 'en' }

const as =
  (
    path: string,
    options: Parameters<typeof newPerson>[1] = {},
    then?: (page: Page, given: Given, person: Person) => Promise<void>,
  ) =>
  async (page: Page, given: Given) => {
    const person = await newPerson(given.sql, { language: given.language, ...options })
    await signIn(page, person, path)
    await page.goto(path)
    await then?.(page, given, person)
  }

/** A link as it would be mailed. */
async function resetLink(sql: Sql): Promise<string> {
  const person = await newPerson(sql)
  const token = newAlphanumeric(43)
  await sql`insert into password_resets (user_id, token_hash, expires_at)
    values (${person.id}, ${digest(token)}, now() + interval '30 minutes')`
  return `/reset-password?token=${token}`
}

async function invitationLink(sql: Sql, email: string): Promise<string> {
  const person = await newPerson(sql)
  const token = newAlphanumeric(43)
  await sql`insert into invitations (merchant_id, email, permissions, token_hash, invited_by, expires_at)
    values (${person.merchantId}, ${email}, ${['merchant.integrations.manage', 'merchant.consumptions.read']},
      ${digest(token)}, ${person.id}, now() + interval '7 days')`
  return `/invitation?token=${token}`
}

const newEmail = () => `pedro.${randomBytes(4).toString('hex')}@mercado.example`

/** The ways in, and a user's own account. */
export const accountScenes: readonly Scene[] = [
  { name: 'sign-in', open: (page) => page.goto('/sign-in').then(() => undefined) },
  {
    name: 'sign-in-refused',
    open: async (page) => {
      await page.goto('/sign-in')
      await givePassword(page, { email: newEmail(), password: 'not the password' })
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'verify',
    open: async (page, { sql, language }) => {
      await page.goto('/sign-in')
      await givePassword(page, await newPerson(sql, { language }))
      await page.waitForURL(/verify/)
    },
  },
  {
    name: 'verify-recovery',
    open: async (page, { sql, language }) => {
      await page.goto('/sign-in')
      await givePassword(page, await newPerson(sql, { language }))
      await page.waitForURL(/verify/)
      await page.goto('/sign-in/verify?by=recovery')
    },
  },
  { name: 'forgot', open: (page) => page.goto('/forgot-password').then(() => undefined) },
  { name: 'forgot-sent', open: (page) => page.goto('/forgot-password?sent=1').then(() => undefined) },
  {
    name: 'reset',
    open: async (page, { sql }) => {
      await page.goto(await resetLink(sql))
    },
  },
  { name: 'reset-over', open: (page) => page.goto('/reset-password?token=x').then(() => undefined) },
  {
    name: 'invitation-new',
    open: async (page, { sql }) => {
      await page.goto(await invitationLink(sql, newEmail()))
    },
  },
  {
    name: 'invitation-known',
    open: async (page, { sql }) => {
      await page.goto(await invitationLink(sql, (await newPerson(sql)).email))
    },
  },
  { name: 'account', open: as('/account') },
  { name: 'account-plain', open: as('/account', { twoStep: false }) },
  { name: 'security-off', open: as('/account/security?next=%2Fportal', { twoStep: false }) },
  {
    name: 'security-scan',
    open: as('/account/security', { twoStep: false }, async (page, _, person) => {
      await page.locator('#content button:not([type=submit])').last().click()
      await page.locator('input[name=password]').fill(person.password)
      await page.locator('#content form button[type=submit]').last().click()
      await page.locator('svg[role=img]').waitFor()
    }),
  },
  {
    name: 'security-codes',
    open: as('/account/security', {}, async (page, { sql }, person) => {
      await forgetUsedCodes(sql, person)
      await page.locator('#content button').first().click()
      await page.locator('input[name=code]').fill(codeNow(person.secret ?? ''))
      await page.locator('[role=dialog] button[type=submit]').click()
      await page.locator('[data-print-alone]').waitFor()
    }),
  },
  { name: 'security-on', open: as('/account/security') },
  {
    name: 'security-disable',
    fullPage: false,
    open: as('/account/security', {}, async (page) => {
      await page.locator('#content button').last().click()
      await page.locator('[role=alertdialog]').waitFor()
    }),
  },
  { name: 'sessions', open: as('/account/sessions') },
  {
    name: 'team',
    open: as('/portal/team', {}, async (page, { sql }, person) => {
      await newPerson(sql, { merchantId: person.merchantId, twoStep: false, name: 'Pedro Gil', permissions: [] })
      await sql`insert into invitations (merchant_id, email, permissions, token_hash, invited_by, expires_at)
        values (${person.merchantId}, ${newEmail()}, ${['merchant.catalog.manage']}, ${digest(newAlphanumeric(43))},
          ${person.id}, now() + interval '5 days')`
      await page.reload()
    }),
  },
  {
    name: 'team-invite',
    fullPage: false,
    open: as('/portal/team', { permissions: ['merchant.team.manage', 'merchant.catalog.manage'] }, async (page) => {
      await page.locator('#content button').first().click()
      await page.locator('[role=dialog]').waitFor()
    }),
  },
  { name: 'team-missing', open: as('/portal/team', { permissions: [] }) },
]
