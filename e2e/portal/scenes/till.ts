import type { Page } from '@playwright/test'
import { messages } from '@/lib/messages/messages'
import { factories } from '../../fixtures/factories'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'

type Given = Parameters<Scene['open']>[1]

/** The till of a cashier, and a collaborator's identification to type there. */
async function begin(page: Page, { sql, language, url }: Given) {
  const { merchant, person, discountId } = await factories(sql).shop()
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${merchant.id}`
  await sql`update discounts set name = '10% en toda la tienda' where id = ${discountId}`
  const cashier = await newPerson(sql, {
    merchantId: merchant.id,
    language,
    name: 'Ana María Peña',
    permissions: ['merchant.redemptions.make'],
  })
  await staffOf(sql).session(page.context(), cashier, url)
  await page.goto('/portal/till')
  return person
}

async function identify(page: Page, given: Given) {
  const t = messages[given.language].till
  const { identification } = await begin(page, given)
  await page.getByLabel(t.identification).fill(identification)
  await page.keyboard.press('Enter')
  await page.getByLabel(t.amount).waitFor()
  return t
}

async function reserve(page: Page, given: Given) {
  const t = await identify(page, given)
  await page.getByLabel(t.amount).fill('1,250.50')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t.charged, exact: true }).waitFor()
  return t
}

/** The till in the browser, at each step of a sale. */
export const tillScenes: readonly Scene[] = [
  {
    name: 'till',
    open: async (page, given) => {
      await begin(page, given)
    },
  },
  {
    name: 'till-benefits',
    open: async (page, given) => {
      await identify(page, given)
    },
  },
  {
    name: 'till-reserved',
    open: async (page, given) => {
      await reserve(page, given)
    },
  },
  {
    name: 'till-charged',
    open: async (page, given) => {
      const t = await reserve(page, given)
      await page.getByRole('button', { name: t.charged, exact: true }).click()
      await page.getByRole('heading', { name: t.doneTitle.replace('{amount}', 'RD$1,125.45') }).waitFor()
    },
  },
]
