import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { folded, hasLegalId, hasPart } from '@/db/folded'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, theOnly, whole } from '@/db/rows'
import {
  affiliationProposals,
  affiliations,
  apiKeys,
  authorizations,
  branches,
  certificationRuns,
  consumptions,
  discounts,
  invitations,
  merchantDisablings,
  merchantMemberships,
  merchants,
  oauthClients,
  users,
} from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import type { MerchantState } from '@/lib/network-merchants/disabling'

/** What the operator reads and writes of all merchants: no tenant asks, so none is a parameter here but by its id. */

type Db = OfficeDb | OfficeTx

/** Whoever holds the permission to manage the team answers for the merchant. */
const ownersWith = (permission: string) => sql`from ${merchantMemberships} mm join ${users} u on u.id = mm.user_id
  where mm.merchant_id = ${merchants.id} and u.disabled_at is null and ${permission} = any(mm.permissions)`

const count = (of: ReturnType<typeof sql>) => sql<number>`(select count(*)::int ${of})`
const exists = (of: ReturnType<typeof sql>) => sql<boolean>`exists (select ${of})`

/** Of live rows: what `requirementsOf` judges. */
const factsWith = (permission: string) => ({
  hasOwner: exists(ownersWith(permission)),
  hasTwoStep: exists(sql`${ownersWith(permission)} and u.totp_enrolled_at is not null`),
  isInvited: exists(sql`from ${invitations} i where i.merchant_id = ${merchants.id} and i.accepted_at is null
    and i.withdrawn_at is null and i.expires_at > now() and ${permission} = any(i.permissions)`),
  branches: count(sql`from ${branches} b where b.merchant_id = ${merchants.id} and b.active`),
  discounts: count(sql`from ${discounts} d where d.merchant_id = ${merchants.id} and d.status = 'published'
    and d.valid_from <= now() and now() < d.valid_to`),
  hasDiscountAhead: exists(sql`from ${discounts} d where d.merchant_id = ${merchants.id}
    and (d.status in ('draft', 'paused') or d.status = 'published' and d.valid_from > now())`),
  companies: count(sql`from ${affiliations} a where a.merchant_id = ${merchants.id}`),
  hasProposal: exists(sql`from ${affiliationProposals} p where p.merchant_id = ${merchants.id} and p.outcome is null`),
  credentials: sql<number>`(select count(*) from ${apiKeys} k where k.merchant_id = ${merchants.id}
      and k.revoked_at is null and k.expires_at > now())::int
    + (select count(*) from ${oauthClients} c where c.merchant_id = ${merchants.id} and c.deleted_at is null)::int`,
  lastCallAt: sql<Date | null>`greatest(
    (select max(k.last_used_at) from ${apiKeys} k where k.merchant_id = ${merchants.id}),
    (select max(c.last_used_at) from ${oauthClients} c where c.merchant_id = ${merchants.id}))`.mapWith(
    apiKeys.lastUsedAt,
  ),
  isCertified: exists(sql`from ${certificationRuns} r where r.merchant_id = ${merchants.id} and r.state = 'passed'
    and r.valid_until > now() and r.suspended_at is null`),
  isCertifying: exists(sql`from ${certificationRuns} r where r.merchant_id = ${merchants.id} and r.state = 'open'`),
})

const selectMerchants = (db: Db, ownerPermission: string) =>
  db
    .select({
      id: merchants.id,
      name: merchants.name,
      legalId: merchants.legalId,
      enabled: merchants.enabled,
      createdAt: merchants.createdAt,
      lateNotificationHours: merchants.lateNotificationHours,
      disabling: {
        cause: merchantDisablings.cause,
        message: merchantDisablings.message,
        orderedAt: merchantDisablings.orderedAt,
        takesEffectAt: merchantDisablings.takesEffectAt,
        tookEffectAt: merchantDisablings.tookEffectAt,
      },
      ...factsWith(ownerPermission),
    })
    .from(merchants)
    .leftJoin(
      merchantDisablings,
      and(eq(merchantDisablings.merchantId, merchants.id), isNull(merchantDisablings.endedAt)),
    )

export type NetworkMerchantRecord = Awaited<ReturnType<typeof selectMerchants>>[number]

const isAhead = sql`${merchantDisablings.id} is not null and ${merchantDisablings.tookEffectAt} is null`

/** As `merchantStateOf` says it. */
const isIn = {
  enabled: and(merchants.enabled, not(isAhead)),
  scheduled: and(merchants.enabled, isAhead),
  disabled: not(merchants.enabled),
} as const satisfies Record<MerchantState, unknown>

type Selection = CursorRange<number> & {
  readonly search: string | undefined
  readonly state: MerchantState | undefined
  readonly ownerPermission: string
  /** By name, or by when each came, which is the order of ids. */
  readonly by: 'name' | 'created'
  readonly descending: boolean
  readonly limit: number
}

/** Merchants by name or from the last name, those after one of them; with `before`, the ones that precede it, in order. */
export async function listNetworkMerchants(
  db: Db,
  { search, state, ownerPermission, by, descending, limit, ...range }: Selection,
): Promise<NetworkMerchantRecord[]> {
  const { place, side, order, shown } = readingOf(range, descending)
  const isByName = by === 'name'
  const here = isByName ? sql`(${folded(merchants.name)}, ${merchants.id})` : sql`${merchants.id}`
  const there = isByName
    ? sql`(select ${folded(sql`m.name`)}, m.id from ${merchants} m where m.id = ${place})`
    : sql`${place}`
  const rows = await selectMerchants(db, ownerPermission)
    .where(
      and(
        state === undefined ? undefined : isIn[state],
        search === undefined ? undefined : or(hasPart(merchants.name, search), hasLegalId(merchants.legalId, search)),
        place === undefined ? undefined : sql`${here} ${side} ${there}`,
      ),
    )
    .orderBy(...(isByName ? [order(folded(merchants.name))] : []), order(merchants.id))
    .limit(limit)
  return shown(rows)
}

