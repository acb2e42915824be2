import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { integrationsPage, path } from './fixtures/integrations-page'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { givePassword, newPerson, type Person } from './fixtures/people'
import { expect, test } from './fixtures/test'

/** Who sees credentials, who may change them, and what everybody else is told. */

const idOf = async (sql: Sql, table: 'api_keys' | 'oauth_clients', merchantId: number): Promise<number> =>
  (await sql`select id from ${sql(table)} where merchant_id = ${merchantId}`)[0]?.id

/** A merchant with a key and a client. */
async function newOwner(
  sql: Sql,
  make: { apiKey(id: number): Promise<unknown>; oauthClient(id: number): Promise<unknown> },
) {
  const owner = await newPerson(sql, { name: 'Ana Peña' })
  await make.apiKey(owner.merchantId)
  await make.oauthClient(owner.merchantId)
  await sql`update api_keys set name = 'Caja 1' where merchant_id = ${owner.merchantId}`
  await sql`update oauth_clients set name = 'ERP' where merchant_id = ${owner.merchantId}`
  const [key, client] = [
    await idOf(sql, 'api_keys', owner.merchantId),
    await idOf(sql, 'oauth_clients', owner.merchantId),
  ]
  const pages = [path, `${path}?view=past`, `${path}/keys/${key}`, `${path}/clients/${client}`]
  return { owner, key, client, pages, uses: `${path}/uses?kind=api_key&id=${key}` }
}

test('nobody sees anything, and is led to sign in', async ({ page, sql, make }) => {
  const { pages, uses } = await newOwner(sql, make)
  for (const one of pages) {
    await page.goto(one)
    await expect(page).toHaveURL(/\/sign-in\?next=/)
  }
  const answer = await page.request.get(uses, { maxRedirects: 0 })
  expect([answer.status(), await answer.text()]).toEqual([307, expect.not.stringContaining('"call"')])
})

test('who owes the second step sees nothing (P-03)', async ({ page, sql, make }) => {
  const { owner, pages, uses } = await newOwner(sql, make)
  await page.goto('/sign-in')
  await givePassword(page, owner)
  await page.waitForURL(/\/sign-in\/verify/)
  for (const one of pages) {
    await page.goto(one)
    await expect(page).toHaveURL(/\/sign-in\/verify/)
  }
  expect((await page.request.get(uses, { maxRedirects: 0 })).status()).toBe(307)
})

test('who has no two-step verification, or not the permission, is told what is missing and where it is had', async ({
  page,
  sql,
  make,
  staff,
  enter,
}) => {
  const { owner, pages, uses } = await newOwner(sql, make)
  const { t } = integrationsPage(page)
  const lacking: [Person, string][] = [
    [await staff.member(owner.merchantId, { twoStep: false }), t.access.twoStepTitle],
    [await staff.member(owner.merchantId, { permissions: ['merchant.team.manage'] }), t.access.permissionTitle],
  ]
  for (const [person, title] of lacking) {
    await enter(person)
    for (const one of pages) {
      await page.goto(one)
      await expect(page.getByText(title)).toBeVisible()
      await expect(page.getByText(/Caja 1|ERP|ck_/)).toHaveCount(0)
    }
    expect((await page.request.get(uses)).status()).toBe(403)
    await expectSoundEverywhere(page)
  }
})

test('another merchant’s credential is a page that does not exist, and the attempt is in the trail (T-07)', async ({
  page,
  sql,
  make,
  watch,
  enter,
}) => {
  const { key, client } = await newOwner(sql, make)
  const stranger = await newPerson(sql)
  await enter(stranger)
  watch.expectProblem(/404/)
  for (const one of [
    `keys/${key}`,
    `clients/${client}`,
    'keys/2000000000',
    'keys/abc',
    'clients/-1',
    'keys/99999999999',
  ]) {
    await page.goto(`${path}/${one}`)
    await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible()
    await expect(page.getByText(/Caja 1|ERP/)).toHaveCount(0)
  }
  for (const query of [`kind=api_key&id=${key}`, `kind=oauth_client&id=${client}`]) {
    expect((await page.request.get(`${path}/uses?${query}`)).status()).toBe(404)
  }
  const [denied] = await sql`select count(*)::int as events from audit_events
    where merchant_id = ${stranger.merchantId} and outcome = 'denied' and subject_id in (${String(key)}, ${String(client)})`
  expect(denied?.events).toBeGreaterThanOrEqual(4)
})

