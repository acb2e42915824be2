import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { sealImport } from '@/lib/imports/sealed-import'
import { keyring } from '@/lib/kernel/data-keys'
import { factories, newIdentification, testDataKey } from '../../fixtures/factories'
import { people } from '../../fixtures/members'

/** A merchant and a company with one of everything, all of it named after `mark`, which stands nowhere else. */
export type Tenant = Awaited<ReturnType<typeof newTenant>>

const named = ['merchants', 'branches', 'article_categories', 'articles', 'discounts', 'api_keys', 'oauth_clients']

/** Add here what your queries ask for; every text of a tenant holds its mark. */
export async function newTenant(sql: Sql) {
  const make = factories(sql)
  const mark = `Marca${randomBytes(5).toString('hex')}`
  const { merchant, company, discountId, person, credential } = await make.shop()
  const user = await people(sql).newMember(merchant.id)
  const member = await people(sql).newMember(merchant.id, { permissions: [...merchantPermissions] })
  const hr = await people(sql).newCompanyMember(company.id)
  const hrColleague = await people(sql).newCompanyMember(company.id)
  const branchId = await make.branch(merchant.id)
  const categoryId = await make.category(merchant.id)
  const articleId = await make.article(merchant.id, `SKU-${mark}`, categoryId)
  const discountedCategoryId = await make.category(merchant.id)
  const discountedArticleId = await make.article(merchant.id, `SKU-2-${mark}`, discountedCategoryId)
  await make.discount(merchant.id, { scope: { category: discountedCategoryId } })
  await make.discount(merchant.id, { scope: { article: discountedArticleId } })
  const closedBranchId = await make.branch(merchant.id, false)
  const client = await make.oauthClient(merchant.id)
  const typeId = await make.collaboratorType(company.id)
  for (const table of named) {
    const key = table === 'merchants' ? sql`id` : sql`merchant_id`
    await sql`update ${sql(table)} set name = left(name, 12) || ${` ${mark}`} where ${key} = ${merchant.id}`
  }
  await sql`update companies set name = ${`Empresa ${mark}`}, legal_id = ${mark} where id = ${company.id}`
  await sql`update collaborator_types set name = ${mark} where company_id = ${company.id}`
  await sql`update collaborators set first_name = ${mark}, email = ${`${mark.toLowerCase()}@example.com`} where company_id = ${company.id}`
  await sql`update users set name = ${`Persona ${mark}`} where id in (${user.id}, ${member.id}, ${hr.id}, ${hrColleague.id})`

  const one = async (rows: Promise<readonly { id: unknown }[]>): Promise<number> => Number((await rows)[0]?.id)
  const authorization = (status: 'Authorized' | 'Consumed', reference: string) =>
    one(sql`
      insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at, ended_at)
      values (${merchant.id}, ${`A-${reference}`}, ${reference}, ${status}, ${discountId}, ${company.id}, ${person.id}, ${branchId},
        ${credential.id}, 100, 10, 90, 'PCT', 10, 'store', now() + interval '15 minutes',
        ${status === 'Consumed' ? sql`now()` : null})
      returning id`)
  const [activeReference, reference] = [`activa-${mark}`, `pagada-${mark}`]
  const activeAuthorizationId = await authorization('Authorized', activeReference)
  const authorizationId = await authorization('Consumed', reference)
  const consumptionCode = `C-${mark}`
  const consumptionId = await one(sql`
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
      api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
    values (${merchant.id}, ${consumptionCode}, ${authorizationId}, ${reference}, ${discountId}, ${company.id}, ${person.id}, ${branchId},
      ${credential.id}, 100, 10, 90, now())
    returning id`)
  const idempotencyKey = randomUUID()
  await sql`insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
    values (${merchant.id}, ${idempotencyKey}, ${randomBytes(32)}, ${consumptionId})`
  const closingId = await one(sql`
    insert into closings (merchant_id, branch_id, day, closed_by, authorized_count, authorized_discount, expired_count,
      expired_discount, released_count, released_discount, active_count, active_discount, consumed_count, purchase_amount,
      discount_amount, final_amount, late_count, late_purchase_amount, late_discount_amount, late_final_amount)
    values (${merchant.id}, ${branchId}, (now() at time zone 'America/Santo_Domingo')::date, ${user.id}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    returning id`)
  const invitationId = await one(sql`
    insert into invitations (merchant_id, email, permissions, token_hash, invited_by, expires_at)
    values (${merchant.id}, ${`${mark.toLowerCase()}@invitada.example`}, '{merchant.team.manage}', ${randomBytes(32)}, ${user.id},
      now() + interval '7 days')
    returning id`)
  const lookInto = async (of: { merchant?: number; company?: number }): Promise<number> => {
    const sessionId = await one(sql`
      insert into sessions (token_hash, user_id, expires_at)
      values (${randomBytes(32)}, ${user.id}, now() + interval '8 hours') returning id`)
    return one(sql`
      insert into support_views (session_id, user_id, merchant_id, company_id, ticket, reason)
      values (${sessionId}, ${user.id}, ${of.merchant ?? null}, ${of.company ?? null}, ${mark}, ${mark}) returning id`)
  }
  const supportViewId = await lookInto({ merchant: merchant.id })
  const companySupportViewId = await lookInto({ company: company.id })
  const companyInvitationId = await one(sql`
    insert into invitations (company_id, email, permissions, token_hash, invited_by, expires_at)
    values (${company.id}, ${`${mark.toLowerCase()}@invitada.example`}, '{company.team.manage}', ${randomBytes(32)}, ${hr.id},
      now() + interval '7 days')
    returning id`)
  await sql`insert into collaborator_invitations (company_id, collaborator_id, email, invited_by)
    values (${company.id}, ${person.id}, ${`antes-${mark.toLowerCase()}@example.com`}, ${hr.id})`
  const caseId = await one(sql`
    insert into privacy_cases (kind, contact, received_on, due_on, opened_by)
    values ('rectification', ${mark}, '2026-11-23', '2026-12-07', ${user.id}) returning id`)
  await sql`insert into privacy_case_people (case_id, collaborator_id) values (${caseId}, ${person.id})`
  await sql`insert into privacy_rectifications (case_id, collaborator_id, what, asked_by)
    values (${caseId}, ${person.id}, ${mark}, ${user.id})`
  const handOffId = await one(sql`
    insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, branch_id, terminal, created_by, expires_at)
    values (${merchant.id}, ${credential.id}, ${randomBytes(32)}, ${randomBytes(97)}, ${branchId}, ${mark}, ${user.id},
      now() + interval '1 day')
    returning id`)
  const propose = async (proposedBy: 'merchant' | 'company') => {
    const neighbour = await make.company()
    const name = `${neighbour.name} ${mark}`
    await sql`update companies set name = ${name} where id = ${neighbour.id}`
    const id = await one(sql`
      insert into affiliation_requests (merchant_id, company_id, requested_by, created_by_user_id)
      values (${merchant.id}, ${neighbour.id}, ${proposedBy}, ${user.id}) returning id`)
    return { id, company: name }
  }
  const sent = await propose('merchant')
  const received = await propose('company')
  const read = { unused: [], lines: [[2, [`NUEVO-${mark}`, mark, mark]]] } as const
  const settings = {
    importKey: keyring(testDataKey, 'aliado import encryption v1'),
    tenant: { merchantId: merchant.id },
  }
  const importId = await one(sql`
    insert into imports (merchant_id, kind, file_name, created_by, expires_at, sealed_rows)
    values (${merchant.id}, 'articles', ${`${mark}.csv`}, ${member.id}, now() + interval '1 hour',
      ${(await sealImport(settings, { kind: 'articles' }, read, 1)).sealedRows})
    returning id`)
  const listed = { unused: [], lines: [[2, ['Cédula', newIdentification(), mark, mark, mark, '', 'sí']]] } as const
  const peopleImportId = await one(sql`
    insert into imports (company_id, kind, file_name, created_by, expires_at, sealed_rows)
    values (${company.id}, 'collaborators', ${`${mark}.csv`}, ${hr.id}, now() + interval '1 hour',
      ${(await sealImport({ ...settings, tenant: { companyId: company.id } }, { kind: 'collaborators' }, listed, 1)).sealedRows})
    returning id`)
  const prefix = `${mark}0`
  await sql`update api_keys set prefix = ${prefix}, last_used_at = now(), expires_at = now() + interval '20 days' where id = ${credential.id}`
  await sql`insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    values (${merchant.id}, ${credential.id}, date_trunc('hour', now()), 'done', 7),
      (${merchant.id}, ${credential.id}, date_trunc('hour', now()), 'refused', 2)`
  await sql`insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times, user_agent)
    values (${merchant.id}, ${credential.id}, now(), 'expired', 'POST /api', 1, ${mark})`
  // A client whose maker has left, to which an address sends wrong secrets.
  const rotatedAt = new Date(Date.now() - 3_600_000)
  await sql`update oauth_clients set created_by = ${hr.id}, rotated_at = ${rotatedAt} where id = ${client.id}`
  // A till of it still has a token of the former secret, and another presented that secret.
  await sql`insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, issued_at, expires_at)
    values (${randomBytes(32)}, ${merchant.id}, ${client.id}, '{core.integrations}', ${rotatedAt}::timestamptz - interval '1 minute',
      now() + interval '10 minutes')`
  await sql`insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times, address)
    values (${merchant.id}, ${client.id}, now(), 'previous_secret', 'POST /connect/token', 2, ${mark})`
  await sql`insert into terminals (merchant_id, terminal, branch_id, oauth_client_id, first_seen_at, seen_at, last_call_at)
    values (${merchant.id}, ${`ERP-${mark}`}, ${branchId}, ${client.id}, now(), now(), now())`
  await sql`insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times, address)
    values (${merchant.id}, ${client.id}, now(), 'wrong_secret', 'POST /connect/token', 40, ${mark})`
  const calledAt = new Date(Date.now() - 60_000)
  const calledHex = calledAt.getTime().toString(16).padStart(12, '0')
  const apiRequestId = `${calledHex.slice(0, 8)}-${calledHex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
  await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, reference, address, details)
    values (${merchant.id}, ${calledAt}, ${apiRequestId}, ${credential.id}, 'applyDiscount', 201, 1, ${mark}, ${mark}, ${mark}, '{}')`
  await sql`insert into audit_events (merchant_id, actor, user_id, action, subject_type, subject_id, user_agent)
    values (${merchant.id}, 'user', ${user.id}, 'api_key.created', 'api_key', ${credential.id}, ${mark})`
  await sql`insert into audit_events (company_id, actor, user_id, action, subject_type, subject_id, user_agent)
    values (${company.id}, 'user', ${hr.id}, 'collaborator.created', 'collaborator', ${person.id}, ${mark})`
  const terminalId = await one(sql`
    insert into terminals (merchant_id, terminal, name, note, branch_id, api_key_id, first_seen_at, seen_at, last_call_at)
    values (${merchant.id}, ${`T-${mark}`}, ${`Caja ${mark}`}, ${mark}, ${branchId}, ${credential.id}, now(), now(), now() - interval '12 hours') returning id`)
  await sql`insert into terminal_hours (merchant_id, terminal_id, hour, done, confirmed)
    select ${merchant.id}, ${terminalId}, date_trunc('hour', now()) - h * interval '1 hour', 5, 5 from unnest(array[0, 168, 169]) h`
  await sql`insert into terminal_fleets (merchant_id, not_kept_terminals, not_kept_at) values (${merchant.id}, 3, now())`
  // What it was before, and another that may be.
  await sql`insert into terminals (merchant_id, terminal, first_seen_at, seen_at, last_call_at, archived_at, merged_into)
    values (${merchant.id}, ${`F-${mark}`}, now(), now(), now(), now(), ${terminalId})`
  const formerTerminalId = await one(sql`
    insert into terminals (merchant_id, terminal, first_seen_at, seen_at, last_call_at)
    values (${merchant.id}, ${`O-${mark}`}, now(), now(), now() - interval '20 hours') returning id`)
  const viewId = await one(sql`
    insert into saved_views (merchant_id, user_id, list, name, query, opens)
    values (${merchant.id}, ${user.id}, 'consumptions', ${mark}, ${`q=${mark}`}, true) returning id`)
  // A key that another one has been replacing for two days, and a client likewise.
  const replaced = await make.apiKey(merchant.id)
  const successor = await make.apiKey(merchant.id)
  await sql`update api_keys set name = ${`Reemplazada ${mark}`} where id = ${replaced.id}`
  await sql`update api_keys set name = ${`Nueva ${mark}`}, replaces_id = ${replaced.id}, quiet_hours = 1, created_at = now() - interval '2 days'
    where id = ${successor.id}`
  const successorClient = await make.oauthClient(merchant.id)
  await sql`update oauth_clients set name = ${`Nuevo ${mark}`}, replaces_id = ${client.id}, quiet_hours = 1 where id = ${successorClient.id}`
  // A run with its key, of which a scene was played and another is open, and a certificate of its client.
  const runOf = (credential: object) =>
    one(sql`insert into certification_runs ${sql({ merchant_id: merchant.id, plan_version: 1, adapter: mark, opened_by: user.id, ...credential })}
      returning id`)
  const declared = JSON.stringify({ apiKeyOnly: true, noItems: false, noOffline: false, processes: 1 })
  const ends = new Date(Date.now() + 3_600_000)
  const runId = await runOf({ api_key_id: credential.id, declared: sql`${declared}::text::json`, ends_at: ends })
  const passedRunId = await runOf({
    ...{ oauth_client_id: client.id, declared: sql`${declared}::text::json`, ends_at: ends, ended_at: new Date() },
    ...{ state: 'passed', verdicts: sql`'[]'::json`, code: mark, evidence: mark, valid_until: ends },
  })
  await sql`insert into certification_scenes (merchant_id, run_id, scene, closed_at) values (${merchant.id}, ${runId}, 'rounding', now())`
  const sceneId = await one(sql`
    insert into certification_scenes (merchant_id, run_id, scene) values (${merchant.id}, ${runId}, 'buy') returning id`)
  const seen = {
    ...{
      id: apiRequestId,
      requestId: mark,
      credential: { kind: 'api_key', id: credential.id },
      operation: 'applyDiscount',
    },
    ...{ method: 'POST', arrivedAt: Date.now(), answeredAt: Date.now(), status: 201, sent: {}, answered: {} },
  }
  await sql`insert into certification_calls (merchant_id, run_id, id, arrived_at, seen)
    values (${merchant.id}, ${runId}, ${apiRequestId}, now(), ${JSON.stringify(seen)}::text::json)`
  await sql`insert into expiry_calendars (merchant_id, user_id, token_hash) values (${merchant.id}, ${user.id}, ${randomBytes(32)})`
  return {
    mark,
    rotatedAt,
    viewId,
    terminalId,
    formerTerminalId,
    runId,
    passedRunId,
    sceneId,
    merchantId: merchant.id,
    companyId: company.id,
    /** The member who asks, and another one. */
    userId: user.id,
    memberId: member.id,
    /** The member of the company who asks. */
    companyUserId: hr.id,
    companyMemberId: hrColleague.id,
    email: user.email,
    branchId,
    categoryId,
    articleId,
    discountedCategoryId,
    discountedArticleId,
    closedBranchId,
    sku: `SKU-${mark}`,
    discountId,
    apiKeyId: credential.id,
    prefix,
    /** A key and a client that replace another one. */
    successorId: successor.id,
    successorClientId: successorClient.id,
    oauthClientId: client.id,
    clientId: client.clientId,
    typeId,
    collaboratorId: person.id,
    identification: person.identification,
    activeAuthorizationId,
    authorizationId,
    authorizationCode: `A-${reference}`,
    activeReference,
    reference,
    consumptionId,
    consumptionCode,
    idempotencyKey,
    closingId,
    invitationId,
    supportViewId,
    companySupportViewId,
    companyInvitationId,
    importId,
    peopleImportId,
    company: `Empresa ${mark}`,
    /** Open proposals of the merchant to another company, and of another company to the merchant. */
    sentProposalId: sent.id,
    receivedProposalId: received.id,
    askingCompany: received.company,
    apiRequestId,
    handOffId,
  }
}

/** Ids of the same shapes that nothing ever had. */
export const nowhere = (tenant: Tenant): Tenant =>
  Object.fromEntries(
    Object.entries(tenant).map(([key, value]) => [
      key,
      // A moment is no id.
      value instanceof Date
        ? value
        : typeof value === 'number'
          ? 2_000_000_000
          : value.replace(tenant.mark, 'Marca0000000000'),
    ]),
  ) as Tenant
