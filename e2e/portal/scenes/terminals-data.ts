import type { Sql } from '@/db/client'
import { factories } from '../../fixtures/factories'

const branchNames = ['Naco', 'Churchill', 'Zona Colonial', 'Santiago, Los Jardines', 'Punta Cana', 'La Romana'] as const

/** Fifty tills of six branches behind four credentials: most sell, some are silent, four have a fault each; and two without an id. */
export async function fillTerminals(sql: Sql, merchantId: number): Promise<{ branches: string[] }> {
  const make = factories(sql)
  const branches: number[] = []
  for (const name of branchNames) {
    const id = await make.branch(merchantId)
    await sql`update branches set name = ${name} where id = ${id}`
    branches.push(id)
  }
  const keys = [await make.apiKey(merchantId), await make.apiKey(merchantId), await make.apiKey(merchantId)]
  for (const [place, { id }] of keys.entries())
    await sql`update api_keys set name = ${`POS ${place + 1}`} where id = ${id}`
  const client = await make.oauthClient(merchantId)
  await sql`update oauth_clients set name = 'ERP central', rotated_at = now() - interval '2 hours' where id = ${client.id}`
  await sql`
    insert into terminals (merchant_id, terminal, branch_id, api_key_id, first_seen_at, seen_at, last_call_at, last_sale_at, address,
      user_agent, user_agent_since)
    select ${merchantId}, 'CAJA-' || lpad(n::text, 2, '0'), (${branches}::int[])[1 + n % 6],
      (${keys.map(({ id }) => id)}::int[])[1 + n % 3], now() - interval '60 days', now(), now(), now(), '190.166.12.' || n, 'Adaptador/2.3',
      now() - interval '9 days'
    from generate_series(1, 50) n`
  const of = (terminal: string) => sql`merchant_id = ${merchantId} and terminal = ${terminal}`
  await sql`update terminals set last_call_at = now() - interval '6 days', seen_at = now() - interval '6 days', last_sale_at = now() - interval '6 days'
    where merchant_id = ${merchantId} and terminal in ('CAJA-07', 'CAJA-20', 'CAJA-33')`
  await sql`update terminals set name = 'Caja rápida del segundo nivel, al lado de la panadería', note = 'La que se cambió en junio.',
    previous_user_agent = 'Adaptador/2.2' where ${of('CAJA-02')}`
  await sql`update terminals set api_key_id = null, oauth_client_id = ${client.id}, secret_at = now() - interval '3 hours',
    last_call_at = now() - interval '119 minutes', refused_at = now() - interval '5 minutes', refused_reason = 'previous_secret',
    refused_operation = 'POST /connect/token', refused_address = '190.166.12.11' where ${of('CAJA-11')}`
  await sql`
    insert into terminal_hours (merchant_id, terminal_id, hour, done, refused, reserved, confirmed, ended, clock_samples, clock_seconds)
    select merchant_id, id, date_trunc('hour', now()) - h * interval '1 hour', 20 + (id + h) % 9, h % 3, 10, 10, 10, 10, 2
    from terminals, generate_series(0, 20) h where merchant_id = ${merchantId} and last_call_at > now() - interval '1 day'`
  const change = (terminal: string, set: ReturnType<typeof sql>) => sql`
    update terminal_hours h set ${set} from terminals t
    where t.merchant_id = h.merchant_id and t.id = h.terminal_id and t.merchant_id = ${merchantId} and t.terminal = ${terminal}`
  await change('CAJA-17', sql`clock_seconds = 2400`)
  await change('CAJA-24', sql`expired = 7, confirmed = 3, replayed = 12`)
  await change('CAJA-38', sql`done = 0, failed = 12, reserved = 0, confirmed = 0`)
  await sql`
    insert into terminals (merchant_id, from_address, from_adapter, api_key_id, first_seen_at, seen_at, last_call_at, last_sale_at)
    values (${merchantId}, '190.166.12.41', 'curl/8.7', ${keys[0]?.id ?? 0}, now(), now(), now(), now()),
      (${merchantId}, '2001:db8:85a3::8a2e:370:7334', '', ${keys[1]?.id ?? 0}, now(), now(), now(), null)`
  return { branches: [...branchNames] }
}

/** As if a till had not called for three hours, in which it sold nine times each in the last four weeks. */
export async function silenceTill(sql: Sql, merchantId: number, terminal: string): Promise<void> {
  const of = sql`merchant_id = ${merchantId} and terminal = ${terminal}`
  await sql`update terminals set last_call_at = now() - interval '3 hours', seen_at = now() where ${of}`
  await sql`
    insert into terminal_hours (merchant_id, terminal_id, hour, done, confirmed)
    select merchant_id, id, date_trunc('hour', now()) - h * interval '1 hour' - w * interval '168 hours', 27, 9
    from terminals, generate_series(-1, 4) h, generate_series(1, 4) w where ${of}`
}
