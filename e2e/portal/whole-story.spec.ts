import type { BrowserContext } from '@playwright/test'
import { officeOver } from '@/db/office'
import { sumMinutes } from '@/lib/health/sum-minutes'
import { cedulaCheckDigit } from '@/lib/identification/cedula'
import { messages } from '@/lib/messages/messages'
import { canary } from '../fixtures/canaries'
import { type EmptyNetwork, startEmptyNetwork } from './fixtures/empty-network'
import { integrationsPage } from './fixtures/integrations-page'
import { enrol, makeAccount } from './fixtures/joining'
import { mailedPath } from './fixtures/outbox'
import { expectAccessible, expectNoSideScroll, expectWhole } from './fixtures/page-checks'
import { dialogOf, rows } from './fixtures/page-parts'
import { expect, type Page, test as shared } from './fixtures/test'
import { tillOf } from './fixtures/till'

/**
 * A network from its first day (issue 15): in production, on an empty database, by the command and by screens alone, once in each
 * language and size. Its chapters: the first operator comes by the command · creates and invites a merchant and a company · who manages
 * the merchant sets it up · who manages the company can register nobody until the operator has named an identification, then sets it up
 * · the merchant asks for an affiliation, the company accepts and grants · a key is made and a till sells · merchant, company and collaborator see that sale · the operator sees its calls ·
 * disables the merchant, its effect in view · the till is refused · the merchant reads why · enabled, the till sells again, also what was
 * reserved before.
 */

type Story = {
  readonly network: EmptyNetwork
  readonly language: 'es' | 'en'
  /** Somebody at a browser of their own. */
  visitor(): Promise<Page>
}

