import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Sql } from '@/db/client'
import { readFragment, sealSecret } from '@/lib/hand-offs/link'
import { installer as en } from '@/lib/messages/en/installer'
import { installer as es } from '@/lib/messages/es/installer'
import { canariesIn, canary } from '../fixtures/canaries'
import { askToken, byToken } from './fixtures/integrations-calls'
import { integrationsPage, type Language, path, say } from './fixtures/integrations-page'
import { mailedText } from './fixtures/outbox'
import { expectAccessible, expectNoSideScroll, expectSoundEverywhere } from './fixtures/page-checks'
import { newPerson, type Person } from './fixtures/people'
import { expect, type Page, portalUrl, test } from './fixtures/test'

/** D72: a secret is handed to who installs it by a link that opens it once. */

const words = { es, en }
const looks = [
  { language: 'es', viewport: { width: 360, height: 640 } },
  { language: 'en', viewport: { width: 1280, height: 800 } },
] as const
const [phone, desk] = looks

const exactly = (name: string) => ({ name, exact: true })

/** The office of a merchant, and what its member does to hand a secret over. */
async function officeOf(page: Page, language: Language) {
  const credentials = integrationsPage(page, language)
  const { dialog } = credentials
  const t = credentials.t.secret.handOff
  const fill = async (options: { branch?: string; terminal?: string; hours?: number } = {}) => {
    if (options.branch) await dialog.getByLabel(t.branch).selectOption(options.branch)
    if (options.terminal) await dialog.getByLabel(t.terminal).fill(options.terminal)
    if (options.hours) await dialog.locator(`input[name=hours][value="${options.hours}"]`).check()
    await dialog.getByRole('button', exactly(t.submit)).click()
  }
  return {
    ...credentials,
    words: t,
    begin: () => dialog.getByRole('button', exactly(t.action)).click(),
    fill,
    /** The link that is shown; no part of it may be read anywhere else. */
    link: async (): Promise<string> => {
      const code = dialog.locator('code', { hasText: '/installer#' })
      await expect(code).toBeVisible()
      const link = (await code.textContent()) ?? ''
      canary(link.split('#')[1] ?? '')
      return link
    },
  }
}

/** Somebody with the link alone. */
async function strangerIn(browser: Browser, { language, viewport }: (typeof looks)[number]) {
  const locale = language === 'es' ? 'es-DO' : 'en-US'
  const context = await browser.newContext({ baseURL: portalUrl(), locale, viewport, permissions: ['clipboard-read'] })
  const page = await context.newPage()
  const t = words[language]
  return {
    page,
    t,
    close: () => context.close(),
    reveal: page.getByRole('button', exactly(t.reveal)),
    opened: page.getByRole('heading', { level: 1, ...exactly(t.openedTitle) }),
    dead: page.getByRole('heading', { level: 1, ...exactly(t.deadTitle) }),
  }
}

/** A sentence with whatever time. */
const told = (text: string) => new RegExp(text.replace('{time}', '.+').replace(/\.$/, ''))

/** Judges the page as it is once it has been read anew below the dialog: its title is missing for a moment meanwhile. */
const onceSettled = (judge: () => Promise<void>) => expect(judge).toPass({ timeout: 60_000 })

const handOffsOf = ({ merchantId }: Person, sql: Sql) => sql`select from hand_offs where merchant_id = ${merchantId}`

const branchOf = async (sql: Sql, { merchantId }: Person) => {
  const [row] = await sql`insert into branches (merchant_id, name) values (${merchantId}, 'Naco') returning id`
  return Number(row?.id)
}

