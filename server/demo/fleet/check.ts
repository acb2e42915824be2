import type { Sql } from '@/db/client'
import { theOnly, whole } from '@/db/rows'
import { showSwitchOver } from '@/lib/credentials/show-switch-over'
import type { SwitchState } from '@/lib/credentials/switch-over'
import { showTerminals, type TerminalView } from '@/lib/terminals/show-terminals'
import type { TerminalReason } from '@/lib/terminals/state'
import type { FleetDay } from './day'
import type { FleetTill } from './fleet-till'
import type { FleetShop } from './open-shop'
import { type Fault, rotatedCredential } from './plan'

/** What the page must say of a till with that fault. */
const toldOf: Readonly<Record<Fault, TerminalReason['says']>> = {
  formerSecret: 'refused',
  fastClock: 'clockAhead',
  lostAnswers: 'expiring',
}

/**
 * What the offices show otherwise than the day's tills know it, or than SQL counts it; nothing when all is told as it was. `before` is what
 * was kept before the day. News of tills are a minute old at most (ADR-0037), and a reservation is told to have expired half a minute after its end.
 */
export async function findDifferences(sql: Sql, day: FleetDay, before: KeptSince): Promise<string[]> {
  const found = [
    await inTerminals(day),
    await inSales(sql, day),
    await inHours(sql, day, before),
    await inSwitchOver(sql, day),
  ]
  return found.flat()
}

/** `/portal/terminals`: exactly the tills with a fault are told, each by its fault and by nothing else. */
async function inTerminals({ shop, tills }: FleetDay): Promise<string[]> {
  const { ctx } = shop
  const { branches, unidentified } = await showTerminals(ctx, ctx.now())
  const shown = branches.flatMap(({ terminals }) => terminals)
  const ours = new Set(tills.map(({ plan }) => plan.terminal))
  return [
    ...differ(
      'told in /portal/terminals',
      shown.filter(isTold).map((till) => `${till.terminal} (${warningsOf(till)})`),
      tills.flatMap(({ plan }) => (plan.fault === undefined ? [] : [`${plan.terminal} (${toldOf[plan.fault]})`])),
    ),
    ...differ(
      'branch and credential in /portal/terminals',
      shown
        .filter(({ terminal }) => ours.has(terminal))
        .map((till) => placeOf(till.terminal, till.branchId, till.credentialName)),
      tills.map(({ plan }) => placeOf(plan.terminal, shop.branchIds[plan.branch] ?? null, plan.credential)),
    ),
    ...differ(
      'without an id',
      unidentified.map(({ fromAddress }) => fromAddress),
      [],
    ),
  ]
}

const isTold = ({ state }: TerminalView): boolean => state === 'attention' || state === 'failing'

/** What is said of a till that needs nobody's attention: what it does. */
const unwarned: ReadonlySet<string> = new Set<TerminalReason['says']>([
  'sold',
  'calledToday',
  'silent',
  'tokenOnly',
  'never',
])

const warningsOf = ({ reasons }: TerminalView): string =>
  reasons.flatMap(({ says }) => (unwarned.has(says) ? [] : [says])).join(', ')

const placeOf = (terminal: string, branchId: number | null, credential: string | null): string =>
  `${terminal} at ${branchId} by ${credential}`

/** The authorizations of the day, by their references: what no till confirmed or released is still authorized, or expired. */
async function inSales(sql: Sql, { shop, tills, name }: FleetDay): Promise<string[]> {
  const rows = await sql<{ terminal: string; confirmed: number; released: number; others: number }[]>`
    select split_part(reference, '/', 2) as terminal, count(*) filter (where status = 'Consumed')::int as confirmed,
      count(*) filter (where status = 'Released')::int as released,
      count(*) filter (where status not in ('Consumed', 'Released'))::int as others
    from authorizations where merchant_id = ${shop.ctx.member.merchantId} and split_part(reference, '/', 1) = ${name}
    group by 1`
  const counted = (terminal: string, confirmed: number, released: number, unanswered: number) =>
    `${terminal}: ${confirmed} confirmed, ${released} released, ${unanswered} unanswered`
  return differ(
    'sales by SQL',
    whole(rows).map((row) => counted(row.terminal, row.confirmed, row.released, row.others)),
    tills.map(({ plan, did }) => counted(plan.terminal, did.confirmed, did.released, did.unanswered)),
  )
}

type Kept = { readonly reserved: number; readonly confirmed: number; readonly expired: number }

/** What is kept of each till since an hour. */
export type KeptSince = { readonly since: Date; readonly tills: ReadonlyMap<string, Kept> }

export async function findKept(sql: Sql, { ctx }: FleetShop, since: Date): Promise<KeptSince> {
  const rows = await sql<(Kept & { terminal: string })[]>`
    select t.terminal, sum(h.reserved)::int as reserved, sum(h.confirmed)::int as confirmed, sum(h.expired)::int as expired
    from terminals t join terminal_hours h on h.merchant_id = t.merchant_id and h.terminal_id = t.id
    where t.merchant_id = ${ctx.member.merchantId} and h.hour >= date_trunc('hour', ${since.toISOString()}::timestamptz)
    group by 1`
  return { since, tills: new Map(whole(rows).map((row) => [row.terminal, row])) }
}

const nothing: Kept = { reserved: 0, confirmed: 0, expired: 0 }

