import { insertIncident, insertIncidentUpdate, lockIncident, setIncidentState } from '@/db/queries/offices/incidents'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { networkPermission } from '@/lib/health/permission'
import { assert } from '@/lib/kernel/assert'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { IncidentUpdate, NewIncident } from './drafts'

/** Publishes an incident with what is known of it. Throws `permission_missing`. */
export async function openIncident(ctx: OperatorContext, draft: NewIncident): Promise<void> {
  const { userId } = ctx.member
  await attempt(ctx, { permission: networkPermission, action: 'incident.opened' }, async ({ tx, record }) => {
    const incidentId = await insertIncident(tx, draft, userId)
    await insertIncidentUpdate(tx, { ...draft, incidentId }, userId)
    await record({ name: draft.titleEs, state: draft.state }, { type: 'incident', id: incidentId })
  })
}

/**
 * Appends what is known now. One that was resolved stays so, and takes what was found out afterwards. Throws `permission_missing`,
 * `not_found`, `incident_resolved`.
 */
export async function updateIncident(ctx: OperatorContext, update: IncidentUpdate): Promise<void> {
  const { incidentId, state } = update
  const subject = { type: 'incident', id: incidentId } as const
  await attempt(ctx, { permission: networkPermission, action: 'incident.updated', subject }, async ({ tx, record }) => {
    const incident = await lockIncident(tx, incidentId)
    if (!incident) throw new OfficeFault('not_found')
    if (incident.resolvedAt !== null && state !== 'resolved')
      throw new OfficeFault('incident_resolved', { field: 'state' })
    await insertIncidentUpdate(tx, update, ctx.member.userId)
    if (incident.resolvedAt === null) assert(await setIncidentState(tx, incidentId, state), 'it is locked, and open')
    await record({ name: incident.titleEs, state })
  })
}
