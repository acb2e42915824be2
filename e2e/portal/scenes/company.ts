import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { digest } from '@/lib/credentials/secret'
import { newAlphanumeric } from '@/lib/kernel/random-text'
import { factories } from '../../fixtures/factories'
import { newCompanyPerson } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'

/** The page as somebody of a company sees it, once `fill` has been there. */
const asHr =
  (
    path: string,
    fill?: (sql: Sql, companyId: number) => Promise<void>,
    act?: (page: Page) => Promise<void>,
  ): Scene['open'] =>
  async (page, { sql, language, url }) => {
    const company = await factories(sql).company()
    await sql`update companies set name = 'Grupo Caribe' where id = ${company.id}`
    const person = await newCompanyPerson(sql, company.id, { language, name: 'Rosa Marte' })
    await fill?.(sql, company.id)
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(path)
    await act?.(page)
  }

const people = [
  ['Ana María', 'Pérez Gómez', 'ana.perez@caribe.example'],
  ['José Ángel', 'Núñez', null],
  ['María Altagracia de los Milagros', 'Encarnación Bienvenida de la Concepción', 'maria.altagracia@caribe.example'],
  ['Wu', 'Li', null],
  ['Luis', 'Álvarez Rosario', 'luis@caribe.example'],
] as const

/** People of two types, three merchants, some of whose discounts are granted, and a month of purchases. */
async function fill(sql: Sql, companyId: number): Promise<void> {
  const make = factories(sql)
  await make.identificationTypes()
  const rename = (table: string, id: number, name: string) =>
    sql`update ${sql(table)} set name = ${name} where id = ${id}`
  const [fixed, temporary] = [await make.collaboratorType(companyId), await make.collaboratorType(companyId)]
  await rename('collaborator_types', temporary, 'Temporal')
  const ids: number[] = []
  for (const [n, [firstName, lastName, email]] of people.entries()) {
    const typeId = [fixed, temporary][n % 3]
    const { id } = await make.person(companyId, {
      firstName,
      lastName,
      active: n !== 3,
      ...(typeId === undefined ? {} : { typeId }),
    })
    await sql`update collaborators set email = ${email} where id = ${id}`
    ids.push(id)
  }
  for (const [n, name] of [
    'Supermercado Plaza Naco',
    'Café Duarte',
    'Farmacia San Rafael del Yuma y Compañía',
  ].entries()) {
    const merchant = await make.merchant()
    await sql`update merchants set name = ${name}, legal_id = ${`1-01-0000${n}-1`} where id = ${merchant.id}`
    await make.affiliation(companyId, merchant.id)
    const discounts = [
      await make.discount(merchant.id, { value: '12.50', minimumPurchase: '500.00', usesPerCollaboratorPerDay: 1 }),
      await make.discount(merchant.id, {
        type: 'AMT',
        value: '150.00',
        scope: { category: await make.category(merchant.id) },
        usesTotal: 100,
      }),
      await make.discount(merchant.id, { validFrom: new Date(Date.now() + 5e8) }),
    ]
    for (const [m, text] of ['12.5 % en toda la tienda', 'RD$150 en bebidas', 'Temporada de Navidad'].entries()) {
      await rename('discounts', discounts[m] ?? 0, text)
    }
    await make.grant(companyId, merchant.id, discounts[0] ?? 0)
    await make.grant(companyId, merchant.id, discounts[1] ?? 0, fixed)
    await make.grant(companyId, merchant.id, discounts[1] ?? 0, temporary)
    if (n === 2) await sql`update discounts set status = 'paused' where id = ${discounts[1] ?? 0}`
    await buy(sql, { companyId, merchantId: merchant.id, discountId: discounts[0] ?? 0, people: ids })
  }
}

async function buy(sql: Sql, of: { companyId: number; merchantId: number; discountId: number; people: number[] }) {
  const { companyId, merchantId, discountId } = of
  const { id: keyId } = await factories(sql).apiKey(merchantId)
  await sql`
    with made as (
      insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
      select ${merchantId}, upper(substr(md5(n::text), 1, 4) || '-' || substr(md5(n::text), 5, 4)), 'T-' || n, 'Consumed', ${discountId},
        ${companyId}, (${of.people}::bigint[])[n % 5 + 1], ${keyId}, n * 137.35, 25, n * 137.35 - 25, 'PCT', 10, 'store',
        now() - n * interval '9 hours', now() - n * interval '9 hours' + interval '15 minutes', now() - n * interval '9 hours'
      from generate_series(1, 25) n returning *)
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
      purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
    select merchant_id, code || '-QRST-WXYZ-7K3M', id, reference, discount_id, company_id, collaborator_id, api_key_id, purchase_amount,
      discount_amount, final_amount, authorized_at, authorized_at from made`
}

const payroll = [
  'Tipo de identificación,Identificación,Nombres,Apellidos,Tipo de colaborador,Correo,Activo',
  'Cédula,99913918205,Rosa,Marte,Fijo,rosa@caribe.example,sí',
  'Cédula,999139182,Juan Carlos,de la Cruz,Pasante,,',
  'Pasaporte,XR-22917,,,,sin correo,quizás',
  'Cédula,99913918205,Rosa,Peña,Fijo,,',
]