/** Everything that can be asked for from the list, each as far as its last button. */
const attempts: [string, (page: Page) => Promise<void>][] = [
  ['a new key', (page) => fillIn(page, 'Nueva clave de API', 'Crear clave')],
  ['a new client', (page) => fillIn(page, 'Nuevo cliente OAuth', 'Crear cliente')],
  ['a revocation', (page) => type(page, 'Caja 1', 'Revocar', 'Revocar clave')],
  ['a rotation', (page) => type(page, 'ERP', 'Rotar secreto', 'Rotar secreto')],
  ['a deletion', (page) => type(page, 'ERP', 'Eliminar', 'Eliminar cliente')],
]

async function fillIn(page: Page, open: string, submit: string) {
  const { dialog, t } = integrationsPage(page)
  await page.getByRole('button', { name: open, exact: true }).click()
  await dialog.getByRole('textbox', { name: t.fields.name, exact: true }).fill('Otra')
  await dialog.getByRole('button', { name: submit, exact: true }).click()
}

async function type(page: Page, name: string, action: string, submit: string) {
  const credentials = integrationsPage(page)
  await credentials.choose(name, action)
  await credentials.confirm(name, submit)
}

for (const [what, attempt] of attempts) {
  test(`${what} is refused when the permission was taken a moment ago (P-08)`, async ({
    page,
    sql,
    make,
    watch,
    enter,
  }) => {
    // What a dialog asks for of a credential is refused too.
    watch.expectProblem(/403/)
    const { owner } = await newOwner(sql, make)
    await enter(owner)
    await page.goto(path)
    await sql`update merchant_memberships set permissions = '{merchant.team.manage}' where user_id = ${owner.id}`
    await attempt(page)
    await expect(integrationsPage(page).dialog.getByRole('alert')).toContainText('No se hizo ningún cambio')
    const [left] = await sql`select
      (select count(*)::int from api_keys where merchant_id = ${owner.merchantId} and revoked_at is null) as keys,
      (select count(*)::int from oauth_clients
        where merchant_id = ${owner.merchantId} and deleted_at is null and rotated_at is null) as clients`
    expect(left).toEqual({ keys: 1, clients: 1 })
    const events = await sql`select outcome from audit_events where user_id = ${owner.id} and outcome = 'denied'`
    expect(events.length).toBeGreaterThanOrEqual(1)
  })

  test(`${what} asks for a code when the last one is older than five minutes`, async ({ page, sql, make, enter }) => {
    const { owner } = await newOwner(sql, make)
    await enter(owner)
    await page.goto(path)
    await sql`update sessions set second_step_at = now() - interval '301 seconds' where user_id = ${owner.id}`
    await attempt(page)
    const { dialog } = integrationsPage(page)
    await expect(dialog.locator('input[name=stepUpCode]')).toBeVisible()
    await dialog.locator('input[name=stepUpCode]').fill('000000')
    await dialog.locator('button[type=submit]').click()
    await expect(dialog.getByRole('alert')).toContainText('no es correcto')
    const [made] = await sql`select count(*)::int as events from audit_events
      where merchant_id = ${owner.merchantId} and subject_type in ('api_key', 'oauth_client')`
    expect(made).toEqual({ events: 0 })
  })
}

test('of two who rotate at once one wins, and the other is told by whom', async ({ sql, make, staff, pageOf }) => {
  const { owner } = await newOwner(sql, make)
  const colleague = await staff.member(owner.merchantId, { name: 'Luis Rosa' })
  const [ana, luis] = [await pageOf(owner), await pageOf(colleague)]
  for (const page of [ana, luis]) await page.goto(path)
  for (const page of [ana, luis]) await integrationsPage(page).choose('ERP', 'Rotar secreto')
  await integrationsPage(ana).confirm('ERP', 'Rotar secreto')
  await integrationsPage(ana).secret('Guarde el secreto nuevo ahora')
  await integrationsPage(luis).confirm('ERP', 'Rotar secreto')
  await expect(integrationsPage(luis).dialog.getByRole('alert')).toContainText('Ana Peña rotó el secreto de ERP el')
})

test('a double press makes one key (P-22)', async ({ page, sql, make, enter }) => {
  const { owner } = await newOwner(sql, make)
  await enter(owner)
  await page.goto(path)
  const { dialog, t } = integrationsPage(page)
  await page.getByRole('button', { name: t.keys.create, exact: true }).click()
  await dialog.getByRole('textbox', { name: t.fields.name, exact: true }).fill('Caja 2')
  await dialog.getByRole('button', { name: t.newKey.submit, exact: true }).dblclick()
  await integrationsPage(page).secret(t.secret.keyTitle)
  expect(await sql`select from api_keys where merchant_id = ${owner.merchantId} and name = 'Caja 2'`).toHaveLength(1)
})
