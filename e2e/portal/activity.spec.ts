import type { Sql } from '@/db/client'
import { expectSoundEverywhere } from './fixtures/page-checks'
import { rows } from './fixtures/page-parts'
import type { Account } from './fixtures/people'
import { expect, test } from './fixtures/test'

type Event = { action: string; outcome?: 'done' | 'denied'; daysAgo?: number; details?: Record<string, string> }

/** Writes into the trail what a person did in an office, oldest first. */
const record = (sql: Sql, merchantId: number, person: Account, events: readonly Event[]): Promise<void> =>
  recordIn(sql, { merchantId }, person, events)

async function recordIn(
  sql: Sql,
  { merchantId = null, companyId = null }: { merchantId?: number | null; companyId?: number | null },
  person: Account,
  events: readonly Event[],
): Promise<void> {
  for (const { action, outcome = 'done', daysAgo = 0, details = {} } of events) {
    await sql`insert into audit_events (occurred_at, merchant_id, company_id, actor, user_id, action, outcome, subject_type, subject_id,
        details, address)
      values (now() - ${daysAgo}::int * interval '1 day', ${merchantId}, ${companyId}, 'user', ${person.id}, ${action}, ${outcome}, 'user',
        ${String(person.id)}, ${sql.json(details)}, '203.0.113.7')`
  }
}

test.describe('the activity of a merchant', () => {
  test('says who did what, when and from where, also what was denied, and of no other merchant', async ({
    page,
    make,
    staff,
    sql,
    office,
  }) => {
    const { merchant, ana } = await office({ name: 'Ana Peña' })
    const other = await make.merchant()
    const luis = await staff.member(merchant.id, { name: 'Luis Rosa' })
    await record(sql, merchant.id, ana, [
      { action: 'api_key.created', details: { name: 'POS caja 3' } },
      { action: 'oauth_client.rotated', outcome: 'denied', details: { reason: 'permission_missing' } },
    ])
    await record(sql, other.id, luis, [{ action: 'password.changed' }])
    await page.goto('/portal/activity')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(0)).toContainText('Rotación del secreto de un cliente OAuth')
    await expect(rows(page).nth(0)).toContainText('Denegado')
    await expect(rows(page).nth(0)).toContainText('sin permiso')
    await expect(rows(page).nth(1)).toContainText('Creación de clave de API')
    await expect(rows(page).nth(1)).toContainText('POS caja 3')
    await expect(rows(page).nth(1)).toContainText('Ana Peña')
    await expect(rows(page).nth(1)).toContainText('203.0.113.7')
    await expect(page.getByText('Cambio de contraseña')).toHaveCount(0)
    await expectSoundEverywhere(page)
  })

  test('is narrowed by what the address says, which a colleague can open (U-04)', async ({
    page,
    staff,
    sql,
    office,
    pageOf,
  }) => {
    const { merchant, ana } = await office({ name: 'Ana Peña' })
    const luis = await staff.member(merchant.id, { name: 'Luis Rosa' })
    await record(sql, merchant.id, ana, [
      { action: 'api_key.created', daysAgo: 60 },
      { action: 'api_key.revoked', daysAgo: 3 },
    ])
    await record(sql, merchant.id, luis, [{ action: 'session.started', outcome: 'denied' }])
    await page.goto('/portal/activity')
    await expect(rows(page)).toHaveCount(2)

    await page.getByLabel('Persona').selectOption({ label: 'Ana Peña' })
    await page.getByLabel('Período').selectOption({ label: 'Últimos 90 días' })
    await page.waitForURL(/period=quarter/)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('table')).not.toContainText('Luis Rosa')

    await page.getByLabel('Resultado').selectOption({ label: 'Denegado' })
    await expect(page.getByText('Sin resultados con estos filtros')).toBeVisible()
    await expectSoundEverywhere(page)

    const theirs = await pageOf(luis)
    await theirs.goto(page.url())
    await expect(theirs.getByLabel('Resultado')).toHaveValue('denied')
    await expect(theirs.getByText('Sin resultados con estos filtros')).toBeVisible()
    await theirs.getByRole('link', { name: 'Quitar filtros' }).first().click()
    await expect(rows(theirs)).toHaveCount(2)
  })

  test('is turned page by page, and none is skipped or seen twice (U-12)', async ({ page, sql, office }) => {
    const { merchant, ana } = await office()
    await sql`insert into audit_events (merchant_id, actor, user_id, action, subject_type, subject_id, details)
      select ${merchant.id}, 'user', ${ana.id}, 'api_key.created', 'merchant', '1', jsonb_build_object('name', 'POS ' || n)
      from generate_series(1, 120) n`
    await page.goto('/portal/activity')
    const seen: string[] = []
    const names = () =>
      page
        .getByRole('rowheader')
        .getByText(/^POS \d+$/)
        .allTextContents()
    for (const count of [50, 50, 20]) {
      await expect(rows(page)).toHaveCount(count)
      seen.push(...(await names()))
      if (count === 20) break
      const first = (await names())[0] ?? ''
      await page.getByRole('link', { name: 'Siguiente' }).click()
      await expect(page.getByRole('table')).not.toContainText(first)
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `POS ${120 - i}`))
    await expect(page.getByRole('link', { name: 'Siguiente' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Anterior' }).click()
    await expect(rows(page)).toHaveCount(50)
    expect(await names()).toEqual(seen.slice(50, 100))
  })

  test('speaks English to whoever reads English', async ({ page, sql, office }) => {
    const { merchant, ana } = await office({ language: 'en' })
    await record(sql, merchant.id, ana, [{ action: 'api_key.created', details: { name: 'Till 3' } }])
    await page.goto('/portal/activity')
    await expect(rows(page)).toContainText(['API key created'])
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expectSoundEverywhere(page)
  })

  test('is explained, not shown, to whom it is not for', async ({ page, context, make, staff, sql, enter }) => {
    const merchant = await make.merchant()
    const ana = await staff.member(merchant.id)
    await record(sql, merchant.id, ana, [{ action: 'api_key.created', details: { name: 'POS caja 3' } }])

    await page.goto('/portal/activity')
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fportal%2Factivity/)

    const without = await staff.member(merchant.id, { permissions: ['merchant.consumptions.read'] })
    await enter(without)
    await page.goto('/portal/activity')
    await expect(page.getByText('Le falta un permiso')).toBeVisible()
    await expect(page.getByText('POS caja 3')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Actividad' })).toHaveCount(0)
    await expectSoundEverywhere(page)

    await context.clearCookies()
    const unenrolled = await staff.member(merchant.id, { twoStep: false })
    await enter(unenrolled)
    await page.goto('/portal/activity')
    await expect(page.getByText('Active la verificación en dos pasos')).toBeVisible()
    await expect(page.getByText(merchant.name)).toHaveCount(0)

    await context.clearCookies()
    const nobodys = await staff.member(merchant.id)
    await staff.leave(nobodys)
    await enter(nobodys)
    await page.goto('/portal/activity')
    await expect(page.getByText('Todavía no pertenece a un comercio')).toBeVisible()
  })
})