/** How many merchants there are in each state. */
export async function countNetworkMerchants(db: Db): Promise<Record<MerchantState, number>> {
  const rows = await db
    .select({
      enabled: sql`count(*) filter (where ${isIn.enabled})`.mapWith(Number),
      scheduled: sql`count(*) filter (where ${isIn.scheduled})`.mapWith(Number),
      disabled: sql`count(*) filter (where ${isIn.disabled})`.mapWith(Number),
    })
    .from(merchants)
    .leftJoin(
      merchantDisablings,
      and(eq(merchantDisablings.merchantId, merchants.id), isNull(merchantDisablings.endedAt)),
    )
  return theOnly(rows)
}

export async function findNetworkMerchant(
  db: Db,
  merchantId: number,
  ownerPermission: string,
): Promise<NetworkMerchantRecord | undefined> {
  return atMostOne(await selectMerchants(db, ownerPermission).where(eq(merchants.id, merchantId)))
}

/** What `describeMerchant` changes. */
export async function findDescribed(db: Db, merchantId: number) {
  const rows = await db
    .select({ name: merchants.name, legalId: merchants.legalId })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  return atMostOne(rows)
}

/** Other merchants with that RNC, however it is written. */
export async function listMerchantsOfLegalId(db: Db, legalId: string, exceptId: number) {
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(
      sql`upper(regexp_replace(${merchants.legalId}, '[^[:alnum:]]', '', 'g')) = ${legalId} and ${merchants.id} <> ${exceptId}`,
    )
    .orderBy(merchants.id)
    .limit(20)
  return whole(rows)
}

type Described = { readonly name: string; readonly legalId: string | null }

export async function insertMerchant(tx: OfficeTx, described: Described): Promise<number> {
  return theOnly(await tx.insert(merchants).values(described).returning({ id: merchants.id })).id
}

/** The caller holds the merchant's lock. */
export async function describeMerchant(tx: OfficeTx, merchantId: number, described: Described): Promise<void> {
  theOnly(await tx.update(merchants).set(described).where(eq(merchants.id, merchantId)).returning({ id: merchants.id }))
}

/**
 * Of each company, how many people a discount of the merchant that is valid now is granted to, used up for the day or not. Counted by
 * company, from an index: one by one, as tills look offers up, a merchant's companies may have millions.
 */
const peopleWithOffers = sql`
  select (select count(*) from collaborators c where c.company_id = g.company_id and c.active and c.erased_at is null
    and (g.to_all or c.collaborator_type_id = any(g.types))) as people
  from (
    select g.company_id, bool_or(g.collaborator_type_id is null) as to_all, array_agg(g.collaborator_type_id) as types
    from grants g join discounts d on d.merchant_id = g.merchant_id and d.id = g.discount_id
    left join discount_usage u on u.discount_id = d.id
    where g.merchant_id = ${merchants.id} and d.status = 'published' and d.valid_from <= now() and now() < d.valid_to
      and (d.uses_total is null or u.uses < d.uses_total) and (d.budget is null or u.amount < d.budget)
    group by g.company_id) g`

/** What a merchant's tills and its companies' people would lose at this moment. Amounts are texts of `numeric`. */
export async function sumEffect(db: Db, merchantId: number) {
  const rows = await db
    .select({
      apiKeys: count(sql`from ${apiKeys} k where k.merchant_id = ${merchants.id} and k.revoked_at is null
        and k.expires_at > now()`),
      oauthClients: count(sql`from ${oauthClients} c where c.merchant_id = ${merchants.id} and c.deleted_at is null`),
      reservations: sql<{ count: number; amount: string; until: string | null }>`(
        select json_build_object('count', count(*), 'amount', coalesce(sum(o.purchase_amount), 0)::numeric(30, 2)::text,
          'until', max(o.expires_at))
        from ${authorizations} o
        where o.merchant_id = ${merchants.id} and o.status = 'Authorized' and o.expires_at > now())`,
      losing: sql<{ people: number; companies: number }>`(
        select json_build_object('people', coalesce(sum(o.people), 0), 'companies', count(*) filter (where o.people > 0))
        from (${peopleWithOffers}) o)`,
      authorizedLastHour: count(sql`from ${authorizations} o where o.merchant_id = ${merchants.id}
        and o.authorized_at > now() - interval '1 hour'`),
      consumedLastHour: sql<{ count: number; amount: string }>`(
        select json_build_object('count', count(*), 'amount', coalesce(sum(s.purchase_amount), 0)::numeric(30, 2)::text)
        from ${consumptions} s
        where s.merchant_id = ${merchants.id} and s.registered_at > now() - interval '1 hour')`,
      lateNotificationHours: merchants.lateNotificationHours,
    })
    .from(merchants)
    .leftJoin(
      merchantDisablings,
      and(eq(merchantDisablings.merchantId, merchants.id), isNull(merchantDisablings.endedAt)),
    )
    .where(eq(merchants.id, merchantId))
  return atMostOne(rows)
}
