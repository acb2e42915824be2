import { expect, type Page } from '@playwright/test'
import { integrations as en } from '@/lib/messages/en/integrations'
import { integrations as es } from '@/lib/messages/es/integrations'
import { canary } from '../fixtures/canaries'
import { dialogOf } from './parts'

export const words = { es, en }
export type Language = keyof typeof words

export const path = '/portal/integrations'

/** A sentence of the pages with its values filled in. */
export const say = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** What a person does at the page of a merchant's credentials, by what they read there. */
export function deskOf(page: Page, language: Language = 'es') {
  const t = words[language]
  const dialog = dialogOf(page)
  const exactly = (name: string) => ({ name, exact: true })
  const desk = {
    t,
    dialog,
    row: (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', exactly(name)) }),
    open: () => page.goto(path),
    /** Makes a key, and leaves its panel open. */
    createKey: async (name: string, options: { permissions?: string[]; days?: number } = {}): Promise<string> => {
      await page.getByRole('button', exactly(t.keys.create)).click()
      await dialog.getByRole('textbox', exactly(t.fields.name)).fill(name)
      for (const permission of options.permissions ?? []) await dialog.getByLabel(permission).check()
      if (options.days) await dialog.getByLabel(new RegExp(`^${options.days} `)).check()
      await dialog.getByRole('button', exactly(t.newKey.submit)).click()
      return desk.secret(t.secret.keyTitle)
    },
    createClient: async (name: string): Promise<{ clientId: string; clientSecret: string }> => {
      await page.getByRole('button', exactly(t.clients.create)).click()
      await dialog.getByRole('textbox', exactly(t.fields.name)).fill(name)
      await dialog.getByRole('button', exactly(t.newClient.submit)).click()
      const clientSecret = await desk.secret(t.secret.clientTitle)
      return { clientId: (await dialog.locator('dd code').first().textContent()) ?? '', clientSecret }
    },
    /** The secret of the panel that is open. */
    secret: async (title: string): Promise<string> => {
      await expect(dialog.getByRole('heading', exactly(title))).toBeVisible()
      return canary((await dialog.locator('dd code').last().textContent()) ?? '', 'once')
    },
    /** Copies the secret, and closes its panel. */
    keep: async (copy: string): Promise<void> => {
      await dialog.getByRole('button', exactly(copy)).click()
      await dialog.getByRole('button', exactly(t.secret.done)).click()
      await expect(dialog).toBeHidden()
    },
    /** Opens a dialog from the menu of a row. */
    choose: async (name: string, action: string): Promise<void> => {
      await page.getByRole('button', exactly(say(t.actionsOf, { name }))).click()
      await page.getByRole('menuitem', exactly(action)).click()
      await expect(dialog).toBeVisible()
    },
    /** Types the name, and goes through with it. */
    confirm: async (name: string, submit: string): Promise<void> => {
      await dialog.locator('input[name=confirmation]').fill(name)
      await dialog.getByRole('button', exactly(submit)).click()
    },
  }
  return desk
}

export const apiUrl = () => process.env.PORTAL_API_URL ?? ''

/** The status of a harmless call of a till. */
export const callWith = async (headers: Record<string, string>): Promise<number> =>
  (await fetch(`${apiUrl()}/api/v1/integrations/identification-types`, { headers })).status

export const byKey = (apiKey: string) => callWith({ 'X-Api-Key': apiKey, 'User-Agent': 'Caja 3 (POS/2.1)' })