/** What was kept of each till since the morning. At least: a day that was broken off may have left news that came later. */
async function inHours(sql: Sql, { shop, tills }: FleetDay, before: KeptSince): Promise<string[]> {
  const now = await findKept(sql, shop, before.since)
  return tills.flatMap(({ plan: { terminal }, did }) => {
    const [earlier, later] = [before.tills.get(terminal) ?? nothing, now.tills.get(terminal) ?? nothing]
    const reserved = later.reserved - earlier.reserved
    const confirmed = later.confirmed - earlier.confirmed
    const expired = later.expired - earlier.expired
    const isWhole = reserved >= did.reserved + did.unanswered && confirmed >= did.confirmed && expired >= did.unanswered
    const says = `${reserved} reserved, ${confirmed} confirmed, ${expired} expired`
    return isWhole ? [] : [`kept by hour of ${terminal}: ${says}, less than it did`]
  })
}

/** The page of the rotated client: of each of its tills where it stands, against the till itself, and the figures against SQL. */
async function inSwitchOver(sql: Sql, { shop, tills, rotated }: FleetDay): Promise<string[]> {
  const { ctx } = shop
  const shown = await showSwitchOver(ctx, rotated.clientId, ctx.now())
  if (shown === undefined) return [`${rotatedCredential} shows no change of its secret`]
  const ofClient = tills.filter(({ plan }) => plan.credential === rotatedCredential)
  const { refused, former, unheard, switched } = shown.counts
  const presented = shown.formerUses.reduce((sum, { times }) => sum + times, 0)
  const { until, isOver, ...counted } = await countSwitchOver(sql, ctx.member.merchantId, rotated.clientId)
  const isRightUntil = shown.formerUntil === null ? isOver : shown.formerUntil.getTime() === until?.getTime()
  return [
    ...differ(
      'shown of the change of the secret',
      shown.tills.map(({ name, state }) => `${name} ${state}`),
      ofClient.map((till) => `${till.plan.terminal} ${switchStateOf(till)}`),
    ),
    ...differ(
      'shown in figures of the change of the secret, and counted by SQL',
      figuresOf({ refused, former, unheard, switched, presented }),
      figuresOf(counted),
    ),
    ...differ(
      'shown as presentations of the former secret',
      [String(presented)],
      [String(ofClient.reduce((sum, { did }) => sum + did.secretRefused, 0))],
    ),
    ...(isRightUntil ? [] : ['the end of the last token of the former secret is shown otherwise than SQL has it']),
  ]
}

/** As the till itself knows it: it started with the new secret, presented the former one, or stayed closed. */
export function switchStateOf({ did }: FleetTill): SwitchState {
  if (did.secretRefused > 0) return 'refused'
  return did.starts > 1 ? 'switched' : 'unheard'
}

type CountedSwitchOver = Readonly<Record<SwitchState, number>> & {
  readonly presented: number
  /** When the last token of the former secret ends, which was got before the rotation; and whether that is over. */
  readonly until: Date | null
  readonly isOver: boolean
}

/** The same figures by one statement, which shares nothing with the queries and rules of the page. */
async function countSwitchOver(sql: Sql, merchantId: number, clientId: number): Promise<CountedSwitchOver> {
  return theOnly(
    await sql<CountedSwitchOver[]>`
      with client as (
        select merchant_id, id, rotated_at from oauth_clients where merchant_id = ${merchantId} and id = ${clientId}
      ), till as (
        select coalesce(t.refused_reason = 'previous_secret' and t.refused_at >= greatest(c.rotated_at, t.secret_at), false) as refused,
          coalesce(t.secret_at >= c.rotated_at, false) as came, coalesce(t.last_call_at >= c.rotated_at, false) as called
        from client c join terminals t on t.merchant_id = c.merchant_id and t.oauth_client_id = c.id and t.archived_at is null
      ), former as (
        select max(a.expires_at) as until from client c join access_tokens a on a.merchant_id = c.merchant_id and a.oauth_client_id = c.id
        where a.issued_at < c.rotated_at and a.revoked_at is null
      )
      select count(*) filter (where refused)::int as refused, count(*) filter (where came and not refused)::int as switched,
        count(*) filter (where called and not came and not refused)::int as former,
        count(*) filter (where not called and not came and not refused)::int as unheard,
        (select coalesce(sum(r.times), 0)::int from client c join credential_refusals r on r.merchant_id = c.merchant_id
          and r.oauth_client_id = c.id where r.reason = 'previous_secret' and r.occurred_at >= c.rotated_at) as presented,
        (select until from former) as until, (select coalesce(until <= clock_timestamp(), true) from former) as "isOver"
      from till`,
  )
}

const figuresOf = ({ refused, former, unheard, switched, presented }: Omit<CountedSwitchOver, 'until' | 'isOver'>) =>
  Object.entries({ refused, former, unheard, switched, presented }).map(([name, figure]) => `${figure} ${name}`)

/** What is there and should not be, and what should be and is not. */
function differ(what: string, there: readonly string[], expected: readonly string[]): string[] {
  const extra = there.filter((one) => !expected.includes(one)).map((one) => `${what}: ${one}, wrongly`)
  const missing = expected.filter((one) => !there.includes(one)).map((one) => `${what}: not ${one}`)
  const isTwice = there.length !== new Set(there).size
  return [...extra, ...missing, ...(isTwice ? [`${what}: one of them twice`] : [])]
}
