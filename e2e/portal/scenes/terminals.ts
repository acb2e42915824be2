import type { Page } from '@playwright/test'
import { factories } from '../../fixtures/factories'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'
import { fillTerminals } from './terminals-data'

/** A member of a merchant with fifty tills, or with none. */
async function enter(page: Page, { sql, language, url }: Parameters<Scene['open']>[1], isFilled: boolean) {
  const { id: merchantId } = await factories(sql).merchant()
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${merchantId}`
  if (isFilled) await fillTerminals(sql, merchantId)
  const person = await newPerson(sql, { merchantId, language, name: 'Ana María Peña' })
  await staffOf(sql).session(page.context(), person, url)
  await page.goto('/portal/terminals')
}

const one =
  (name: RegExp): Scene['open'] =>
  async (page, given) => {
    await enter(page, given, true)
    await page.getByRole('main').getByRole('link', { name }).click()
    await page.waitForURL(/terminals\/\d+/)
  }

/** The tills of a merchant. */
export const terminalScenes: readonly Scene[] = [
  { name: 'terminals', open: (page, given) => enter(page, given, true) },
  { name: 'terminals-window', fullPage: false, open: (page, given) => enter(page, given, true) },
  { name: 'terminals-none', open: (page, given) => enter(page, given, false) },
  { name: 'terminal-selling', open: one(/Caja rápida/) },
  { name: 'terminal-old-secret', open: one(/CAJA-11/) },
]
