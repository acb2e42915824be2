import type { Page } from '@playwright/test'
import { factories } from '../../fixtures/factories'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'
import { fillTerminals, silenceTill } from './terminals-data'

/** A member of a merchant with fifty tills, or with none. */
async function enter(
  page: Page,
  { sql, language, url }: Parameters<Scene['open']>[1],
  isFilled: boolean,
  silent: readonly string[] = [],
) {
  const { id: merchantId } = await factories(sql).merchant()
  await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${merchantId}`
  if (isFilled) await fillTerminals(sql, merchantId)
  for (const terminal of silent) await silenceTill(sql, merchantId, terminal)
  const person = await newPerson(sql, { merchantId, language, name: 'Ana María Peña' })
  await staffOf(sql).session(page.context(), person, url)
  await page.goto('/portal/terminals')
}

const one =
  (name: RegExp, silent: readonly string[] = []): Scene['open'] =>
  async (page, given) => {
    await enter(page, given, true, silent)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await page.waitForURL(/terminals\/\d+/)
  }

/** The page of the client whose secret was rotated while those tills used it. */
const switchOver: Scene['open'] = async (page, given) => {
  await one(/CAJA-11/)(page, given)
  await given.sql`update terminals set api_key_id = null, oauth_client_id = c.id, secret_at = c.rotated_at + (t.id % 3 - 1) * interval '5 minutes',
    last_call_at = c.rotated_at + (t.id % 2 - 0.5) * interval '10 minutes'
    from oauth_clients c, terminals t where t.id = terminals.id and t.merchant_id = terminals.merchant_id and c.merchant_id = t.merchant_id
      and c.name = 'ERP central' and t.terminal between 'CAJA-30' and 'CAJA-42'`
  await page.getByRole('main').getByRole('link', { name: 'ERP central' }).click()
  await page.waitForURL(/integrations\/clients\/\d+/)
  await page
    .getByRole('cell', { name: /CAJA-4/ })
    .first()
    .or(page.getByRole('rowheader', { name: /CAJA-4/ }).first())
    .waitFor()
}

/** The tills of a merchant. */
export const terminalScenes: readonly Scene[] = [
  { name: 'terminals', open: (page, given) => enter(page, given, true) },
  { name: 'terminals-window', fullPage: false, open: (page, given) => enter(page, given, true) },
  { name: 'terminals-none', open: (page, given) => enter(page, given, false) },
  { name: 'terminals-silent', open: (page, given) => enter(page, given, true, ['CAJA-07', 'CAJA-12', 'CAJA-20']) },
  { name: 'terminal-selling', open: one(/Caja rápida/) },
  { name: 'terminal-old-secret', open: one(/CAJA-11/) },
  { name: 'terminal-silent', open: one(/CAJA-07/, ['CAJA-07']) },
  { name: 'switch-over', open: switchOver },
]