for (const look of looks) {
  const { language } = look
  // What a page looks like at each size does not depend on its language: in the second one, it is looked at as it stands.
  const expectSound = language === 'es' ? expectSoundEverywhere : expectAccessible
  test(`a key is handed to who installs it, who opens it once and makes its first call, in ${language}`, async ({
    page,
    sql,
    enter,
    browser,
    watch,
  }) => {
    const person = await enter(await newPerson(sql, { language }))
    const branchId = await branchOf(sql, person)
    await page.setViewportSize(look.viewport)
    await page.goto(path)
    const office = await officeOf(page, language)
    const key = await office.createKey('Caja 3')
    await office.begin()
    await onceSettled(() => expectSound(page))
    await page.setViewportSize(look.viewport)
    await office.fill({ branch: String(branchId), terminal: 'NACO-03', hours: 72 })
    const link = await office.link()
    await office.dialog.getByRole('button', exactly(office.words.qr)).click()
    await expect(office.dialog.getByRole('img', exactly(office.words.qrLabel))).toBeVisible()
    await onceSettled(() => expectAccessible(page))
    await page.setViewportSize(look.viewport)
    // The link was taken: closing asks nothing, and the key itself was never copied.
    await page.keyboard.press('Escape')
    await expect(office.dialog).toBeHidden()
    await office.row('Caja 3').getByRole('link', exactly('Caja 3')).click()
    const place = say(office.t.details.branchAndTerminal, { branch: 'Naco', terminal: 'NACO-03' })
    await expect(page.getByText(place)).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)

    // What looks through messages asks for the page, and runs its script too.
    const stranger = await strangerIn(browser, look)
    for (const method of ['get', 'head'] as const)
      expect((await stranger.page.request[method](link)).status()).toBe(200)
    await stranger.page.goto(link)
    await expect(stranger.page.getByText('NACO-03')).toBeVisible()
    await expect(stranger.page.getByText('Naco', { exact: true })).toBeVisible()
    await stranger.page.reload()
    await expect(stranger.reveal).toBeVisible()
    expect(await handOffsOf(person, sql)).toHaveLength(1)
    await expectSound(stranger.page)
    await stranger.page.setViewportSize(look.viewport)
    const other = language === 'es' ? 'en' : 'es'
    await stranger.page.getByRole('button', exactly(other === 'en' ? 'English' : 'Español')).click()
    await expect(stranger.page.getByRole('button', exactly(words[other].reveal))).toBeVisible()
    await stranger.page.getByRole('button', exactly(other === 'en' ? 'Español' : 'English')).click()
    await expect(stranger.reveal).toBeVisible()

    // By the keyboard alone.
    await stranger.reveal.focus()
    await stranger.page.keyboard.press('Enter')
    await expect(stranger.opened).toBeFocused()
    await expect(stranger.page.locator('dd code')).toHaveText(key)
    expect(new URL(stranger.page.url()).hash).toBe('')
    expect(await handOffsOf(person, sql)).toHaveLength(0)
    await expectSound(stranger.page)
    await stranger.page.setViewportSize(look.viewport)
    await expect(stranger.page.getByText(stranger.t.waitingCall)).toBeVisible()

    const downloading = stranger.page.waitForEvent('download')
    await stranger.page.getByRole('button', exactly(office.t.secret.download)).click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain(`ALIADO_API_KEY=${key}\nALIADO_BRANCH_ID=${branchId}\nALIADO_TERMINAL_ID=NACO-03\n`)
    const env = Object.fromEntries(
      file
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/).slice(0, 2)),
    )
    const code = (await stranger.page.locator('pre').textContent()) ?? ''
    expect(code).toContain('X-Terminal-Id')
    const script = join(mkdtempSync(join(tmpdir(), 'aliado-installer-')), 'call.sh')
    writeFileSync(script, code)
    const output = execFileSync('bash', [script], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
    expect(output).toContain('Caja 3')
    await expect(stranger.page.getByText(told(stranger.t.call))).toBeVisible({ timeout: 30_000 })
    const ofTill = say(stranger.t.callOfTill, { terminal: 'NACO-03', time: '{time}' })
    await expect(stranger.page.getByText(told(ofTill))).toBeVisible({ timeout: 30_000 })

    watch.expectProblem(/404/)
    const second = await strangerIn(browser, look)
    await second.page.goto(link)
    await expect(second.dead).toBeVisible()
    await expectAccessible(second.page)
    await page.reload()
    await expect(page.getByText(office.t.details.events.opened, { exact: true })).toBeVisible()
    await expect(page.getByText(office.t.details.actors.installer)).toBeVisible()
    await expect(page.getByText(place)).toBeHidden()
    const mail = await mailedText('hand_off_opened', person.email)
    expect(mail).toContain('NACO-03')
    expect(canariesIn(mail)).toEqual([])
    await stranger.close()
    await second.close()
  })
}

