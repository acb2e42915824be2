import type { Sql } from '@/db/client'
import { ui } from '@/lib/messages/es/ui'
import { addressesOf } from './access/all'
import type { Area } from './access/office-map'
import { newWorld } from './access/world'
import { path as integrations, integrationsPage } from './fixtures/integrations-page'
import { givePassword, newPerson, type Person } from './fixtures/people'
import { expect, type Page, test } from './fixtures/test'

/** U-06: on a slow network nothing jumps, what is awaited has its place, and nothing is sent twice. */

/** As Chromium's own tools have 3G. */
const slow = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const layoutShiftMax = 0.05

async function onSlowNetwork(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node }[]
        }
        const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '')).join(' | ')
        if (!hadRecentInput) shifts.push({ value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved since the page began, when everything is there and the scripts have nothing to do. */
async function expectStill(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestAnimationFrame(() => resolve()))),
  )
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { value: number; what: string }[] }).layoutShifts,
  )
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(total, `${page.url()} ${JSON.stringify(shifts)}`).toBeLessThan(layoutShiftMax)
}

/** Makes everybody wait who comes upon what `lock` locks, until `work` is done. */
async function whileWaiting(sql: Sql, lock: string, work: () => Promise<void>): Promise<void> {
  const connection = await sql.reserve()
  try {
    await connection`begin`
    await connection.unsafe(lock)
    await work()
  } finally {
    await connection`rollback`
    connection.release()
  }
}

/** Whoever makes a credential waits for its merchant. */
const merchantOf = ({ merchantId }: Person) => `select from merchants where id = ${merchantId} for update`

for (const area of ['portal', 'company', 'account'] as const satisfies readonly Area[]) {
  test(`on a telephone the pages of ${area} come without a jump`, async ({ page, sql, enter }) => {
    const own = await newWorld(sql)
    const id = area === 'company' ? own.companyOwnerId : own.ownerId
    await enter({ id, email: '', name: '', password: '', secret: 'enrolled' })
    await page.setViewportSize({ width: 360, height: 640 })
    await onSlowNetwork(page)
    for (const { page: one, path } of await addressesOf(area, own)) {
      if (one.kind !== 'page') continue
      await page.goto(path)
      await expectStill(page)
    }
  })
}

test.describe('while everybody waits', () => {
  test.use({ alone: true })

  test('a list has its place before it comes, and what reads the page is told that it waits', async ({
    page,
    sql,
    office,
  }) => {
    await office()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await onSlowNetwork(page)
    await whileWaiting(sql, 'lock table audit_events in access exclusive mode', async () => {
      await page.goto('/portal/activity', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actividad')
      await expect(page.locator('[aria-busy=true]').getByRole('status')).toBeAttached()
      const rows = page.locator('[aria-busy=true] .animate-pulse')
      expect(await rows.count()).toBeGreaterThan(3)
      // Who wants no movement sees none.
      const duration = await rows.first().evaluate((row) => getComputedStyle(row).animationDuration)
      expect(Number.parseFloat(duration)).toBeLessThan(0.001)
    })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectStill(page)
  })
})

/** How often the page sent a form. */
function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.headers()['next-action'] !== undefined) sent += 1
  })
  return () => sent
}

test('a form that takes long says so, and is sent once, however often one presses (P-22)', async ({
  page,
  sql,
  office,
}) => {
  const { ana } = await office()
  await page.goto(integrations)
  await onSlowNetwork(page)
  const sent = countSent(page)
  const { dialog, t } = integrationsPage(page)
  await page.getByRole('button', { name: t.keys.create, exact: true }).click()
  await dialog.getByRole('textbox', { name: t.fields.name, exact: true }).fill('Caja lenta')
  const submit = dialog.locator('button[type=submit]')
  await whileWaiting(sql, merchantOf(ana), async () => {
    await submit.click()
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await submit.click({ force: true })
    await dialog.getByRole('textbox', { name: t.fields.name, exact: true }).press('Enter')
    await expect(dialog.locator('form')).toHaveAttribute('aria-busy', 'true')
  })
  await integrationsPage(page).secret(t.secret.keyTitle)
  expect(sent()).toBe(1)
  expect(await sql`select from api_keys where merchant_id = ${ana.merchantId} and name = 'Caja lenta'`).toHaveLength(1)
})

test('what fails on our side is said where it was asked for, with a number to name, and what was typed stays (U-07)', async ({
  page,
  sql,
  office,
}) => {
  const { ana } = await office()
  await page.goto(integrations)
  const { dialog, t } = integrationsPage(page)
  await page.getByRole('button', { name: t.keys.create, exact: true }).click()
  const name = dialog.getByRole('textbox', { name: t.fields.name, exact: true })
  await name.fill('Caja 1')
  // Longer than an office waits for a lock: nothing is broken, somebody else is at it.
  await whileWaiting(sql, merchantOf(ana), async () => {
    await dialog.locator('button[type=submit]').click()
    await expect(dialog.getByRole('alert')).toContainText(ui.busy)
  })
  await sql.unsafe(`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
    create trigger broken before insert on api_keys for each row when (new.merchant_id = ${ana.merchantId}) execute function broken()`)
  try {
    await dialog.locator('button[type=submit]').click()
    await expect(dialog.getByRole('alert')).toContainText(/Referencia para soporte: \S{8,}/)
  } finally {
    await sql.unsafe('drop trigger broken on api_keys; drop function broken()')
  }
  await expect(name).toHaveValue('Caja 1')
  await dialog.locator('button[type=submit]').click()
  await integrationsPage(page).secret(t.secret.keyTitle)
})

test('signing in is sent once, and says that it works', async ({ page, sql }) => {
  const person = await newPerson(sql)
  await page.goto('/sign-in')
  await onSlowNetwork(page)
  const sent = countSent(page)
  const submit = page.locator('button[type=submit].w-full')
  await givePassword(page, person)
  await submit.click({ force: true, timeout: 1_000, noWaitAfter: true }).catch(() => undefined)
  await expect(page).toHaveURL(/\/sign-in\/verify/)
  expect(sent()).toBe(1)
})
