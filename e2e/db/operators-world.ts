import type { Sql } from '@/db/client'
import type { OfficeDatabase } from '@/db/office'
import type { OperatorPermission } from '@/lib/accounts/permissions'
import { disableMerchant } from '@/lib/network-merchants/disable-merchant'
import { type DisablingDraft, takesEffectAtOf } from '@/lib/network-merchants/drafts'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openTestOffice, operatorContextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'

/** What an order says, carried out as it is once another person has approved it (ADR-0055). */
export const disableByOrder = (ctx: ReturnType<typeof operatorContextOf>, draft: DisablingDraft): Promise<void> =>
  ctx.db.transaction((tx) => {
    const { merchantId, cause, message } = draft
    const order = { merchantId, cause, message, takesEffectAt: takesEffectAtOf(draft), orderedBy: ctx.member.userId }
    return disableMerchant(tx, ctx, order)
  })

/** People of the operator at work, and what their work leaves behind. */
export function operatorsOf(sql: Sql, office: OfficeDatabase) {
  const eventsOf = (tenant: { merchantId: number } | { companyId: number }) => sql<Record<string, unknown>[]>`
    select actor, user_id as "userId", action, details from audit_events
    where ${'merchantId' in tenant ? sql`merchant_id = ${tenant.merchantId}` : sql`company_id = ${tenant.companyId}`}
    order by id`
  return {
    sql,
    office,
    make: factories(sql),
    people: people(sql),
    /** With every permission unless said otherwise. */
    newOperator: async (permissions?: OperatorPermission[]) => {
      const operator = await people(sql).newOperator(permissions ? { permissions } : {})
      return { operator, ctx: operatorContextOf(office, operator) }
    },
    eventsOf,
    mailsTo: (email: string) => sql<{ kind: string; subject: string; text: string }[]>`
      select kind, subject, text_body as text from mails where recipient = ${email} order by id`,
    isEnabled: async (merchantId: number): Promise<boolean> =>
      (await sql`select enabled from merchants where id = ${merchantId}`)[0]?.enabled,
    disablingsOf: (merchantId: number) => sql<Record<string, unknown>[]>`
      select cause, took_effect_at is not null as "tookEffect", ended_at is not null as ended, ended_by as "endedBy"
      from merchant_disablings where merchant_id = ${merchantId} order by id`,
  }
}

/** The same in a database of a test file's own. */
export const startOperators = () =>
  openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    const office = openTestOffice(databaseUrl)
    atEnd(() => office.sql.end())
    return { databaseUrl, ...operatorsOf(sql, office) }
  })
