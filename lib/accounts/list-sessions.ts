import Bowser from 'bowser'
import { listLiveSessionsOf } from '@/db/queries/sessions'
import type { UserContext } from '@/lib/context'
import { sessionIdleMinutes } from './session'

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

/** What a user agent says of itself: `Chrome`, `Windows`. Absent where it says nothing known. */
export type Device = {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly kind: 'desktop' | 'mobile' | 'tablet' | 'unknown'
}

/** Where the user is signed in, the last active first. */
export async function listSessions(ctx: UserContext): Promise<SessionView[]> {
  const records = await listLiveSessionsOf(ctx.db, ctx.user.userId, sessionIdleMinutes)
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

const kinds: readonly string[] = ['desktop', 'mobile', 'tablet'] satisfies Device['kind'][]

function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: undefined, system: undefined, kind: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = kinds.includes(platform.type ?? '') ? (platform.type as Device['kind']) : 'unknown'
  return { browser: browser.name || undefined, system: os.name || undefined, kind }
}
