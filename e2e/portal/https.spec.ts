import { builtActions } from '../fixtures/built-actions'
import { portForTest } from '../fixtures/program'
import { callAction, cookieOf } from './fixtures/action-calls'
import { newPerson, signIn } from './fixtures/people'
import { startOfficesAt } from './fixtures/service'
import { test as base, expect, type Page } from './fixtures/test'
import { startTlsProxy } from './fixtures/tls'

/** The offices as they are in production: on https, behind a proxy. */
const test = base.extend<object, { secure: { url: string; plainUrl: string } }>({
  secure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const proxy = await startTlsProxy()
      const port = await portForTest()
      const offices = await startOfficesAt(proxy.url, port)
      proxy.pointAt(port)
      await use({ url: proxy.url, plainUrl: `http://localhost:${port}` })
      await proxy.stop()
      await offices.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ secure }, use) => use(secure.url),
  ignoreHTTPSErrors: true,
})

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-aliado')

test('who signs in is known by a cookie that is bound to this host and to https (H-09, H-01)', async ({
  page,
  sql,
  secure,
}) => {
  const person = await newPerson(sql)
  await signIn(page, person)
  await expect(page).toHaveURL(`${secure.url}/portal`)
  await expect(page.getByText('Producción', { exact: true }).first()).toBeVisible()
  expect(await sessionCookie(page)).toMatchObject({
    name: '__Host-aliado',
    domain: 'localhost',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    expires: -1,
  })
  const device = (await page.context().cookies()).find(({ name }) => name === '__Host-aliado-device')
  expect(device).toMatchObject({ domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
  const answer = await page.request.get('/portal')
  expect(answer.headers()['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(answer.headers()['content-security-policy']).toContain('upgrade-insecure-requests')
  await page.getByRole('link', { name: 'Integraciones' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integraciones')
  for (const cookie of await page.context().cookies())
    expect(cookie, cookie.name).toMatchObject({ secure: true, path: '/' })
})

test('signing out has the browser forget, and back shows nothing (H-13)', async ({ page, sql, secure }) => {
  const person = await newPerson(sql, { name: 'Persona Reconocible' })
  await signIn(page, person, '/account')
  await page.evaluate(() => localStorage.setItem('kept', 'something'))
  await page.goto('/account/sessions')
  const answered = page.waitForResponse((response) => response.url().endsWith('/sign-out'))
  await page.getByRole('button', { name: /^Su cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache", "storage"')
  await expect(page).toHaveURL(`${secure.url}/sign-in?notice=signed_out`)
  expect(await sessionCookie(page)).toBeUndefined()
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.content()).not.toContain('Persona Reconocible')
})

test('what is sent from the same host without https is from elsewhere (P-13), and its cookie is no session', async ({
  sql,
  secure,
}) => {
  const person = await newPerson(sql)
  const plain = await cookieOf(sql, person, 'complete')
  const bound = plain.replace(/^aliado/, '__Host-aliado')
  const ask = async (cookie: string) =>
    (await fetch(`${secure.plainUrl}/account`, { headers: { Cookie: cookie }, redirect: 'manual' })).status
  expect([await ask(plain), await ask(bound)]).toEqual([307, 200])
  const [action] = builtActions()
  if (!action) throw new Error('no actions were built')
  for (const origin of [secure.plainUrl, secure.url.replace(/:\d+$/, ''), 'null']) {
    const answer = await callAction(action, { cookie: bound, origin, at: secure.plainUrl })
    expect(answer.status, origin).toBe(403)
  }
})

test('cannot be shown in a frame (P-17)', async ({ page, watch, secure }) => {
  watch.expectProblem(/frame/i)
  await page.route('**/framing', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${secure.url}/sign-in"></iframe>` }),
  )
  await page.goto('/framing')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
})