test('of two browsers that press at once one gets a rotated secret; its tokens and calls are told apart', async ({
  page,
  sql,
  enter,
  browser,
  watch,
}) => {
  watch.expectProblem(/404/)
  await enter(await newPerson(sql))
  await page.goto(path)
  const office = await officeOf(page, 'es')
  const client = await office.createClient('ERP')
  await office.keep(office.t.secret.copySecret)
  await office.choose('ERP', office.t.rotate.action)
  await office.confirm('ERP', office.t.rotate.submit)
  const clientSecret = await office.secret(office.t.secret.rotatedTitle)
  await office.begin()
  await office.fill()
  const link = await office.link()

  const both = await Promise.all([strangerIn(browser, phone), strangerIn(browser, desk)])
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let waiting = 0
  for (const { page: one, reveal } of both) {
    await one.route('**/installer/reveal', async (route) => {
      waiting += 1
      await held
      await route.continue()
    })
    await one.goto(link)
    await reveal.click()
  }
  await expect.poll(() => waiting).toBe(2)
  letGo()
  for (const one of both) await expect(one.opened.or(one.dead)).toBeVisible()
  const winners = []
  for (const one of both) if (await one.opened.isVisible()) winners.push(one)
  expect(winners).toHaveLength(1)
  const [winner] = winners
  if (!winner) throw new Error('one wins')
  await expect(winner.page.locator('dd code').last()).toHaveText(clientSecret)
  await expect(winner.page.locator('dd code').first()).toHaveText(client.clientId)
  await expect(winner.page.getByText(winner.t.waitingToken)).toBeVisible()
  const { token } = await askToken({ ...client, clientSecret })
  await expect(winner.page.getByText(told(winner.t.token))).toBeVisible({ timeout: 30_000 })
  await expect(winner.page.getByText(winner.t.waitingCall)).toBeVisible()
  expect(await byToken(token)).toBe(200)
  await expect(winner.page.getByText(told(winner.t.call))).toBeVisible({ timeout: 30_000 })
  for (const one of both) await one.close()
})

test('what was asked before the press and is answered after it takes nothing away', async ({
  page,
  sql,
  enter,
  browser,
  watch,
}) => {
  watch.expectProblem(/404/)
  await enter(await newPerson(sql))
  await page.goto(path)
  const office = await officeOf(page, 'es')
  const key = await office.createKey('Caja 1')
  await office.begin()
  await office.fill()
  const link = await office.link()
  const stranger = await strangerIn(browser, phone)
  await stranger.page.goto(link)
  await expect(stranger.reveal).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await stranger.page.route('**/installer/look', async (route) => {
    await released
    await route.continue()
  })
  const asked = stranger.page.waitForRequest('**/installer/look')
  await stranger.page.getByRole('button', exactly('English')).click()
  await asked
  await stranger.page.getByRole('button', exactly(words.en.reveal)).click()
  await expect(stranger.page.locator('dd code')).toHaveText(key)
  const answered = stranger.page.waitForResponse('**/installer/look')
  release()
  expect((await answered).status()).toBe(404)
  await stranger.page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(null)))),
  )
  await expect(stranger.page.locator('dd code')).toHaveText(key)
  await stranger.close()
})

