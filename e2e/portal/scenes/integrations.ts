import type { Page } from '@playwright/test'
import { deskOf, path } from '../fixtures/integrations-page'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import { furnishOffice } from './integrations-data'
import type { Scene } from './scene'

type State = { page: Page; desk: ReturnType<typeof deskOf>; key: number; client: number }

/** The page of credentials as its manager sees it, furnished or empty, and what `act` does there. */
const scene = (
  name: string,
  options: {
    furnished?: boolean
    twoStep?: boolean
    fullPage?: boolean
    permissions?: []
    act?: (state: State) => Promise<unknown>
  },
): Scene => ({
  name: `integrations-${name}`,
  fullPage: options.fullPage ?? true,
  open: async (page, { sql, language, url }) => {
    const { twoStep = true, permissions } = options
    const person = await newPerson(sql, {
      language,
      name: 'Ana María Peña',
      twoStep,
      ...(permissions ? { permissions } : {}),
    })
    await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${person.merchantId}`
    const made = options.furnished ? await furnishOffice(sql, person) : { key: 0, client: 0 }
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(path)
    await options.act?.({ page, desk: deskOf(page, language), ...made })
  },
})

const create = ({ page, desk }: State, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .click()
    .then(() => desk.dialog.waitFor())

/** The pages and dialogs of credentials. */
export const integrationScenes: readonly Scene[] = [
  scene('empty', {}),
  scene('full', { furnished: true }),
  scene('past', { furnished: true, act: ({ page }) => page.goto(`${path}?view=past`) }),
  scene('without-two-step', { twoStep: false }),
  scene('without-permission', { permissions: [] }),
  scene('new-key', { fullPage: false, act: (state) => create(state, state.desk.t.keys.create) }),
  scene('new-client', { fullPage: false, act: (state) => create(state, state.desk.t.clients.create) }),
  scene('key-once', { fullPage: false, act: ({ desk }) => desk.createKey('Caja 1, Naco') }),
  scene('key-asked', {
    fullPage: false,
    act: async ({ page, desk }) => {
      await desk.createKey('Caja 1, Naco')
      await page.keyboard.press('Escape')
      await desk.dialog.getByText(desk.t.secret.askTitle).scrollIntoViewIfNeeded()
    },
  }),
  scene('client-once', { fullPage: false, act: ({ desk }) => desk.createClient('ERP') }),
  scene('rotate', {
    furnished: true,
    fullPage: false,
    act: ({ desk }) => desk.choose('ERP central', desk.t.rotate.action),
  }),
  scene('delete', {
    furnished: true,
    fullPage: false,
    act: ({ desk }) => desk.choose('ERP central', desk.t.delete.action),
  }),
  scene('revoke', {
    furnished: true,
    fullPage: false,
    act: ({ desk }) => desk.choose('Caja 1, Naco', desk.t.revoke.action),
  }),
  scene('key', { furnished: true, act: ({ page, key }) => page.goto(`${path}/keys/${key}`) }),
  scene('client', { furnished: true, act: ({ page, client }) => page.goto(`${path}/clients/${client}`) }),
]
