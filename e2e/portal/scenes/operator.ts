import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import { type Account, newOperator } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import { asMember } from './office'
import type { Scene } from './scene'

type Filled = { readonly merchantId: number; readonly companyId: number }

/** A network of some merchants: one that sells, one that is out of service, and one that has just been created. */
async function fill(sql: Sql): Promise<Filled> {
  const make = factories(sql)
  const shop = await make.shop()
  const { merchant } = shop
  await make.apiKey(merchant.id)
  await sql`update merchants set name = 'Supermercado Plaza Naco', legal_id = '101850043' where id = ${merchant.id}`
  const off = await make.merchant()
  await sql`update merchants set name = 'Ferretería Ozama', enabled = false where id = ${off.id}`
  const fresh = await make.merchant()
  await sql`update merchants set name = 'Colmado Los Hermanos de la Calle Duarte' where id = ${fresh.id}`
  const [row] = await sql<
    { id: number }[]
  >`select company_id as id from affiliations where merchant_id = ${merchant.id}`
  await sql`
    insert into network_minutes (minute, calls, done, failed, codes, bins, authorized, confirmed, expired)
    select date_trunc('minute', now()) - n * interval '1 minute', 900 + n * 37 % 400, 880 + n * 37 % 400 - n % 7, n % 7,
      '{"discount_not_available": 18, "rate_limited": 2}', '{"4": 900, "6": 480, "13": 32}', 610, 580, 9
    from generate_series(0, 59) n on conflict (minute) do nothing`
  await sql`
    insert into merchant_minutes (minute, merchant_id, status, code, calls)
    values (date_trunc('minute', now()), ${merchant.id}, 503, 'service_unavailable', 12),
      (date_trunc('minute', now()), ${merchant.id}, 200, '', 80) on conflict do nothing`
  return { merchantId: merchant.id, companyId: row?.id ?? 0 }
}

/** A page of the operator's office as somebody sees it who may do everything there. */
const asOperator =
  <Ids extends Filled>(
    path: string | ((ids: Ids) => string),
    prepare: (sql: Sql, operator: Account) => Promise<Ids> = fill as (sql: Sql) => Promise<never>,
  ): Scene['open'] =>
  async (page: Page, { sql, language, url }) => {
    const operator = await newOperator(sql, { language, name: 'Luisa Fernández' })
    const ids = await prepare(sql, operator)
    await staffOf(sql).session(page.context(), operator, url)
    await page.goto(typeof path === 'string' ? path : path(ids))
  }

/** What a person asks: one request that is overdue, and one of a person whose company was asked to correct something. */
async function withCase(sql: Sql) {
  const ids = await fill(sql)
  const author = await newOperator(sql)
  const { id: personId } = await factories(sql).person(ids.companyId)
  const [open] = await sql<{ id: number }[]>`
    insert into privacy_cases (kind, contact, note, received_on, due_on, opened_by) values
      ('rectification', 'ana.perez@correo.example', 'Vino con su cédula.', current_date - 2, current_date + 12, ${author.id})
    returning id`
  await sql`insert into privacy_cases (kind, contact, received_on, due_on, opened_by) values
      ('access', '809-555-0134', current_date - 9, current_date - 2, ${author.id}),
      ('cancellation', '829-555-0199', current_date - 14, current_date, ${author.id})`
  const caseId = open?.id ?? 0
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${caseId}, ${personId})`
  await sql`insert into privacy_rectifications (case_id, collaborator_id, what, asked_by)
    values (${caseId}, ${personId}, 'Su apellido es Peña, con eñe.', ${author.id})`
  return { ...ids, caseId }
}

/** What is held of that person, exported for them: the one who looks proposed it, and somebody else approved it. */
async function withExport(sql: Sql, operator: Account) {
  const ids = await withCase(sql)
  const approver = await newOperator(sql, { name: 'Ramón Encarnación' })
  const [person] =
    await sql`select collaborator_id::float8 as id from privacy_case_people where case_id = ${ids.caseId}`
  const [asked] = await sql<{ id: number }[]>`
    insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
    values ('access', '809-555-0134', current_date - 2, current_date + 5, ${operator.id}) returning id`
  const caseId = asked?.id ?? 0
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${caseId}, ${person?.id})`
  await sql`
    insert into approvals (kind, payload, proposed_by, decision, decided_by, decided_at, reason)
    select 'export_data', ${sql.json({ collaboratorIds: [person?.id], caseId })}, ${operator.id}, decision, ${approver.id}, now(), reason
    from (values ('refused', 'Falta su cédula'), ('approved', null)) a (decision, reason)`
  return { ...ids, caseId }
}

