import { listLiveSessionsOf } from '@/db/queries/offices/sessions'
import type { UserContext } from '@/lib/context'
import { type Device, deviceOf } from './device'
import { operatorSessionHours, sessionIdleMinutes } from './session'

export type SessionView = {
  readonly id: number
  /** The session that asks. */
  readonly isThisOne: boolean
  readonly device: Device
  readonly address: string | null
  readonly startedAt: Date
  readonly lastSeenAt: Date
  readonly secondStepPassed: boolean
}

/** The sessions of the user that are open, the last active first. */
export async function listSessions(ctx: UserContext): Promise<SessionView[]> {
  const records = await listLiveSessionsOf(ctx.db, ctx.user.userId, sessionIdleMinutes, operatorSessionHours)
  return records.map((record) => ({
    id: record.id,
    isThisOne: record.id === ctx.user.sessionId,
    device: deviceOf(record.userAgent),
    address: record.address,
    startedAt: record.createdAt,
    lastSeenAt: record.lastSeenAt,
    secondStepPassed: record.secondStepAt !== null,
  }))
}
