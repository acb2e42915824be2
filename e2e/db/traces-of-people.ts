import { randomBytes } from 'node:crypto'
import type { Sql } from '@/db/client'

type Traced = {
  readonly id: number
  readonly companyId: number
  /** In lower case. */
  readonly email: string
  /** What mails say. */
  readonly mark: string
  /** Whoever of the company invited them. */
  readonly invitedBy: number
}

/** Leaves of a person what stands outside their own row: ways into their page, an invitation, a known browser, mails, a throttle. */
export async function leaveTraces(sql: Sql, { id, companyId, email, mark, invitedBy }: Traced): Promise<void> {
  await sql`insert into collaborator_links (collaborator_id, email, token_hash, expires_at, address)
    values (${id}, ${email}, ${randomBytes(32)}, now() + interval '15 minutes', '203.0.113.5')`
  await sql`insert into collaborator_sessions (collaborator_id, email, token_hash, expires_at, address)
    values (${id}, ${email}, ${randomBytes(32)}, now() + interval '30 days', '203.0.113.5')`
  await sql`insert into collaborator_invitations (company_id, collaborator_id, email, invited_by)
    values (${companyId}, ${id}, ${`antes-${email}`}, ${invitedBy})`
  await sql`insert into known_devices (purpose, email, token_hash, second_step)
    values ('own_benefits', ${email}, ${randomBytes(32)}, false)`
  await sql`insert into mails (kind, recipient, subject, text_body) values ('benefits_link', ${email}, 'Enlace', ${mark})`
  await sql`insert into mails (kind, recipient, subject) values ('benefits_invitation', ${`antes-${email}`}, 'Invitación')`
  await sql`insert into throttles (scope, subject, failures, last_failure_at)
    values ('benefits_link_email', ${email}, 1, now()) on conflict do nothing`
}

/** In which tables each of these texts stands, anywhere. */
export async function tablesWith(sql: Sql, texts: readonly string[]): Promise<Readonly<Record<string, string[]>>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  const found: Record<string, string[]> = Object.fromEntries(texts.map((text) => [text, []]))
  for (const { name } of tables) {
    const there = await sql<{ text: string }[]>`
      with whole as materialized (select lower(string_agg(t::text, ' ')) as rows from ${sql(name)} t)
      select text from whole, unnest(${[...texts]}::text[]) text where strpos(rows, lower(text)) > 0`
    for (const { text } of there) found[text]?.push(name)
  }
  return found
}
