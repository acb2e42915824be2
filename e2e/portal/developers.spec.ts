import type { Page } from '@playwright/test'
import { changes } from '@/lib/http/developers/changes'
import { clientFiles, findClientFile } from '@/lib/http/developers/clients'
import { guides } from '@/lib/http/developers/guides'
import { operationIds, operationTitle } from '@/lib/http/developers/reference'
import { messages } from '@/lib/messages/messages'
import { expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { pressUntilFocused } from './fixtures/page-parts'
import { expect, portalUrl, test } from './fixtures/test'

/** What is public for who integrates: pages for people and the same as Markdown for machines, without signing in. */

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${portalUrl()}${path}`, { headers, redirect: 'manual' })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

for (const language of ['es', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'es' ? 'es-DO' : 'en-US' })
    const t = messages[language].developers
    /** A page that a link leads to has its title a moment after its text. */
    const expectSound = async (page: Page, title: string) => {
      await expect(page).toHaveTitle(`${title} · Aliado`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectSoundEverywhere(page)
    }

    test('leads from the first page through the guides to what an error means, sound at every size', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/')
      await page.getByRole('link', { name: messages[language].welcome.developers }).press('Enter')
      await expectSound(page, t.title)

      await page.setViewportSize({ width: 1280, height: 800 })
      const contents = page.getByRole('navigation', { name: t.contents, exact: true })
      await contents.getByRole('link', { name: t.pages.start.title, exact: true }).press('Enter')
      await expect(page).toHaveURL(/\/developers\/start$/)
      await expect(page.locator('pre').first()).toContainText(process.env.PORTAL_API_URL ?? 'none')
      await expect(contents.locator('[aria-current=page]').filter({ visible: true })).toHaveText(t.pages.start.title)
      await expectSound(page, t.pages.start.title)

      await page.setViewportSize({ width: 360, height: 640 })
      await contents.locator('summary').press('Enter')
      await contents.getByRole('link', { name: t.errors.title, exact: true }).press('Enter')
      await expect(page).toHaveURL(/\/developers\/errors$/)
      await expectSound(page, t.errors.title)
      await page.getByRole('main').getByRole('link', { name: 'reference_in_use', exact: true }).press('Enter')
      await expectSound(page, 'reference_in_use')
    })

    test('is searched by keys and on a phone, without a server: what is found is opened at its place', async ({
      page,
    }) => {
      const own = messages[language].docsSearch
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/developers/start')
      const asked: string[] = []
      const field = page.getByRole('combobox', { name: own.title })
      await pressUntilFocused(page, 'Control+k', field)
      // Before anything is typed: the guides.
      await expect(page.getByRole('option', { name: t.pages.retries.title })).toBeVisible()
      page.on('request', (request) => asked.push(request.url()))
      await field.fill(language === 'es' ? 'PROPINA' : 'TIP')
      const found = page.getByRole('option', { name: language === 'es' ? /^ITBIS y propina/ : /^ITBIS and/ })
      await expect(found).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('status')).toContainText(/^\d+ /)
      await expectSoundEverywhere(page)
      expect(asked).toEqual([])
      await field.fill('reference_in_use')
      await expect(page.getByRole('option').first()).toContainText('reference_in_use')
      await field.press('Enter')
      await expect(page).toHaveURL(/\/developers\/errors\/reference_in_use$/)
      await expect(page.getByRole('dialog')).toBeHidden()

      await pressUntilFocused(page, '/', field)
      await field.fill('zzzz')
      await expect(page.getByRole('dialog').getByRole('status')).toContainText(own.noneHint)
      await field.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.setViewportSize({ width: 360, height: 640 })
      await page.getByRole('button', { name: messages[language].search.open }).click()
      await field.fill(language === 'es' ? 'redondeo' : 'rounding')
      await expectNoSideScroll(page)
      await page.getByRole('option').first().click()
      await expect(page).toHaveURL(/\/developers\/amounts#/)
      await expect(page.locator(new URL(page.url()).hash)).toBeInViewport()
    })

    test('has every page on a phone and as Markdown, as its list for machines says', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 })
      const list = await get('/llms.txt', { 'Accept-Language': language })
      expect([list.status, list.type]).toEqual([200, 'text/plain; charset=utf-8'])
      const addresses = [...list.text.matchAll(/\((http[^)]+)\.md\)/g)].map(
        ([, address]) => new URL(`${address}`).pathname,
      )
      expect(addresses.length).toBeGreaterThan(30)
      for (const address of addresses) {
        const markdown = await get(`${address}.md`, { 'Accept-Language': language })
        expect([address, markdown.status, markdown.type]).toEqual([address, 200, 'text/markdown; charset=utf-8'])
        const [, title] = /^# (.+)$/m.exec(markdown.text) ?? []
        const answer = await page.goto(address)
        expect([address, answer?.status()]).toEqual([address, 200])
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}`)
        await expectNoSideScroll(page)
      }
      const other = language === 'es' ? 'en' : 'es'
      expect((await get(`/developers/start.md?lang=${other}`)).text).toContain(
        messages[other].developers.pages.start.title,
      )
      const all = await get('/llms-full.txt', { 'Accept-Language': language })
      expect(all.text).toContain(messages[language].developers.pages.versioning.title)
    })
  })
}

