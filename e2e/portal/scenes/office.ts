import type { Page } from '@playwright/test'
import type { Sql } from '@/db/client'
import { newPerson, type Person } from '../fixtures/people'
import { staffOf } from '../fixtures/staff'
import type { Scene } from './scene'

/** The page as a member sees it, once `prepare` has been there. */
export const asMember =
  (path: string, prepare?: (sql: Sql, person: Person) => Promise<void>): Scene['open'] =>
  async (page: Page, { sql, language, url }) => {
    const person = await newPerson(sql, { language, name: 'Ana María Peña' })
    await sql`update merchants set name = 'Supermercado Plaza Naco' where id = ${person.merchantId}`
    await prepare?.(sql, person)
    await staffOf(sql).session(page.context(), person, url)
    await page.goto(path)
  }

/** Some weeks of an office. */
async function busyWeeks(sql: Sql, { id, merchantId }: Person): Promise<void> {
  await sql`insert into audit_events (occurred_at, merchant_id, actor, user_id, action, outcome, subject_type, subject_id,
      details, address, user_agent)
    select now() - (200 - n) * interval '47 minutes', ${merchantId}, 'user', ${id}, action, outcome, 'merchant', '1',
      details::jsonb, '190.166.12.' || (n % 9 + 3), 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    from generate_series(1, 200) n
    join (values
      (0, 'session.started', 'done', '{}'),
      (1, 'session.started', 'denied', '{"reason":"password_wrong"}'),
      (2, 'api_key.created', 'done', '{"name":"POS caja 3, sucursal Naco"}'),
      (3, 'oauth_client.rotated', 'done', '{"name":"ERP central"}'),
      (4, 'oauth_client.deleted', 'denied', '{"reason":"permission_missing"}'),
      (5, 'invitation.sent', 'done', '{"email":"luis@mercado.example"}'),
      (6, 'session.step_up_passed', 'done', '{}')) e (kind, action, outcome, details) on e.kind = n % 7`
}

async function secondMerchant(sql: Sql, person: Person): Promise<void> {
  const other = await newPerson(sql)
  await sql`update merchants set name = 'Café Duarte' where id = ${other.merchantId}`
  await staffOf(sql).join(person, other.merchantId)
}

/** The frame of a merchant's office, and its trail. */
export const officeScenes: readonly Scene[] = [
  { name: 'home', open: asMember('/portal', secondMerchant) },
  { name: 'activity', fullPage: false, open: asMember('/portal/activity', busyWeeks) },
  { name: 'activity-empty', open: asMember('/portal/activity') },
  { name: 'activity-none', open: asMember('/portal/activity?outcome=denied&period=day') },
]
