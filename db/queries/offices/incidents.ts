import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { incidents, incidentUpdates } from '@/db/schema'
import type { IncidentUpdate, NewIncident } from '@/lib/incidents/drafts'

type Db = OfficeDb | OfficeTx

/** Incidents that are open, or that began in the last days, newest first. */
export const listIncidents = (db: Db, days: number, limit: number) =>
  db
    .select()
    .from(incidents)
    .where(or(isNull(incidents.resolvedAt), gt(incidents.begunAt, sql`now() - ${days}::int * interval '1 day'`)))
    .orderBy(desc(incidents.begunAt), desc(incidents.id))
    .limit(limit)

/** What was said of these incidents, each in the order in which it was said. */
export const listUpdates = (db: Db, incidentIds: readonly number[]) =>
  db
    .select()
    .from(incidentUpdates)
    .where(inArray(incidentUpdates.incidentId, [...incidentIds]))
    .orderBy(asc(incidentUpdates.id))

/** The incidents that last, for the banner of the offices. */
export const listOpenIncidents = (db: Db) =>
  db
    .select({ id: incidents.id, titleEs: incidents.titleEs, titleEn: incidents.titleEn, state: incidents.state })
    .from(incidents)
    .where(isNull(incidents.resolvedAt))
    .orderBy(desc(incidents.id))
    .limit(3)

const resolvedAt = (state: IncidentUpdate['state']) => (state === 'resolved' ? sql`now()` : null)

export async function insertIncident(
  tx: OfficeTx,
  { titleEs, titleEn, parts, state }: NewIncident,
  createdBy: number,
): Promise<number> {
  const made = await tx
    .insert(incidents)
    .values({ titleEs, titleEn, parts, state, createdBy, resolvedAt: resolvedAt(state) })
    .returning({ id: incidents.id })
  return theOnly(made).id
}

/** Locks an incident; undefined where there is none. */
export const lockIncident = async (tx: OfficeTx, incidentId: number) =>
  atMostOne(
    await tx
      .select({ id: incidents.id, titleEs: incidents.titleEs, resolvedAt: incidents.resolvedAt })
      .from(incidents)
      .where(eq(incidents.id, incidentId))
      .for('update'),
  )

/** Sets the state of an incident that is open. Says whether it was. */
export async function setIncidentState(
  tx: OfficeTx,
  incidentId: number,
  state: IncidentUpdate['state'],
): Promise<boolean> {
  const changed = await tx
    .update(incidents)
    .set({ state, resolvedAt: resolvedAt(state) })
    .where(and(eq(incidents.id, incidentId), isNull(incidents.resolvedAt)))
    .returning({ id: incidents.id })
  return isThere(changed)
}

export async function insertIncidentUpdate(
  tx: OfficeTx,
  { incidentId, state, textEs, textEn }: IncidentUpdate,
  createdBy: number,
): Promise<void> {
  theOnly(
    await tx
      .insert(incidentUpdates)
      .values({ incidentId, state, textEs, textEn, createdBy })
      .returning({ id: incidentUpdates.id }),
  )
}