test('the largest page of the reference, the first guide and the page of an error weigh at most 120 kB in all, as sent (ADR-0062)', async ({
  browser,
}) => {
  const sizes = await Promise.all(
    operationIds.map(async (id) => [id, (await get(`/developers/reference/${id}`)).text.length] as const),
  )
  const [largest = ['']] = sizes.toSorted(([, one], [, other]) => other - one)
  for (const path of [`reference/${largest[0]}`, guides[0], 'errors', 'errors/reference_in_use']) {
    // Nothing is in the browser's store.
    const context = await browser.newContext({ baseURL: portalUrl() })
    const page = await context.newPage()
    await page.goto(`/developers/${path}`, { waitUntil: 'networkidle' })
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
        name: new URL(entry.name).pathname,
        bytes: (entry as PerformanceResourceTiming).transferSize,
      })),
    )
    // Nobody's ids: who is not signed in is led away from there, which has no size.
    expect(loaded.filter(({ bytes }) => bytes === 0).map(({ name }) => name)).toEqual(
      path.startsWith('errors') ? [] : ['/portal/integrations/examples'],
    )
    expect(
      loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      JSON.stringify(loaded),
    ).toBeLessThan(120_000)
    // Its only script is ours.
    expect(loaded.map(({ name }) => name).filter((name) => name.endsWith('.js'))).toEqual([
      expect.stringMatching(/^\/developers\/script\/[0-9a-f]{16}\.js$/),
    ])
    expect(await page.locator('script').count()).toBe(1)
    await context.close()
  }
})

test('without scripts everything is read: each call in each language, and no button that would do nothing', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: portalUrl(), javaScriptEnabled: false, locale: 'es-DO' })
  const page = await context.newPage()
  await page.goto('/developers/reference/applyDiscount')
  for (const part of ['curl --max-time', 'await fetch(', 'urlopen(', 'curl_exec(', 'new HttpClient'])
    await expect(page.locator('pre').filter({ hasText: part, visible: true })).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: messages.es.search.open })).toHaveCount(0)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(operationTitle('applyDiscount', 'en'))
  await context.close()
})

