import { randomBytes, randomInt } from 'node:crypto'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import { newCompanyPerson, newPerson } from '../fixtures/people'

/** A merchant and a company with one of everything, each with a name that stands in no page but theirs. */
export type World = {
  readonly sql: Sql
  readonly make: ReturnType<typeof factories>
  /** Stands in the name of everything that the merchant or the company has, and in neither's own name. */
  readonly mark: string
  /** A name for another such thing, never the same twice. */
  readonly text: (kind: string) => string
  readonly email: () => string
  readonly merchantId: number
  readonly merchantName: string
  readonly companyId: number
  readonly companyName: string
  /** A member of the merchant with every permission. */
  readonly ownerId: number
  /** A colleague of theirs, whose name and address are marked. */
  readonly colleagueId: number
  /** A member of the company with every permission. */
  readonly companyOwnerId: number
  readonly apiKeyId: number
  readonly oauthClientId: number
  readonly branchId: number
  readonly categoryId: number
  readonly articleId: number
  readonly discountId: number
  readonly collaboratorTypeId: number
  readonly collaboratorId: number
  readonly authorizationId: number
  readonly authorizationCode: string
  readonly consumptionId: number
  readonly consumptionCode: string
}

const code = () => randomBytes(9).toString('hex').toUpperCase()

export async function newWorld(sql: Sql): Promise<World> {
  const make = factories(sql)
  const mark = `huella${randomInt(1e9, 1e10)}`
  let count = 0
  const text = (kind: string) => `${kind} ${mark} ${++count}`
  const email = () => `${mark}.${++count}@mercado.example`
  await make.identificationTypes()
  const merchant = await make.merchant()
  const company = await make.company()
  const owner = await newPerson(sql, { merchantId: merchant.id, name: 'Quien manda' })
  const colleague = await newPerson(sql, {
    merchantId: merchant.id,
    name: text('Colega'),
    email: email(),
  })
  const companyOwner = await newCompanyPerson(sql, company.id, { name: 'Quien emplea' })
  await newCompanyPerson(sql, company.id, { name: text('Colega'), email: email() })
  const things = await newThings(sql, make, { merchantId: merchant.id, companyId: company.id, mark, text })
  await sql`insert into audit_events (merchant_id, company_id, actor, user_id, action, outcome, subject_type, subject_id, details)
    select m, c, 'user', ${colleague.id}::int, 'api_key.created', 'done', 'api_key', ${String(things.apiKeyId)}, '{}'
    from (values (${merchant.id}::int, null::int), (null, ${company.id}::int)) trails (m, c)`
  return {
    sql,
    make,
    mark,
    text,
    email,
    merchantId: merchant.id,
    merchantName: merchant.name,
    companyId: company.id,
    companyName: company.name,
    ownerId: owner.id,
    colleagueId: colleague.id,
    companyOwnerId: companyOwner.id,
    ...things,
  }
}

type Make = ReturnType<typeof factories>
type Of = { merchantId: number; companyId: number; mark: string; text: (kind: string) => string }

async function newThings(sql: Sql, make: Make, { merchantId, companyId, mark, text }: Of) {
  const key = await make.apiKey(merchantId)
  const client = await make.oauthClient(merchantId)
  const branchId = await make.branch(merchantId)
  const categoryId = await make.category(merchantId)
  const articleId = await make.article(merchantId, text('SKU'), categoryId)
  await make.affiliation(companyId, merchantId)
  const discountId = await make.discount(merchantId)
  const collaboratorTypeId = await make.collaboratorType(companyId)
  await make.grant(companyId, merchantId, discountId)
  const person = await make.person(companyId, {
    typeId: collaboratorTypeId,
    firstName: mark,
    lastName: text('Pérez'),
  })
  for (const [table, id, name] of [
    ['api_keys', key.id, text('Caja')],
    ['oauth_clients', client.id, text('ERP')],
    ['branches', branchId, text('Sucursal')],
    ['article_categories', categoryId, text('Bebidas')],
    ['discounts', discountId, text('Diez por ciento')],
    ['collaborator_types', collaboratorTypeId, text('Fijos')],
  ] as const) {
    await sql`update ${sql(table)} set name = ${name} where id = ${id}`
  }
  const bought = { merchantId, companyId, discountId, collaboratorId: person.id, branchId, apiKeyId: key.id }
  return {
    apiKeyId: key.id,
    oauthClientId: client.id,
    branchId,
    categoryId,
    articleId,
    discountId,
    collaboratorTypeId,
    collaboratorId: person.id,
    ...(await newPurchase(sql, bought, text)),
  }
}

type Bought = {
  merchantId: number
  companyId: number
  discountId: number
  collaboratorId: number
  branchId: number
  apiKeyId: number
}

/** A purchase of a moment ago whose discount was used, and one that waits to be paid. The codes are unmarked: they stand in addresses. */
async function newPurchase(sql: Sql, of: Bought, text: Of['text']) {
  const { merchantId, companyId, discountId, collaboratorId, branchId, apiKeyId } = of
  const [authorizationCode, consumptionCode] = [code(), code()]
  const reference = text('Ticket')
  const [consumed] = await sql`
    insert into authorizations (merchant_id, code, reference, status, ended_at, expires_at, discount_id, company_id, collaborator_id,
      branch_id, api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope)
    select ${merchantId}, code, reference, status, case when status = 'Consumed' then now() end, now() + interval '15 minutes',
      ${discountId}, ${companyId}, ${collaboratorId}, ${branchId}, ${apiKeyId}, 100, 10, 90, 'PCT', 10, 'store'
    from (values (${authorizationCode}, ${reference}, 'Consumed'), (${code()}, ${text('Ticket')}, 'Authorized')) a (code, reference, status)
    returning id`
  const [consumption] = await sql`
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
      api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
    select merchant_id, ${consumptionCode}, id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      purchase_amount, discount_amount, final_amount, now() from authorizations where merchant_id = ${merchantId} and id = ${consumed?.id}
    returning id`
  return {
    authorizationId: Number(consumed?.id),
    authorizationCode,
    consumptionId: Number(consumption?.id),
    consumptionCode,
  }
}

/** All that a merchant and its company have, as the database has it, sessions of their owners too; the trail of what was tried aside. */
export async function rowsOf({ sql, merchantId, companyId, ownerId, companyOwnerId }: World): Promise<string> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('merchant_id', 'company_id') and table_name not in ('audit_events', 'sessions')
    order by 1, 2`
  const owners = [ownerId, companyOwnerId]
  const texts = [
    await sql`select u::text as row from users u where id in ${sql(owners)} order by 1`,
    await sql`select (id, user_id, ended_at, merchant_id, company_id)::text as row from sessions where user_id in ${sql(owners)} order by 1`,
    await sql`select m::text as row from merchants m where id = ${merchantId}`,
    await sql`select c::text as row from companies c where id = ${companyId}`,
  ]
  for (const { table, column } of columns) {
    const id = column === 'merchant_id' ? merchantId : companyId
    texts.push(await sql`select t::text as row from ${sql(table)} t where ${sql(column)} = ${id} order by 1`)
  }
  return texts.flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}
