import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askToken, byToken } from './fixtures/integrations-calls'
import { byKey, integrationsPage, path } from './fixtures/integrations-page'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { pressUntilFocused } from './fixtures/page-parts'
import { newPerson } from './fixtures/people'
import { expect, type Page, test } from './fixtures/test'

/** P-19, issue 4: a secret is shown once, not lost by accident, and never again. */

test.beforeEach(async ({ sql, page, enter }) => {
  await enter(await newPerson(sql))
  await page.goto(path)
})

const panel = (page: Page) => page.getByRole('heading', { name: 'Guarde la clave ahora' })
const question = (page: Page) => page.getByText('¿Cerrar sin guardar?')

test('escape, a press outside, the cross and back ask first, and the secret stays', async ({ page }) => {
  const credentials = integrationsPage(page)
  const key = await credentials.createKey('Caja 1')
  const leaving = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => credentials.dialog.getByRole('button', { name: 'Cerrar', exact: true }).click(),
    () => page.evaluate(() => window.history.back()),
    () => page.evaluate(() => window.history.back()),
  ]
  for (const leave of leaving) {
    await leave()
    await expect(question(page)).toBeVisible()
    await expect(panel(page)).toBeVisible()
    await expect(credentials.dialog).toContainText(key)
    await credentials.dialog.getByRole('button', { name: 'Volver' }).click()
    await expect(question(page)).toBeHidden()
  }
  await expectSoundEverywhere(page)
  await page.keyboard.press('Escape')
  await credentials.dialog.getByRole('button', { name: 'Cerrar sin guardar' }).click()
  await expect(credentials.dialog).toBeHidden()
  await expect(credentials.row('Caja 1')).toBeVisible()
})

test('closed while it is being made, it shows itself all the same', async ({ page }) => {
  const credentials = integrationsPage(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Nueva clave de API' }).click()
  await credentials.dialog.getByLabel('Nombre').fill('Caja 1')
  await credentials.dialog.getByRole('button', { name: 'Crear clave' }).click()
  await page.keyboard.press('Escape')
  await expect(credentials.dialog).toBeHidden()
  letGo()
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
})

test('a reload asks first', async ({ page }) => {
  const credentials = integrationsPage(page)
  await credentials.createKey('Caja 1')
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', async (dialog) => {
      resolve(dialog.type())
      await dialog.dismiss()
    }),
  )
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  expect(await asked).toBe('beforeunload')
  await expect(panel(page)).toBeVisible()
})

test('once it is saved nothing asks, back goes back, and it is nowhere any more', async ({ page, context }) => {
  await page.goto('/portal')
  await page.goto(path)
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (response.request().method() === 'GET') bodies.push(await response.text().catch(() => ''))
  })
  const credentials = integrationsPage(page)
  const key = await credentials.createKey('Caja 1')
  const secret = key.slice(20)
  await credentials.dialog.getByLabel('Ya guardé el secreto').check()
  await page.keyboard.press('Escape')
  await expect(credentials.dialog).toBeHidden()
  await expect(credentials.row('Caja 1')).toBeVisible()
  await page.reload()
  await expect(credentials.row('Caja 1')).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  await page.goBack()
  await expect(page).toHaveURL(/\/portal$/)
  await page.goForward()
  await expect(credentials.row('Caja 1')).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  const second = await context.newPage()
  await second.goto(path)
  expect(await second.content()).not.toContain(secret)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(stored).not.toContain(secret)
  expect(bodies.filter((body) => body.includes(secret))).toEqual([])
  expect(page.url()).not.toContain(secret)
})