test('a failure loses nothing, a link that is cut off uses nothing up, and one that was withdrawn opens nothing', async ({
  page,
  sql,
  enter,
  browser,
  watch,
}) => {
  watch.expectProblem(/404|ERR_FAILED|Failed to load|Failed to fetch/)
  const person = await enter(await newPerson(sql))
  await page.goto(path)
  const office = await officeOf(page, 'es')
  const key = await office.createKey('Caja 1')
  await office.begin()
  await page.route(`**${path}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await office.fill()
  await expect(office.dialog.getByRole('alert')).toBeVisible()
  await expect(office.dialog).toContainText(key)
  await page.unroute(`**${path}`)
  await office.fill({ terminal: 'mi caja' })
  await expect(office.dialog.getByText(office.t.faults.terminal_unfit).first()).toBeVisible()
  await office.fill({ terminal: 'CAJA-1' })
  const link = await office.link()
  // Neither the link nor the key was taken: it asks.
  await page.keyboard.press('Escape')
  await expect(page.getByText(office.t.secret.askTitle)).toBeVisible()
  await office.dialog.getByRole('button', exactly(office.t.secret.stay)).click()
  await office.dialog.getByRole('button', exactly(office.words.copyLink)).click()
  await expect(office.dialog.getByText('Copiado').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await office.dialog.getByRole('button', exactly(office.t.secret.done)).click()

  const stranger = await strangerIn(browser, phone)
  for (const broken of [link.slice(0, -1), `${portalUrl()}/installer`, `${link.slice(0, -2)}AA`]) {
    await stranger.page.goto('about:blank')
    await stranger.page.goto(broken)
    await expect(stranger.dead).toBeVisible()
  }
  await stranger.page.goto('about:blank')
  await stranger.page.goto(link)
  await expect(stranger.reveal).toBeVisible()
  expect(await handOffsOf(person, sql)).toHaveLength(1)

  await office.row('Caja 1').getByRole('link', exactly('Caja 1')).click()
  const place = say(office.t.details.terminalOnly, { terminal: 'CAJA-1' })
  await page.getByRole('button', exactly(say(office.t.details.withdrawLabel, { place }))).click()
  await expect(page.getByText(office.t.details.withdrawn)).toBeVisible()
  await expect(page.getByText(place)).toBeHidden()
  await expect(page.getByText(office.t.details.events.withdrawn, { exact: true })).toBeVisible()
  // The page was open before.
  await stranger.reveal.click()
  await expect(stranger.dead).toBeVisible()
  await stranger.close()
})

test('a hand-off answers a page of ours alone, and says the same of whatever opens nothing', async ({
  page,
  sql,
  make,
}) => {
  const person = await newPerson(sql)
  const key = await make.apiKey(person.merchantId)
  const { fragment, handleHash, ciphertext } = await sealSecret('a.secret')
  const { handle } = (await readFragment(`#${fragment}`)) ?? {}
  await sql`insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, created_by, expires_at)
    values (${person.merchantId}, ${key.id}, ${Buffer.from(handleHash, 'base64url')},
      ${Buffer.from(ciphertext, 'base64url')}, ${person.id}, now() + interval '1 hour')`
  const ask = async (route: string, data: object, headers: Record<string, string> = { Origin: portalUrl() }) => {
    const answer = await page.request.post(`/installer/${route}`, { data, headers })
    expect(answer.headers()['cache-control']).toContain('no-store')
    return { status: answer.status(), body: await answer.text() }
  }
  for (const headers of [{ Origin: 'https://elsewhere.example' }, {}])
    expect((await ask('reveal', { handle }, headers)).status).toBe(403)
  for (const route of ['look', 'reveal', 'calls']) {
    expect((await page.request.get(`/installer/${route}`)).status()).toBe(405)
    expect((await ask(route, { nothing: true })).status).toBe(400)
  }
  expect(await handOffsOf(person, sql)).toHaveLength(1)
  expect((await ask('reveal', { handle })).status).toBe(200)
  const spent = await ask('reveal', { handle })
  expect(spent).toEqual({ status: 404, body: JSON.stringify({ code: 'link_invalid' }) })
  expect(await ask('reveal', { handle: 'a'.repeat(43) })).toEqual(spent)
  expect(await ask('look', { handle, language: 'es' })).toEqual(spent)
  expect(await ask('calls', { watch: 'a'.repeat(43) })).toEqual(spent)
})