const test = shared.extend<{ story: Story; language: 'es' | 'en' }>({
  language: ['es', { option: true }],
  story: async ({ browser, language, locale, viewport, watch }, use) => {
    const network = await startEmptyNetwork()
    const contexts: BrowserContext[] = []
    await use({
      network,
      language,
      visitor: async () => {
        const options = { baseURL: network.url, ignoreHTTPSErrors: true, viewport, ...(locale ? { locale } : {}) }
        const context = await browser.newContext(options)
        contexts.push(context)
        await watch.also(context)
        return context.newPage()
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(await network.stop()).toEqual([])
  },
})

const [merchantName, companyName, discountName] = ['Ferretería Ozama', 'Grupo Naco', 'Ozama 10 %']
const companyRnc = '4-99-00001-4'
const password = 'cuatro garzas vuelan alto'
const addresses = {
  operator: 'olga@aliado.example',
  merchant: 'mario@ozama.example',
  company: 'carla@naco.example',
  person: 'ana@naco.example',
}

/** Somebody's cédula, of none of the numbers that are kept for tests: production knows no others. */
function newCedula(): string {
  const ten = `402${Math.floor(Math.random() * 10_000_000)}`.padEnd(10, '5')
  return canary(`${ten}${cedulaCheckDigit(ten)}`, 'identification')
}

/** The page as it stands, judged at the size and in the language of the story. */
async function seen(page: Page): Promise<void> {
  await expectWhole(page)
  await expectNoSideScroll(page)
  await expectAccessible(page)
}

/** Opens a page by its address, and judges it. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await seen(page)
}

const press = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

/** Comes by a mailed invitation to an account with two-step verification. */
async function comeIn(story: Story, page: Page, path: string, name: string): Promise<void> {
  await look(page, path)
  await makeAccount(page, { name, password })
  await seen(page)
  await enrol(page, story.language, password)
}

async function theOperatorComes(story: Story): Promise<Page> {
  const { network, language } = story
  const { operatorHome } = messages[language]
  const page = await story.visitor()
  await comeIn(story, page, await network.inviteOperator(addresses.operator), 'Olga Marte')
  await look(page, '/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    operatorHome.greeting.replace('{name}', 'Olga Marte'),
  )
  await expect(page.getByText(operatorHome.noTypesTitle)).toBeVisible()
  return page
}

/** By what a collaborator is known: until the operator says so, nobody can be registered. */
async function theOperatorNamesAnIdentification({ language }: Story, page: Page): Promise<void> {
  const { policies, operatorHome } = messages[language]
  await page.goto('/operator')
  await page.getByRole('link', { name: operatorHome.noTypesAction }).click()
  await press(page, policies.types.add)
  await dialogOf(page).getByLabel(policies.types.name).fill('Cédula')
  await press(dialogOf(page), policies.types.add)
  await expect(page.getByRole('row', { name: /Cédula/ })).toContainText(policies.types.inUse)
  await seen(page)
}

/** Creates a merchant or a company, and gives the path of the invitation that was mailed. */
async function create(
  { network, language }: Story,
  page: Page,
  { side, name, rnc, email }: { side: 'merchants' | 'companies'; name: string; rnc: string; email: string },
): Promise<string> {
  const words = messages[language][side === 'merchants' ? 'operatorMerchants' : 'operatorCompanies']
  const { operatorTenants } = messages[language]
  await look(page, `/operator/${side}`)
  await press(page, words.create.open)
  const dialog = dialogOf(page)
  await dialog.getByLabel(words.create.name).fill(name)
  await dialog.getByLabel(new RegExp(`^${operatorTenants.legalId}`)).fill(rnc)
  await dialog.getByLabel(operatorTenants.create.email).fill(email)
  await seen(page)
  await press(dialog, operatorTenants.create.submit)
  await page.waitForURL(new RegExp(`/operator/${side}/\\d+$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await seen(page)
  return mailedPath('invitation', email, network.outbox)
}

async function theMerchantSetsItselfUp(story: Story, path: string): Promise<Page> {
  const { branches, discounts } = messages[story.language]
  const page = await story.visitor()
  await comeIn(story, page, path, 'Mario Peña')
  await look(page, '/portal')

  await page.goto('/portal/branches')
  await press(page, branches.new)
  await dialogOf(page).getByLabel(branches.name).fill('Zona Colonial')
  await press(dialogOf(page), branches.create)
  await expect(page.getByRole('rowheader', { name: 'Zona Colonial' })).toBeVisible()
  await seen(page)

  await page.goto('/portal/discounts/new')
  await page.getByLabel(discounts.form.name, { exact: true }).fill(discountName)
  await page.getByLabel(discounts.form.description, { exact: true }).fill('En toda la tienda')
  await page.getByLabel(discounts.form.percentValue).fill('10')
  await page.getByLabel(discounts.form.validTo, { exact: true }).fill('2098-12-31')
  await seen(page)
  await press(page, discounts.form.saveAndPublish)
  await page.waitForURL(/done=published/)
  await seen(page)
  return page
}

async function theCompanySetsItselfUp(story: Story, path: string, operator: Page, cedula: string): Promise<Page> {
  const { collaborators } = messages[story.language]
  const page = await story.visitor()
  await comeIn(story, page, path, 'Carla Sosa')
  await look(page, '/company')

  await page.goto('/company/collaborators/types')
  await press(page, collaborators.types.add)
  await dialogOf(page).getByLabel(collaborators.types.name).fill('Fijo')
  await press(dialogOf(page), collaborators.types.create)
  await expect(rows(page)).toContainText(['Fijo'])
  await seen(page)

  await look(page, '/company/collaborators')
  await expect(page.getByText(collaborators.noTypes)).toBeVisible()
  await expect(page.getByRole('button', { name: collaborators.add, exact: true })).toHaveCount(0)
  await theOperatorNamesAnIdentification(story, operator)
  await page.reload()
  await press(page, collaborators.add)
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: collaborators.form.identification }).fill(cedula)
  await dialog.getByLabel(collaborators.form.firstName).fill('Ana María')
  await dialog.getByLabel(collaborators.form.lastName).fill('Pérez Gómez')
  await dialog.getByLabel(new RegExp(`^${collaborators.form.email}`)).fill(addresses.person)
  await dialog.getByLabel(new RegExp(`^${collaborators.form.type}`)).selectOption({ label: 'Fijo' })
  await seen(page)
  await press(dialog, collaborators.form.add)
  await expect(rows(page)).toContainText(['Pérez Gómez, Ana María'])
  await seen(page)
  return page
}

/** The merchant asks, and the company accepts and grants the discount to the people of one type. */
async function theyAffiliate({ language }: Story, merchant: Page, company: Page): Promise<void> {
  const { affiliations, benefits } = messages[language]
  await look(merchant, '/portal/companies')
  await press(merchant, affiliations.proposal.action)
  await dialogOf(merchant).getByLabel(affiliations.proposal.other.merchant).fill(companyRnc)
  await press(dialogOf(merchant), affiliations.proposal.submit)
  await expect(merchant.getByRole('rowheader', { name: companyName })).toBeVisible()
  await seen(merchant)

  await look(company, '/company')
  await look(company, '/company/merchants')
  await press(company, affiliations.accept.label.replace('{name}', merchantName))
  await press(dialogOf(company), affiliations.accept.submit)
  await expect(company.getByRole('link', { name: merchantName })).toBeVisible()
  await seen(company)

  await look(company, '/company/benefits?view=available')
  await press(company, benefits.form.title.replace('{name}', discountName))
  const dialog = dialogOf(company)
  await dialog.getByRole('radio', { name: benefits.form.types }).check()
  await dialog.getByRole('checkbox', { name: 'Fijo' }).check()
  await seen(company)
  await press(dialog, benefits.form.save)
  await expect(company.getByText(benefits.form.saved.replace('{name}', discountName)).first()).toBeVisible()
  await look(company, '/company/benefits')
  await expect(rows(company)).toContainText([discountName])
}

async function aKeyIsMade({ language }: Story, page: Page): Promise<string> {
  const { t, ...credentials } = integrationsPage(page, language)
  await look(page, '/portal/integrations')
  const apiKey = await credentials.createKey('Caja 1')
  await seen(page)
  await credentials.keep(t.secret.copyKey)
  await expect(credentials.row('Caja 1')).toBeVisible()
  await seen(page)
  return apiKey
}

/** The person comes by a link that they ask for, and sees what they may use and what they have used. */
async function thePersonSees(story: Story, sums: readonly string[]): Promise<void> {
  const { me } = messages[story.language]
  const page = await story.visitor()
  await look(page, '/me/sign-in')
  await page.getByLabel(me.email).fill(addresses.person)
  await press(page, me.sendLink)
  await expect(page.getByRole('heading', { name: me.sentTitle })).toBeVisible()
  await look(page, await mailedPath('benefits_link', addresses.person, story.network.outbox))
  await press(page, me.enter)
  await page.waitForURL(/\/me$/)
  await expect(page.getByText(discountName).first()).toBeVisible()
  await seen(page)
  await page.getByRole('link', { name: me.history, exact: true }).click()
  await page.waitForURL(/\/me\/history$/)
  for (const text of [merchantName, ...sums]) await expect(rows(page)).toContainText(text)
  await seen(page)
}

/** The calls of now became calls of some minutes ago, which the service has summed (ADR-0057). */
async function letTheMinuteEnd({ sql }: EmptyNetwork, calls: number): Promise<void> {
  await expect(async () => expect(await sql`select from api_requests`).toHaveLength(calls)).toPass()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update api_requests set occurred_at = date_trunc('minute', now()) - interval '90 seconds'`
  })
  await sumMinutes(officeOver(sql))
}

/** Disables the merchant from its page of the operator, alone: as the only person of the operator one says so openly first (ADR-0055). */
async function theOperatorDisables(story: Story, page: Page): Promise<void> {
  const { approvals, operatorMerchants: t } = messages[story.language]
  await look(page, '/operator/approvals')
  await press(page, approvals.decisions.set_off.action)
  await dialogOf(page).getByLabel(approvals.reason).fill('La red tiene una sola persona')
  await press(dialogOf(page), approvals.decisions.set_off.action)
  await expect(page.getByText(approvals.off.title)).toBeVisible()
  await seen(page)

  await page.goto('/operator/merchants')
  await page.getByRole('link', { name: merchantName, exact: true }).click()
  await page.getByRole('link', { name: t.standing.disable }).click()
  const effect = page.getByRole('region', { name: t.disable.effect })
  const figure = (label: string) =>
    effect
      .locator('div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  for (const [label, value] of [
    [t.disable.credentials, '1'],
    [t.disable.reservations, '1'],
    [t.disable.people, '1'],
    [t.disable.tickets, '2'],
  ] as const)
    await expect(figure(label)).toHaveText(value)
  await page.getByLabel(t.disable.cause, { exact: true }).selectOption('documents_missing')
  await page.getByRole('textbox', { name: t.disable.message }).fill('Falta el registro mercantil.')
  await page.getByRole('textbox', { name: t.disable.confirmation.replace('{name}', merchantName) }).fill(merchantName)
  await seen(page)
  await press(page, t.disable.submit)
  await page.waitForURL(/\/operator\/merchants\/\d+$/)
  await expect(page.getByText(t.standing.cause.replace('{cause}', t.causes.documents_missing))).toBeVisible()
  await seen(page)
}

for (const { language, locale, viewport } of [
  { language: 'es', locale: 'es-DO', viewport: { width: 1280, height: 800 } },
  { language: 'en', locale: 'en-US', viewport: { width: 360, height: 640 } },
] as const) {
  test.describe(`in ${language}, ${viewport.width} wide`, () => {
    test.use({ language, locale, viewport, actionTimeout: 20_000 })

    test('an empty network is run from its first operator to a sale that is seen by all, refused and made again', async ({
      story,
    }) => {
      const { network } = story
      const { operatorMerchants, operatorHealth, standing } = messages[language]
      const cedula = newCedula()
      const operator = await theOperatorComes(story)
      const merchant = {
        side: 'merchants',
        name: merchantName,
        rnc: '4-99-00000-6',
        email: addresses.merchant,
      } as const
      const company = { side: 'companies', name: companyName, rnc: companyRnc, email: addresses.company } as const
      const theirs = await theMerchantSetsItselfUp(story, await create(story, operator, merchant))
      const hers = await theCompanySetsItselfUp(story, await create(story, operator, company), operator, cedula)
      await theyAffiliate(story, theirs, hers)
      const apiKey = await aKeyIsMade(story, theirs)

      const person = { identificationTypeId: 1, identification: cedula }
      const till = tillOf({ credential: { apiKey }, person, api: network.apiUrl })
      const [discountId = 0] = await till.offers()
      const { code } = await till.sell({ merchantDiscountId: discountId, purchaseAmount: 1250.5 })
      const reserved = await till.authorize({ merchantDiscountId: discountId, purchaseAmount: 100 })

      const sums = ['RD$1,250.50', 'RD$125.05', 'RD$1,125.45']
      for (const [page, path] of [
        [theirs, '/portal/consumptions'],
        [hers, '/company/consumptions'],
      ] as const) {
        await look(page, path)
        await expect(rows(page)).toHaveCount(1)
        await expect(rows(page)).toContainText(code)
      }
      await look(theirs, `/portal/consumptions/${code}`)
      for (const text of [...sums, companyName]) await expect(theirs.locator('main')).toContainText(text)
      await thePersonSees(story, sums)

      await letTheMinuteEnd(network, 4)
      await look(operator, '/operator/health')
      const hour = operator.getByRole('region', { name: operatorHealth.hourFigures })
      await expect(hour).toContainText(new RegExp(`${operatorHealth.calls}\\D*4(?!\\d)`))
      await look(operator, '/operator')

      await theOperatorDisables(story, operator)
      const refused = await till.apply({ merchantDiscountId: discountId })
      expect([refused.status, refused.body.code]).toEqual([403, 'merchant_disabled'])
      await look(theirs, '/portal')
      await expect(theirs.getByText('Falta el registro mercantil.')).toBeVisible()
      await expect(theirs.getByText(standing.cause.replace('{cause}', standing.causes.documents_missing))).toBeVisible()

      await press(operator, operatorMerchants.standing.enable.open)
      await press(dialogOf(operator), operatorMerchants.standing.enable.submit)
      await expect(operator.getByText(operatorMerchants.standing.enabled)).toBeVisible()
      const { authorizationCode, reference } = reserved
      expect((await till.consume({ authorizationCode, reference })).status).toBe(201)
      await till.sell({ merchantDiscountId: discountId, purchaseAmount: 500 })
      await theirs.goto('/portal/consumptions')
      await expect(rows(theirs)).toHaveCount(3)
      await look(operator, '/operator/activity')
    })
  })
}
