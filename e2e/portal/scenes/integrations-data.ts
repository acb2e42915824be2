import { randomBytes } from 'node:crypto'
import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'
import type { Person } from '../fixtures/people'

const dayMs = 86_400_000

/** Ten keys of every kind: far from expiry and near, expired, used and never used, with names of every kind. */
const keys = [
  { name: 'Caja 1, Naco', days: 400, usedMinutesAgo: 0 },
  { name: 'Caja 2, Naco', days: 29, usedMinutesAgo: 700 },
  { name: 'POS Churchill', days: 6, usedMinutesAgo: 60 * 24 * 12 },
  { name: 'Kiosco', days: 0.5, usedMinutesAgo: null },
  { name: 'Entregas a domicilio', days: 90, usedMinutesAgo: 3 },
  { name: '<img src=x onerror=alert(1)>', days: 200, usedMinutesAgo: null },
  { name: '=HYPERLINK("x")', days: 200, usedMinutesAgo: null },
  { name: 'Unnombremuylargosinespaciosquenocabeenningunapantallapequena', days: 200, usedMinutesAgo: null },
  { name: 'كشك المطار', days: 200, usedMinutesAgo: null },
  { name: 'Caja vieja', days: -3, usedMinutesAgo: 60 * 24 * 4 },
] as const

/** Fills a merchant's office: ten keys, clients, past ones, a month of calls of the first key, refusals. */
export async function fillIntegrations(
  sql: Sql,
  { merchantId, id: userId }: Person,
): Promise<{ key: number; client: number }> {
  const make = factories(sql)
  const ids: number[] = []
  for (const { name, days, usedMinutesAgo } of keys) {
    const key = await make.apiKey(merchantId, { expiresAt: new Date(Date.now() + days * dayMs) })
    ids.push(key.id)
    await sql`update api_keys set name = ${name}, created_at = now() - interval '40 days', created_by = ${userId},
      last_used_at = now() - ${usedMinutesAgo}::int * interval '1 minute',
      last_used_address = ${usedMinutesAgo === null ? null : '190.166.12.41'},
      last_used_user_agent = ${usedMinutesAgo === null ? null : 'PuntoVenta/7.2 (Windows NT 10.0)'} where id = ${key.id}`
  }
  const client = await make.oauthClient(merchantId, { permissions: ['core.integrations', 'core.consumptions.read'] })
  await sql`update oauth_clients set name = 'ERP central', created_by = ${userId}, last_token_at = now() - interval '3 minutes',
    last_token_address = '2001:db8:85a3::8a2e:370:7334', last_used_at = now(), last_used_address = '190.166.12.9'
    where id = ${client.id}`
  const gone = await make.oauthClient(merchantId)
  await sql`update oauth_clients set name = 'Tienda en línea', deleted_at = now() - interval '2 days', deleted_by = ${userId}
    where id = ${gone.id}`
  const [key = 0] = ids
  await history(sql, merchantId, key, userId)
  await sql`insert into hand_offs (merchant_id, api_key_id, handle_hash, ciphertext, terminal, created_by, expires_at)
    select ${merchantId}, ${key}, sha256(${randomBytes(8)}::bytea || int8send(n::int8)), ${randomBytes(97)}, 'CAJA-0' || n, ${userId}, now() + n * interval '1 day'
    from generate_series(1, 3) n`
  await sales(sql, merchantId, key)
  await calls(sql, merchantId, key)
  return { key, client: client.id }
}

/** Ninety sales of that key in a fortnight at seven branches, and three that wait to be paid. */
async function sales(sql: Sql, merchantId: number, key: number): Promise<void> {
  const make = factories(sql)
  await make.identificationTypes()
  const company = await make.company()
  const person = await make.person(company.id)
  const discountId = await make.discount(merchantId)
  const branches = []
  for (const name of [
    'Naco',
    'Churchill',
    'Bella Vista',
    'Santiago, Av. Juan Pablo Duarte',
    'La Romana',
    'Piantini',
    'Baní',
  ]) {
    const id = await make.branch(merchantId)
    await sql`update branches set name = ${name} where id = ${id}`
    branches.push(id)
  }
  await sql`
    insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
    select ${merchantId}::int, 'V-' || n, 'T-' || n, case when n > 90 then 'Authorized' else 'Consumed' end, ${discountId}::int,
      ${company.id}::int, ${person.id}::bigint, (${branches}::int[])[1 + n * n % 7], ${key}::int, 100 * n, 10 * n, 90 * n, 'PCT', 10, 'store', at,
      at + interval '15 minutes', case when n <= 90 then at + interval '2 minutes' end
    from (select n, now() - case when n > 90 then interval '3 minutes' else n * interval '4 hours' end as at from generate_series(1, 93) n) s`
  await sql`
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
    select merchant_id, code, id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id, purchase_amount,
      discount_amount, final_amount, ended_at, ended_at from authorizations where merchant_id = ${merchantId} and status = 'Consumed'`
}

/** Sixty calls of that key from three addresses, as its merchant is shown them. */
async function calls(sql: Sql, merchantId: number, key: number): Promise<void> {
  await sql`select keep_api_request_days((now() at time zone 'UTC')::date - 1)`
  await sql`
    insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, reference, address,
      details)
    select ${merchantId}::int, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
        || '8' || substr(md5(n::text), 4, 15))::uuid, ${key}::int,
      (array['checkEligibility', 'applyDiscount', 'registerConsumption'])[n % 3 + 1], case when n % 9 = 0 then 400 else 200 end,
      case when n % 9 = 0 then 'invalid_request' end, 12, 'req_' || n, case when n % 3 > 0 then 'T-' || n end,
      (array['190.166.12.41', '190.166.12.9', '2001:db8:85a3::8a2e:370:7334'])[n % 3 + 1],
      json_build_object('terminal', 'CAJA-0' || 1 + n % 3, 'value', case when n % 3 = 2 then json_build_object('code', 'V-' || n / 10 + 1) end)
    from (select n, date_trunc('milliseconds', now()) - n * interval '17 minutes' as at from generate_series(1, 60) n) s`
}

async function history(sql: Sql, merchantId: number, key: number, userId: number): Promise<void> {
  await sql`
    insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    select ${merchantId}, ${key}, date_trunc('hour', now()) - d * interval '1 day', outcome, 1 + (d * 37 % 90) / share
    from generate_series(0, 28) d,
      (values ('done', 1), ('refused', 9), ('denied', 20), ('limited', 30), ('failed', 45)) o (outcome, share)`
  await sql`
    insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times, address, user_agent, request_id)
    select ${merchantId}, ${key}, now() - n * interval '50 minutes', reason, 'POST /api/v1/integrations/discounts/apply', n * 3,
      '190.166.12.41', 'PuntoVenta/7.2 (Windows NT 10.0)', 'req_' || n
    from (values (4, 'rate_limited'), (3, 'permission_missing'), (2, 'wrong_secret'), (1, 'merchant_disabled')) r (n, reason)`
  await sql`
    insert into audit_events (merchant_id, actor, user_id, action, outcome, subject_type, subject_id, details, address, user_agent)
    values (${merchantId}, 'user', ${userId}, 'api_key.created', 'done', 'api_key', ${String(key)}, '{}', '190.166.12.3',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15')`
}