test('the script of the pages is kept by browsers under a name that changes with it, and is not sent under another', async () => {
  const page = await get('/developers')
  const [, path = ''] = / src="(\/developers\/script\/[^"]+)"/.exec(page.text) ?? []
  const script = await fetch(`${portalUrl()}${path}`)
  expect([script.status, script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect(script.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await get('/developers/script/0000000000000000.js')).status).toBe(404)
  // Who takes no compressed answer gets a plain one.
  const plain = await fetch(`${portalUrl()}/developers`, { headers: { 'Accept-Encoding': 'gzip;q=0, identity' } })
  expect([plain.headers.get('content-encoding'), (await plain.text()).length > 10_000]).toEqual([null, true])
  const head = await fetch(`${portalUrl()}/developers`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('what changed is a feed too, in the language of its address: RSS 2.0, each change with its page (D62)', async ({
  page,
}) => {
  await page.goto('/developers/changes')
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', /\/developers\/changes\.rss$/)
  for (const language of ['es', 'en'] as const) {
    const feed = await get(`/developers/changes.rss?lang=${language}`)
    expect([feed.status, feed.type]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    const read = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml')
      // Not those of another namespace: `atom:link` is no `link` of RSS.
      const textsOf = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .filter(({ namespaceURI }) => namespaceURI === null)
          .map(({ textContent }) => textContent ?? '')
      return {
        root: document.documentElement.nodeName,
        version: document.documentElement.getAttribute('version'),
        language: textsOf('channel > language'),
        required: ['title', 'link', 'description'].flatMap((name) => textsOf(`channel > ${name}`)),
        titles: textsOf('item > title'),
        links: textsOf('item > link'),
        guids: textsOf('item > guid'),
        days: textsOf('item > pubDate'),
        texts: textsOf('item > description'),
      }
    }, feed.text)
    expect([read.root, read.version, read.language]).toEqual(['rss', '2.0', [language]])
    expect([read.required.length, read.required.includes('')]).toEqual([3, false])
    expect(read.titles).toEqual(changes.map(({ title }) => title[language]))
    expect(read.guids).toEqual(changes.map(({ id }) => `${portalUrl()}/developers/changes/${id}`))
    expect(read.links).toEqual(read.guids)
    // The form of RFC 822, with four digits of the year.
    for (const day of read.days) expect(day).toMatch(/^\w{3}, \d\d \w{3} \d{4} 12:00:00 GMT$/)
    expect(read.texts.join('')).not.toMatch(/[`*]/)
  }
})

test('who accepts Markdown gets it at the address of the page, and what is no page is none', async ({
  page,
  watch,
}) => {
  const markdown = await get('/developers/retries', { Accept: 'text/markdown, text/html;q=0.5' })
  expect([markdown.status, markdown.type]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(markdown.text).toMatch(/^# /)
  expect((await get('/developers', { Accept: 'text/markdown' })).text).toMatch(/^# /)
  const collection = await get('/developers/postman.json', { 'Accept-Language': 'en' })
  expect([collection.status, JSON.parse(collection.text).item[0].name]).toEqual([200, 'Describe this credential'])
  for (const name of clientFiles) {
    const file = await get(`/developers/clients/${name}`)
    expect([name, file.status, file.type]).toEqual([name, 200, 'text/plain; charset=utf-8'])
    expect(file.text).toBe(await findClientFile(name))
  }
  for (const path of [
    '/developers/clients/README.md',
    '/developers/clients/x.py',
    '/developers/nothing',
    '/developers/errors/no_such_code',
    '/developers/nothing.md',
    '/developers/errors/x.md',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  watch.expectProblem(/status of 404/)
  await page.goto('/developers/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe')
})

test('an error of the API leads to its page (D63)', async ({ page }) => {
  const refused = await fetch(`${process.env.PORTAL_API_URL}/api/v1/integrations/credential`)
  const [, help] = /^<([^>]+)>; rel="help"$/.exec(refused.headers.get('link') ?? '') ?? []
  expect(help).toBe(`${portalUrl()}/developers/errors/credential_missing`)
  await page.goto(`${help}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('credential_missing')
})

const languages = ['curl', 'Node', 'Python', 'PHP', 'C#']

test('a page shows each call in five languages; the one that is chosen stays, and is what is printed', async ({
  page,
}) => {
  await page.goto('/developers/start')
  const call = page.getByRole('group', { name: /Reserve el descuento/ })
  await expect(call.getByRole('button')).toHaveText(languages)
  const code = page.locator('pre').filter({ hasText: 'discounts/apply', visible: true })
  await expect(code).toContainText('curl --max-time 10')
  await call.getByRole('button', { name: 'Python', exact: true }).press('Enter')
  await expect(code).toContainText('urllib.request.urlopen')
  // The others follow, and so does the next page.
  await expect(page.locator('pre').filter({ hasText: 'consumptions', visible: true })).toContainText(
    'urllib.request.urlopen',
  )
  await page.goto('/developers/reference/releaseAuthorization')
  await expect(page.locator('pre').filter({ hasText: 'discounts/release', visible: true })).toContainText(
    'urllib.request.urlopen',
  )
  await page.emulateMedia({ media: 'print' })
  const shown = page.getByRole('group', { name: /La llamada/ }).getByRole('button')
  await expect(shown.filter({ visible: true })).toHaveText(['Python'])
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 360, height: 640 })
  await expectNoSideScroll(page)
})

test('the snippets carry the ids of who manages integrations, and of no other merchant', async ({
  page,
  pageOf,
  make,
  office,
  staff,
}) => {
  const strange = await make.merchant()
  await make.discount(strange.id)
  await make.branch(strange.id)
  const { merchant } = await office()
  const branchId = await make.branch(merchant.id)
  const discountId = await make.discount(merchant.id)
  const article = await make.article(merchant.id, 'PAN-01')
  const itemsDiscountId = await make.discount(merchant.id, { scope: { article } })
  const { clientId, clientSecret } = await make.oauthClient(merchant.id)

  await page.goto('/developers/reference/applyDiscount')
  const calls = page.locator('pre').filter({ visible: true })
  const [store, items] = [calls.nth(0), calls.nth(1)]
  await expect(store).toContainText(`"merchantDiscountId": ${discountId},`)
  await expect(store).toContainText(`"branchId": ${branchId}`)
  await expect(store).toContainText('$ALIADO_API_KEY')
  await expect(items).toContainText(`"merchantDiscountId": ${itemsDiscountId},`)
  await expect(items).toContainText('"sku": "PAN-01",')
  await expect(
    page
      .getByText(messages.es.snippets.own.split('{')[0] ?? '')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expectSoundEverywhere(page)
  await page.goto('/developers/authentication')
  await expect(page.locator('pre').filter({ hasText: 'grant_type', visible: true })).toContainText(
    `client_id=${clientId}`,
  )
  const own = await page.request.get('/portal/integrations/examples')
  expect([own.status(), own.headers()['cache-control']]).toEqual([200, 'private, no-store'])
  const { values } = await own.json()
  expect(values).toEqual({
    branchId: String(branchId),
    merchantDiscountId: String(discountId),
    itemsDiscountId: String(itemsDiscountId),
    sku1: 'PAN-01',
    clientId,
  })
  expect(await own.text()).not.toContain(clientSecret)

  // What the service sends is the same for everybody.
  const asSent = async (headers: Record<string, string>) => (await get('/developers/start.md', headers)).text
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await asSent({ Cookie: cookie, 'Accept-Language': 'es' })).toBe(await asSent({ 'Accept-Language': 'es' }))

  const seller = await staff.member(merchant.id, { permissions: ['merchant.catalog.manage'] })
  const other = await pageOf(seller)
  await other.goto('/developers/reference/applyDiscount')
  await expect(other.locator('pre').first()).toContainText('"merchantDiscountId": 1,')
  // Nothing of theirs, and no fault in the console (the fixture watches it).
  const none = await other.request.get('/portal/integrations/examples')
  expect([none.status(), await none.text()]).toEqual([204, ''])
})
