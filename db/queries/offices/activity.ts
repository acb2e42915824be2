import { and, asc, desc, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import {
  apiKeys,
  auditEvents,
  collaborators,
  companies,
  merchants,
  oauthClients,
  operatorMemberships,
  users,
} from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'

export type ActivitySelection = CursorRange<number> & {
  readonly days: number | undefined
  /** The nouns of actions, such as `api_key`. */
  readonly nouns: readonly string[] | undefined
  readonly outcome: 'done' | 'denied' | undefined
  readonly userId: number | undefined
  /** Of the whole network's trail, only what concerns one of them. */
  readonly merchantId?: number | undefined
  readonly companyId?: number | undefined
  readonly action?: string | undefined
  /** Half-open. */
  readonly within?: { readonly from: Date; readonly to: Date } | undefined
  readonly limit: number
  readonly oldestFirst?: boolean | undefined
}

type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

/** Of the operator's office it is all that there is. */
const isOf = (tenant: Tenant) =>
  'merchantId' in tenant
    ? eq(auditEvents.merchantId, tenant.merchantId)
    : 'companyId' in tenant
      ? eq(auditEvents.companyId, tenant.companyId)
      : undefined

/** Who of the operator's people did something is told to the operator alone. */
const isTold = (tenant: Tenant) => ('operator' in tenant ? undefined : ne(auditEvents.actor, 'operator'))

const subjectIdOf = (type: string) =>
  sql`case when ${auditEvents.subjectType} = ${type} then ${auditEvents.subjectId}::int end`

/** The name of the credential that an event is about, when it is about one of the same merchant. */
const credentialName = sql<string | null>`coalesce(
  (select name from ${apiKeys} where id = ${subjectIdOf('api_key')} and merchant_id = ${auditEvents.merchantId}),
  (select name from ${oauthClients} where id = ${subjectIdOf('oauth_client')} and merchant_id = ${auditEvents.merchantId}))`

/**
 * Whether an event is about a collaborator of the same company who was erased (ADR-0059). Asked of each event that is shown: the planner
 * might answer an `exists` from all collaborators, read once.
 */
const isOfErased = sql<boolean>`coalesce((
  select c.erased_at is not null from ${collaborators} c where c.company_id = ${auditEvents.companyId}
    and c.id = case when ${auditEvents.subjectType} = 'collaborator' then ${auditEvents.subjectId}::bigint end), false)`

/**
 * The audit trail of a merchant, of a company or of the whole network, newest first or oldest first; with a place, the events next
 * to it, in the same order.
 */
export async function listActivity(db: OfficeDb, tenant: Tenant, selection: ActivitySelection) {
  const { days, nouns, outcome, userId, before, after, limit, oldestFirst = false } = selection
  const { merchantId, companyId, action, within } = selection
  const rises = after !== undefined || (oldestFirst && before === undefined)
  const rows = await db
    .select({
      id: auditEvents.id,
      occurredAt: auditEvents.occurredAt,
      actor: auditEvents.actor,
      userName: users.name,
      /** The merchant or the company whose trail has it. */
      tenant: sql<string | null>`coalesce(${merchants.name}, ${companies.name})`,
      action: auditEvents.action,
      outcome: auditEvents.outcome,
      details: auditEvents.details,
      credentialName,
      isOfErased,
      address: auditEvents.address,
      userAgent: auditEvents.userAgent,
    })
    .from(auditEvents)
    .leftJoin(users, and(eq(users.id, auditEvents.userId), isTold(tenant)))
    .leftJoin(merchants, eq(merchants.id, auditEvents.merchantId))
    .leftJoin(companies, eq(companies.id, auditEvents.companyId))
    .where(
      and(
        isOf(tenant),
        days === undefined ? undefined : gt(auditEvents.occurredAt, sql`now() - ${days}::int * interval '1 day'`),
        nouns === undefined ? undefined : inArray(sql`split_part(${auditEvents.action}, '.', 1)`, [...nouns]),
        outcome === undefined ? undefined : eq(auditEvents.outcome, outcome),
        userId === undefined ? undefined : and(eq(auditEvents.userId, userId), isTold(tenant)),
        merchantId === undefined ? undefined : eq(auditEvents.merchantId, merchantId),
        companyId === undefined ? undefined : eq(auditEvents.companyId, companyId),
        action === undefined ? undefined : eq(auditEvents.action, action),
        within && and(gte(auditEvents.occurredAt, within.from), lt(auditEvents.occurredAt, within.to)),
        before === undefined ? undefined : lt(auditEvents.id, before),
        after === undefined ? undefined : gt(auditEvents.id, after),
      ),
    )
    .orderBy(rises ? asc(auditEvents.id) : desc(auditEvents.id))
    .limit(limit)
  return rises === oldestFirst ? rows : rows.reverse()
}

export type ActivityRecord = Awaited<ReturnType<typeof listActivity>>[number]

/** Every merchant and company by name, to choose one whose events to read. */
export const listTenants = async (db: OfficeDb) => ({
  merchants: await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .orderBy(merchants.name, merchants.id),
  companies: await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .orderBy(companies.name, companies.id),
})

/** The people who run the network now, by name. */
export const listOperators = (db: OfficeDb) =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(operatorMemberships)
    .innerJoin(users, eq(users.id, operatorMemberships.userId))
    .orderBy(users.name, users.id)

/** Everybody who did or tried anything there, by name. */
export const listActivePeople = (db: OfficeDb, tenant: Tenant) =>
  db
    .selectDistinct({ id: users.id, name: users.name, email: users.email })
    .from(auditEvents)
    .innerJoin(users, eq(users.id, auditEvents.userId))
    .where(and(isOf(tenant), isTold(tenant)))
    .orderBy(users.name, users.id)