const onMember = (name: string, item: number) => async (page: Page) => {
  await page.getByRole('button', { name: new RegExp(` ${name}`) }).click()
  await page.getByRole('menuitem').nth(item).click()
  await page.locator('[role=dialog], [role=alertdialog]').waitFor()
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** A team with an invitation, and some weeks of what it did. */
async function work(sql: Sql, companyId: number): Promise<void> {
  await fill(sql, companyId)
  const luis = await newCompanyPerson(sql, companyId, { name: 'Luis Rosa', permissions: ['company.consumptions.read'] })
  await newCompanyPerson(sql, companyId, {
    name: 'María del Carmen Rodríguez de la Cruz Santana',
    permissions: ['company.collaborators.manage', 'company.benefits.manage'],
    twoStep: false,
  })
  await sql`insert into invitations (company_id, email, permissions, token_hash, invited_by, expires_at)
    values (${companyId}, ${`rosa.${companyId}@caribe.example`}, '{company.benefits.manage}', ${digest(newAlphanumeric(43))},
      ${luis.id}, now() + interval '5 days')`
  await sql`insert into audit_events (occurred_at, company_id, actor, user_id, action, outcome, subject_type, subject_id,
      details, address, user_agent)
    select now() - (70 - n) * interval '97 minutes', ${companyId}, 'user', ${luis.id}, action, outcome, 'company', '1',
      details::jsonb, '190.166.12.' || (n % 9 + 3), 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    from generate_series(1, 70) n
    join (values
      (0, 'session.started', 'done', '{}'),
      (1, 'collaborator.created', 'done', '{"name":"Ana María Pérez Gómez"}'),
      (2, 'grant.given', 'done', '{"name":"Temporada de Navidad","merchant":"Café Duarte","to":"team"}'),
      (3, 'membership.changed', 'denied', '{"reason":"permission_missing"}'),
      (4, 'membership.changed', 'done', '{"name":"Luis Rosa","from":["company.benefits.manage"],"to":["company.consumptions.read"]}'),
      (5, 'page.opened', 'denied', '{"reason":"permission_missing","permission":"company.benefits.manage"}'),
      (6, 'affiliation.accepted', 'done', '{"name":"Café Duarte","by":"company"}')) e (kind, action, outcome, details) on e.kind = n % 7`
}

/** The office of a company, empty and in the middle of its work. */
export const companyOfficeScenes: readonly Scene[] = [
  { name: 'company-home-empty', open: asHr('/company') },
  { name: 'company-home', open: asHr('/company', fill) },
  { name: 'company-people-empty', open: asHr('/company/collaborators') },
  { name: 'company-people', open: asHr('/company/collaborators', fill) },
  { name: 'company-people-none', open: asHr('/company/collaborators?q=nadie', fill) },
  {
    name: 'company-people-new',
    fullPage: false,
    open: asHr('/company/collaborators', fill, press(/^(Agregar colaborador|Add collaborator)$/)),
  },
  {
    name: 'company-person',
    open: asHr('/company/collaborators', fill, async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click()
      await page.waitForURL(/collaborators\/\d+/)
      await press(/^(Mostrar|Show)$/)(page)
      await page.getByRole('status').first().waitFor()
    }),
  },
  { name: 'company-import', open: asHr('/company/collaborators/import', fill) },
  {
    name: 'company-import-preview',
    open: asHr('/company/collaborators/import', fill, async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'nómina de noviembre.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(payroll.join('\n')),
      })
      await page.locator('main button[type=submit]').click()
      await page.waitForURL(/import\/\d+/)
    }),
  },
  { name: 'company-types', open: asHr('/company/collaborators/types', fill) },
  { name: 'company-benefits-empty', open: asHr('/company/benefits') },
  { name: 'company-benefits', open: asHr('/company/benefits', fill) },
  {
    name: 'company-benefits-grant',
    fullPage: false,
    open: asHr('/company/benefits?view=available', fill, async (page) => {
      await press(/^(Otorgar|Grant) Temporada/)(page)
      await page.getByRole('radio').nth(1).check()
    }),
  },
  { name: 'company-merchants', open: asHr('/company/merchants', fill) },
  {
    name: 'company-merchant',
    open: asHr('/company/merchants', fill, async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click()
      await page.waitForURL(/merchants\/\d+/)
    }),
  },
  { name: 'company-consumptions-empty', open: asHr('/company/consumptions') },
  { name: 'company-consumptions', open: asHr('/company/consumptions', fill) },
  { name: 'company-team', open: asHr('/company/team', work) },
  { name: 'company-team-alone', open: asHr('/company/team') },
  { name: 'company-team-change', fullPage: false, open: asHr('/company/team', work, onMember('Luis Rosa', 0)) },
  { name: 'company-team-remove', fullPage: false, open: asHr('/company/team', work, onMember('María del', 1)) },
  { name: 'company-team-invite', fullPage: false, open: asHr('/company/team', work, press(/^(Invitar|Invite)$/)) },
  { name: 'company-activity', fullPage: false, open: asHr('/company/activity', work) },
  { name: 'company-activity-empty', open: asHr('/company/activity') },
]
