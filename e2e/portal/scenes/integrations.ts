import type { Page } from '@playwright/test'
import { factories } from '../../fixtures/factories'
import { integrationsPage, path } from '../fixtures/integrations-page'
import { newPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import { fillIntegrations } from './integrations-data'
import type { Scene } from './scene'

type State = {
  page: Page
  credentials: ReturnType<typeof integrationsPage>
  key: number
  client: number
  /** As if all had been stopped an hour ago. */
  ended: () => Promise<unknown>
}

/** The page of credentials as its manager sees it, filled or empty, and what `act` does there. */
const scene = (
  name: string,
  options: {
    filled?: boolean
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
    await factories(sql).identificationTypes()
    await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${person.merchantId}`
    const made = options.filled ? await fillIntegrations(sql, person) : { key: 0, client: 0 }
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(path)
    const ended = () => sql`
      with keys as (update api_keys set revoked_at = now() - interval '1 hour' where merchant_id = ${person.merchantId})
      update oauth_clients set deleted_at = now() - interval '1 hour' where merchant_id = ${person.merchantId} and deleted_at is null`
    await options.act?.({ page, credentials: integrationsPage(page, language), ended, ...made })
  },
})

const create = ({ page, credentials }: State, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .click()
    .then(() => credentials.dialog.waitFor())

const openEndAll = async (page: Page, { t, dialog }: State['credentials']) => {
  await page.getByRole('button', { name: t.endAll.action, exact: true }).click()
  await dialog.waitFor()
  await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}

/** Makes a key, and the link that hands it over. */
async function handOver({ credentials: { dialog, t, createKey } }: State): Promise<string> {
  await createKey('Caja 3, Naco')
  await dialog.getByRole('button', { name: t.secret.handOff.action, exact: true }).click()
  await dialog.getByLabel(t.secret.handOff.terminal).fill('NACO-03')
  await dialog.getByRole('button', { name: t.secret.handOff.submit, exact: true }).click()
  const link = dialog.locator('code', { hasText: '/installer#' })
  await link.scrollIntoViewIfNeeded()
  return (await link.textContent()) ?? ''
}

/** The page where the link leads. */
async function asInstaller(state: State): Promise<void> {
  const { page, credentials } = state
  const link = await handOver(state)
  await credentials.dialog.getByRole('button', { name: credentials.t.secret.handOff.qr, exact: true }).click()
  await page.goto(link)
  await page.locator('main dl').waitFor()
}

/** The pages and dialogs of credentials. */
export const integrationScenes: readonly Scene[] = [
  scene('empty', {}),
  scene('full', { filled: true }),
  scene('past', { filled: true, act: ({ page }) => page.goto(`${path}?view=past`) }),
  scene('without-two-step', { twoStep: false }),
  scene('without-permission', { permissions: [] }),
  scene('new-key', { fullPage: false, act: (state) => create(state, state.credentials.t.keys.create) }),
  scene('new-client', { fullPage: false, act: (state) => create(state, state.credentials.t.clients.create) }),
  scene('key-once', { fullPage: false, act: ({ credentials }) => credentials.createKey('Caja 1, Naco') }),
  scene('key-handed', {
    fullPage: false,
    act: async (state) => {
      await handOver(state)
    },
  }),
  scene('hand-off-listed', {
    filled: true,
    act: async (state) => {
      await state.page.goto(`${path}/keys/${state.key}`)
    },
  }),
  scene('installer-closed', { act: (state) => asInstaller(state) }),
  scene('installer-opened', {
    act: async (state) => {
      await asInstaller(state)
      await state.page.locator('main button').click()
      await state.page.locator('main dd code').first().waitFor()
    },
  }),
  scene('installer-dead', {
    act: async ({ page }) => {
      await page.goto(`/installer#${'A'.repeat(43)}`)
      await page.locator('main h1[tabindex]').waitFor()
    },
  }),
  scene('key-asked', {
    fullPage: false,
    act: async ({ page, credentials }) => {
      await credentials.createKey('Caja 1, Naco')
      await page.keyboard.press('Escape')
      await credentials.dialog.getByText(credentials.t.secret.askTitle).scrollIntoViewIfNeeded()
    },
  }),
  scene('client-once', { fullPage: false, act: ({ credentials }) => credentials.createClient('ERP') }),
  scene('search', {
    filled: true,
    fullPage: false,
    act: async (state) => {
      await create(state, state.credentials.t.search.title)
      await state.credentials.dialog.getByRole('textbox').fill('ck_AAAAAAAAAAAAAAAA.B')
    },
  }),
  scene('calendar', {
    filled: true,
    fullPage: false,
    act: (state) => create(state, state.credentials.t.calendar.action),
  }),
  scene('rotate', {
    filled: true,
    fullPage: false,
    act: ({ credentials }) => credentials.choose('ERP central', credentials.t.rotate.action),
  }),
  scene('restrict', {
    filled: true,
    fullPage: false,
    act: ({ credentials }) => credentials.choose('ERP central', credentials.t.restrict.action),
  }),
  scene('delete', {
    filled: true,
    fullPage: false,
    act: ({ credentials }) => credentials.choose('ERP central', credentials.t.delete.action),
  }),
  scene('revoke', {
    filled: true,
    fullPage: false,
    act: ({ credentials }) => credentials.choose('Caja 1, Naco', credentials.t.revoke.action),
  }),
  scene('end-all', {
    filled: true,
    fullPage: false,
    act: ({ page, credentials }) => openEndAll(page, credentials),
  }),
  scene('end-all-empty', { fullPage: false, act: ({ page, credentials }) => openEndAll(page, credentials) }),
  scene('incident', {
    filled: true,
    act: async ({ page, key, ended }) => {
      await ended()
      await page.goto(`${path}/incident?credential=key-${key}&hours=168`)
    },
  }),
  scene('incident-empty', { act: ({ page }) => page.goto(`${path}/incident`) }),
  scene('quality-empty', { act: ({ page }) => page.goto(`${path}/quality`) }),
  scene('quality', { filled: true, act: ({ page }) => page.goto(`${path}/quality`) }),
  scene('sandbox-empty', { act: ({ page }) => page.goto(`${path}/sandbox`) }),
  scene('sandbox', {
    act: async ({ page }) => {
      await page.goto(`${path}/sandbox`)
      await page.getByRole('button', { name: /^Prepar/ }).click()
      await page.getByRole('table').first().waitFor()
    },
  }),
  scene('key', { filled: true, act: ({ page, key }) => page.goto(`${path}/keys/${key}`) }),
  scene('client', { filled: true, act: ({ page, client }) => page.goto(`${path}/clients/${client}`) }),
]