for (const words of [
  {
    language: 'es',
    size: { width: 1280, height: 800 },
    invited: 'Alta de un colaborador',
    denied: 'Denegado',
    lacking: 'Le falta un permiso',
  },
  {
    language: 'en',
    size: { width: 360, height: 640 },
    invited: 'Collaborator added',
    denied: 'Denied',
    lacking: 'You need a permission',
  },
] as const)
  test(`the activity of a company is its own, narrowed and given as a file likewise (${words.language})`, async ({
    page,
    make,
    staff,
    enter,
    pageOf,
    sql,
  }) => {
    const { language, size } = words
    const [company, other] = [await make.company(), await make.company()]
    const ana = await enter(await staff.ofCompany(company.id, { name: 'Ana Peña', language }))
    await recordIn(sql, { companyId: company.id }, ana, [
      { action: 'collaborator.created', daysAgo: 60, details: { name: 'Hace tiempo' } },
      { action: 'collaborator.created', details: { name: 'Rosa Marte' } },
      { action: 'grant.given', outcome: 'denied', details: { reason: 'permission_missing' } },
    ])
    await recordIn(sql, { companyId: other.id }, await staff.ofCompany(other.id), [{ action: 'password.changed' }])
    await page.goto('/company/activity')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(0)).toContainText(words.denied)
    await expect(rows(page).nth(1)).toContainText(words.invited)
    await expect(rows(page).nth(1)).toContainText('Rosa Marte')
    await expectSoundEverywhere(page)
    await page.setViewportSize(size)
    await page.goto('/company/activity?kind=people&period=all')
    await expect(rows(page)).toHaveCount(2)
    const file = await page.request.get('/company/activity/file?kind=people&period=all&format=csv')
    expect(file.status()).toBe(200)
    const lines = (await file.text()).trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Rosa Marte')
    expect(lines[2]).toContain('Hace tiempo')

    const without = await staff.ofCompany(company.id, { language, permissions: ['company.benefits.manage'] })
    const theirs = await pageOf(without)
    await theirs.goto('/company/activity')
    await expect(theirs.getByText(words.lacking)).toBeVisible()
    await expect(theirs.getByText('Rosa Marte')).toHaveCount(0)
    expect((await theirs.request.get('/company/activity/file')).status()).toBe(403)
  })