/** An incident that is over: one that lasts would stand above every page. */
async function withIncident(sql: Sql) {
  const ids = await fill(sql)
  const author = await newOperator(sql)
  const [incident] = await sql<{ id: number }[]>`
    insert into incidents (title_es, title_en, parts, state, begun_at, resolved_at, created_by)
    values ('Correos demorados', 'Delayed e-mails', '{mails,offices}', 'resolved', now() - interval '2 hours', now(), ${author.id})
    returning id`
  await sql`insert into incident_updates (incident_id, state, text_es, text_en, created_by, created_at)
    select ${incident?.id ?? 0}, state, es, en, ${author.id}, now() - ago from (values
      ('investigating', 'Los correos tardan en salir.', 'E-mails leave late.', interval '2 hours'),
      ('resolved', 'Ya salen a tiempo.', 'They leave in time again.', interval '1 minute')) u (state, es, en, ago)`
  return ids
}

/** The page of a merchant's member while something is announced. */
const announced: Scene['open'] = async (page, given) => {
  const author = await newOperator(given.sql)
  await given.sql`
    insert into announcements (text_es, text_en, audience, show_from, show_until, created_by)
    select 'Este domingo de 2:00 a 3:00 a. m. damos mantenimiento a las oficinas. Las cajas siguen vendiendo.',
      'This Sunday from 2:00 to 3:00 AM the offices are under maintenance. Tills go on selling.', 'merchants', now(),
      now() + interval '1 day', ${author.id} where not exists (select from announcements where withdrawn_at is null)`
  await asMember('/portal/companies')(page, given)
  await given.sql`update announcements set withdrawn_at = now() where withdrawn_at is null`
}

/** The operator's office, and what everybody sees of the network. */
export const operatorScenes: readonly Scene[] = [
  { name: 'operator-home', open: asOperator('/operator') },
  { name: 'operator-merchants', open: asOperator('/operator/merchants') },
  { name: 'operator-merchant', open: asOperator(({ merchantId }) => `/operator/merchants/${merchantId}`) },
  { name: 'operator-disable', open: asOperator(({ merchantId }) => `/operator/merchants/${merchantId}/disable`) },
  { name: 'operator-companies', open: asOperator('/operator/companies') },
  { name: 'operator-company', open: asOperator(({ companyId }) => `/operator/companies/${companyId}`) },
  { name: 'operator-approvals', open: asOperator('/operator/approvals') },
  { name: 'operator-support', open: asOperator('/operator/support') },
  { name: 'operator-health', open: asOperator('/operator/health') },
  { name: 'operator-policies', open: asOperator('/operator/policies') },
  { name: 'operator-policy', open: asOperator(({ merchantId }) => `/operator/policies/${merchantId}`) },
  { name: 'operator-privacy', open: asOperator('/operator/privacy', withCase) },
  { name: 'operator-privacy-case', open: asOperator(({ caseId }) => `/operator/privacy/${caseId}`, withCase) },
  { name: 'operator-privacy-export', open: asOperator(({ caseId }) => `/operator/privacy/${caseId}`, withExport) },
  { name: 'operator-retention', fullPage: false, open: asOperator('/operator/privacy/retention') },
  { name: 'operator-incidents', open: asOperator('/operator/incidents', withIncident) },
  { name: 'operator-announcements', open: asOperator('/operator/announcements') },
  { name: 'announced', open: announced },
  { name: 'operator-team', open: asOperator('/operator/team') },
  { name: 'operator-activity', fullPage: false, open: asOperator('/operator/activity') },
  { name: 'status', open: asOperator('/status', withIncident) },
]
