import type { OfficeDb } from '@/db/office'
import {
  type ActivityRecord,
  listActivePeople,
  listOperators,
  listActivity as listRecords,
  listTenants,
} from '@/db/queries/offices/activity'
import { type Device, deviceOf } from '@/lib/accounts/device'
import { allPermissions, type Permission } from '@/lib/accounts/permissions'
import { teamOf } from '@/lib/accounts/team'
import type { OperatorContext, TeamOfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageByTime } from '@/lib/kernel/page'
import { addDays, startOfDay } from '@/lib/language/days'
import { type ActivityFilter, activityKinds, activityPeriods, activityReaders } from './activity'
import { reasonOf } from './events'

/** One thing that somebody did or tried. */
export type ActivityView = {
  readonly id: number
  readonly occurredAt: Date
  /** Who it was, or the company or merchant that did it; null for what the operator or the service did. */
  readonly person: string | null
  /** Done or tried by the operator of the network, whose people only the operator's own trail names. */
  readonly isOperators: boolean
  /** The merchant or the company that it concerns; null for the network itself. */
  readonly tenant: string | null
  readonly action: string
  readonly denied: boolean
  /** What it was done to, by its name, when it has one. */
  readonly subject: string | null
  /** What was done to a person who was erased (ADR-0059). */
  readonly isOfErased: boolean
  /** A code of why it was denied, or why it happened. */
  readonly reason: string | null
  /** The permission that whoever tried it lacked. */
  readonly lacked: Permission | null
  /** Permissions that a member of the team got or lost by it. */
  readonly given: readonly Permission[]
  readonly taken: readonly Permission[]
  /** Permissions of `given` that nobody of the team held then. */
  readonly restored: readonly Permission[]
  readonly address: string | null
  readonly device: Device
}

/**
 * A page of what was done or tried in an office, newest first, and the people to filter by. Throws `permission_missing` for a
 * member who may not read it.
 */
export async function listActivity({ db, member }: Pick<TeamOfficeContext, 'db' | 'member'>, filter: ActivityFilter) {
  requireReader(member)
  const { before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const [records, people] = await Promise.all([
    listRecords(db, member, {
      ...selectionOf(filter),
      before,
      after,
      limit: size + 1,
      oldestFirst,
    }),
    peopleOf(db, member, filter),
  ])
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  return {
    events: page.map(viewOf(member)),
    people,
    newerThan: newer?.id,
    olderThan: older?.id,
  }
}

/** The merchants and companies whose events can be asked for in the network's trail. Throws `permission_missing`. */
export async function listTrailTenants({ db, member }: Pick<OperatorContext, 'db' | 'member'>) {
  requireReader(member)
  return listTenants(db)
}

/** All that the filter selects, newest first, a batch at a time. Throws `permission_missing`. */
export function exportActivity(
  { db, member }: Pick<TeamOfficeContext, 'db' | 'member'>,
  filter: ActivityFilter,
): Batches<ActivityView> {
  requireReader(member)
  const read = (last: ActivityRecord | undefined, limit: number) =>
    listRecords(db, member, { ...selectionOf(filter), before: last?.id, after: undefined, limit })
  return readBatches(read, viewOf(member))
}

function requireReader(member: TeamOfficeContext['member']): void {
  const permissions: readonly Permission[] = member.permissions
  if (!activityReaders[teamOf(member).kind].some((permission) => permissions.includes(permission))) {
    throw new OfficeFault('permission_missing')
  }
}

/** The people to filter by: of the whole network's trail those of whom it is asked for, else the operator's own. */
function peopleOf(db: OfficeDb, member: TeamOfficeContext['member'], { merchantId, companyId }: ActivityFilter) {
  if (!('operator' in member)) return listActivePeople(db, member)
  if (merchantId !== undefined) return listActivePeople(db, { merchantId })
  return companyId === undefined ? listOperators(db) : listActivePeople(db, { companyId })
}

const selectionOf = ({ period, day, kind, outcome, userId, merchantId, companyId, action }: ActivityFilter) => ({
  ...{ merchantId, companyId },
  // Chosen among those of a kind: of another kind it is none.
  action: kind !== undefined && activityKinds[kind].some((noun) => action?.startsWith(`${noun}.`)) ? action : undefined,
  within: day === undefined ? undefined : { from: startOfDay(day), to: startOfDay(addDays(day, 1)) },
  days: period === 'all' || day !== undefined ? undefined : activityPeriods[period],
  nouns: kind === undefined ? undefined : activityKinds[kind],
  outcome,
  userId,
})

/** Who is named in the trail of the other: what the operator did names neither. */
const sides = ['merchant', 'company']

const viewOf =
  (member: TeamOfficeContext['member']) =>
  (record: ActivityRecord): ActivityView => {
    const isOperators = record.actor === 'operator'
    const isTold = !isOperators || 'operator' in member
    const { id, occurredAt, userName, action, outcome, credentialName, address, userAgent } = record
    const details = typeof record.details === 'object' && record.details !== null ? record.details : {}
    const text = (name: string): string | null => {
      const value = (details as Record<string, unknown>)[name]
      return typeof value === 'string' ? value : null
    }
    const held = (name: string): Permission[] => {
      const value = (details as Record<string, unknown>)[name]
      return Array.isArray(value) ? allPermissions.filter((permission) => value.includes(permission)) : []
    }
    const [from, to] = [held('from'), held('to')]
    return {
      id,
      occurredAt,
      // Of what the other side of an affiliation did, the trail shows that side's name, never its person.
      person: userName ?? (sides.some((side) => side === text('by')) ? text('name') : null),
      isOperators,
      tenant: record.tenant,
      action,
      denied: outcome === 'denied',
      subject: credentialName ?? text('name') ?? text('email'),
      isOfErased: record.isOfErased,
      reason: reasonOf(text('reason')),
      lacked: allPermissions.find((permission) => permission === text('permission')) ?? null,
      given: to.filter((permission) => !from.includes(permission)),
      taken: from.filter((permission) => !to.includes(permission)),
      restored: held('restored'),
      address: isTold ? address : null,
      device: deviceOf(isTold ? userAgent : null),
    }
  }
