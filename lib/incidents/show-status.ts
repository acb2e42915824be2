import type { OfficeDb } from '@/db/office'
import { listIncidents, listOpenIncidents, listUpdates } from '@/db/queries/offices/incidents'
import { findBacklog, listMinutes } from '@/db/queries/offices/network-minutes'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { networkPermission } from '@/lib/health/permission'
import type { Language } from '@/lib/language/language'
import { apiState, type IncidentState, mailState, type PartState, type ServicePart } from './incidents'

const daysShown = 90
const incidentsMax = 50
const liveMinutes = 5
/** A sum is made each minute, of minutes that are over. */
const staleMs = 5 * 60_000
/** How long a reader waits for the database before they are told that it does not answer. */
const answerMsMax = 3_000

export type IncidentView = {
  readonly id: number
  readonly title: string
  readonly parts: readonly ServicePart[]
  readonly state: IncidentState
  readonly begunAt: Date
  readonly resolvedAt: Date | null
  /** Newest first. */
  readonly updates: readonly {
    readonly id: number
    readonly state: IncidentState
    readonly text: string
    readonly at: Date
  }[]
}

export type StatusView = {
  readonly parts: Readonly<Record<ServicePart, PartState>>
  readonly open: readonly IncidentView[]
  readonly past: readonly IncidentView[]
}

async function readIncidents(db: OfficeDb, language: Language): Promise<readonly IncidentView[]> {
  const of = (es: string, en: string) => (language === 'es' ? es : en)
  const incidents = await listIncidents(db, daysShown, incidentsMax)
  const updates =
    incidents.length === 0
      ? []
      : await listUpdates(
          db,
          incidents.map(({ id }) => id),
        )
  return incidents.map(({ id, titleEs, titleEn, parts, state, begunAt, resolvedAt }) => ({
    ...{ id, title: of(titleEs, titleEn), parts, state, begunAt, resolvedAt },
    updates: updates
      .filter(({ incidentId }) => incidentId === id)
      .map((one) => ({ id: one.id, state: one.state, text: of(one.textEs, one.textEn), at: one.createdAt }))
      .toReversed(),
  }))
}

async function readStatus(db: OfficeDb, language: Language, now: Date): Promise<StatusView> {
  const [incidents, minutes, { mailsOldestSeconds }] = await Promise.all([
    readIncidents(db, language),
    listMinutes(db, liveMinutes),
    findBacklog(db),
  ])
  const newest = minutes[0]?.minute
  const isLive = newest !== undefined && now.getTime() - newest.getTime() <= staleMs
  const sum = (key: 'calls' | 'failed') => minutes.reduce((total, one) => total + one[key], 0)
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  /** What people say of a part counts where its figures show nothing. */
  const told = (part: ServicePart, state: PartState): PartState =>
    open.some(({ parts }) => parts.includes(part)) && (state === 'working' || state === 'quiet') ? 'troubled' : state
  return {
    parts: {
      api: told('api', apiState(isLive ? { calls: sum('calls'), failed: sum('failed') } : undefined)),
      // This page is one of them, and read the database.
      offices: told('offices', 'working'),
      mails: told('mails', mailState(mailsOldestSeconds)),
    },
    open,
    past: incidents.filter(({ resolvedAt }) => resolvedAt !== null),
  }
}

/**
 * How the service is, for whoever asks: no merchant, no person and no figure is in it. Undefined when the database does not answer in
 * time, which its reader is told: nothing is said to work that could not be asked.
 */
export async function showStatus(
  db: OfficeDb,
  language: Language,
  now: Date = new Date(),
): Promise<StatusView | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, answerMsMax, undefined)
  })
  try {
    return await Promise.race([readStatus(db, language, now), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The incidents, for who tells of them. Throws `permission_missing`. */
export function listForOperator({ db, member }: Pick<OperatorContext, 'db' | 'member'>, language: Language) {
  requirePermission(member, networkPermission)
  return readIncidents(db, language)
}

/** What the offices say above their pages while an incident lasts. */
export async function currentIncidents(db: OfficeDb, language: Language) {
  const open = await listOpenIncidents(db)
  return open.map(({ id, titleEs, titleEn, state }) => ({ id, title: language === 'es' ? titleEs : titleEn, state }))
}
