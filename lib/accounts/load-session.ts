import type { OfficeDb } from '@/db/office'
import { findLiveSession, type MembershipRecord, type SessionRecord } from '@/db/queries/sessions'
import { digest } from '@/lib/credentials/secret'
import { type MerchantPermission, merchantPermissions } from './permissions'
import { isWellFormedToken, type SessionStage, sessionIdleMinutes, stageOf } from './session'

export type Membership = {
  readonly merchantId: number
  readonly name: string
  readonly permissions: readonly MerchantPermission[]
}

/** Who is signed in, how far, and what they are a member of, as the database has it now. */
export type Session = Omit<SessionRecord, 'merchantId' | 'memberships'> & {
  readonly stage: SessionStage
  readonly memberships: readonly Membership[]
  /** The merchant that they look at: the chosen one, or their first. */
  readonly membership: Membership | undefined
}

/** The live session of a token, read at every request (D57); undefined when nobody is signed in by it. */
export async function loadSession(db: OfficeDb, token: string): Promise<Session | undefined> {
  if (!isWellFormedToken(token)) return undefined
  const record = await findLiveSession(db, digest(token), sessionIdleMinutes)
  if (!record) return undefined
  const { merchantId, ...session } = record
  const memberships = record.memberships.map(withKnownPermissions)
  return {
    ...session,
    stage: stageOf(session),
    memberships,
    membership: memberships.find((one) => one.merchantId === merchantId) ?? memberships[0],
  }
}

const withKnownPermissions = (record: MembershipRecord): Membership => ({
  ...record,
  permissions: merchantPermissions.filter((permission) => record.permissions.includes(permission)),
})