test('it is downloaded as .env, with which the examples make a first call that says whose credential it is', async ({
  page,
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'aliado-snippets-'))
  const credentials = integrationsPage(page)
  const runs = [
    { create: () => credentials.createKey('Caja 1, Peña'), called: 'Caja 1, Peña', file: 'aliado-caja-1-pena.env' },
    { create: () => credentials.createClient('ERP'), called: 'ERP', file: 'aliado-erp.env' },
  ]
  for (const { create, called, file } of runs) {
    await create()
    const downloading = page.waitForEvent('download')
    await credentials.dialog.getByRole('button', { name: 'Descargar .env' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(file)
    const env = Object.fromEntries(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/).slice(0, 2)),
    )
    expect(env.ALIADO_API_URL).toBe(process.env.PORTAL_API_URL)
    for (const [language, program, name] of [
      ['curl', 'bash', 'call.sh'],
      ['Node', process.execPath, 'call.mjs'],
      ['Python', 'python3', 'call.py'],
    ] as const) {
      await credentials.dialog.getByRole('button', { name: language, exact: true }).click()
      const code = (await credentials.dialog.locator('pre').textContent()) ?? ''
      expect(code).not.toContain(env.ALIADO_API_KEY ?? env.ALIADO_CLIENT_SECRET)
      expect(code).toContain(process.env.PORTAL_API_URL)
      writeFileSync(join(directory, name), code)
      const output = execFileSync(program, [join(directory, name)], {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      expect(output).toContain(called)
    }
    await credentials.dialog.getByRole('button', { name: 'Listo', exact: true }).click()
  }
})

test('after a rotation the panel waits for a token of the new secret, and for a call by it', async ({ page }) => {
  const credentials = integrationsPage(page)
  const { t, dialog } = credentials
  const client = await credentials.createClient('ERP')
  await credentials.keep(t.secret.copySecret)
  await credentials.choose('ERP', t.rotate.action)
  await credentials.confirm('ERP', t.rotate.submit)
  const rotated = { ...client, clientSecret: await credentials.secret(t.secret.rotatedTitle) }
  expect((await askToken(client)).status).toBe(401)
  await expect(dialog.getByText(t.firstCall.waitingToken)).toBeVisible()
  await expect(dialog.getByText(t.firstCall.waiting)).toBeVisible()
  const { token } = await askToken(rotated)
  await expect(dialog.getByText(/^Token solicitado a las/)).toBeVisible()
  await expect(dialog.getByText(t.firstCall.waiting)).toBeVisible()
  expect(await byToken(token)).toBe(200)
  await expect(dialog.getByText(/^Primera llamada recibida a las/)).toBeVisible()
})

test('by keyboard alone: create, copy, close, revoke; the focus comes back each time (U-01)', async ({ page }) => {
  const credentials = integrationsPage(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const tabTo = async (text: string, read = focused) => {
    for (let n = 0; n < 60 && (await read()) !== text; n++) await press('Tab')
    expect(await read()).toBe(text)
  }
  await tabTo('Nueva clave de API')
  await press('Enter')
  await expect(credentials.dialog.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('Caja 1')
  await press('Enter')
  await expect(panel(page)).toBeVisible()
  const key = await credentials.secret('Guarde la clave ahora')
  await tabTo('Copiar la clave')
  await press('Enter')
  await expect(credentials.dialog.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await press('Escape')
  await expect(credentials.dialog).toBeHidden()
  await expect.poll(focused).toBe('Nueva clave de API')

  // The list is read again once the key was made, and may have it only after the dialog has closed.
  await expect(page.getByRole('button', { name: 'Acciones de Caja 1' })).toBeVisible()
  await tabTo('Acciones de Caja 1', label)
  await press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await pressUntilFocused(page, 'End', page.getByRole('menuitem').last())
  await press('Enter')
  await expect(credentials.dialog).toBeVisible()
  await press('Escape')
  await expect(credentials.dialog).toBeHidden()
  await expect.poll(label).toBe('Acciones de Caja 1')
  await press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await pressUntilFocused(page, 'End', page.getByRole('menuitem').last())
  await press('Enter')
  await expect(credentials.dialog.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('Caja 1')
  await press('Enter')
  await expect(page.getByText('Se revocó Caja 1')).toBeVisible()
  expect(await byKey(key)).toBe(401)
})
