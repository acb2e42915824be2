import type { OfficeDb } from '@/db/office'
import { findLiveSession, type SessionRecord } from '@/db/queries/offices/sessions'
import { digest } from '@/lib/credentials/secret'
import {
  type CompanyPermission,
  companyPermissions,
  type MerchantPermission,
  merchantPermissions,
  type OperatorPermission,
  operatorPermissions,
} from './permissions'
import { isWellFormedToken, operatorSessionHours, type SessionStage, sessionIdleMinutes, stageOf } from './session'

export type Membership = {
  readonly merchantId: number
  readonly name: string
  readonly permissions: readonly MerchantPermission[]
}

export type CompanyMembership = {
  readonly companyId: number
  readonly name: string
  readonly permissions: readonly CompanyPermission[]
}

export type OperatorMembership = { readonly permissions: readonly OperatorPermission[] }

/** Who is signed in, how far the sign-in has come, and what they are a member of, as the database has it now. */
export type Session = Omit<
  SessionRecord,
  'merchantId' | 'memberships' | 'companyId' | 'companyMemberships' | 'operatorPermissions'
> & {
  readonly stage: SessionStage
  readonly memberships: readonly Membership[]
  /** The merchant whose office is shown: the chosen one, or the user's first. */
  readonly membership: Membership | undefined
  readonly companyMemberships: readonly CompanyMembership[]
  /** The company whose office is shown: the chosen one, or the user's first. */
  readonly companyMembership: CompanyMembership | undefined
  /** Of who is one of the people who run the network. */
  readonly operatorMembership?: OperatorMembership
}

/** The live session of a token, read at every request (D57); undefined when nobody is signed in by it. */
export async function loadSession(db: OfficeDb, token: string): Promise<Session | undefined> {
  if (!isWellFormedToken(token)) return undefined
  const record = await findLiveSession(db, digest(token), sessionIdleMinutes, operatorSessionHours)
  if (!record) return undefined
  const { merchantId, companyId, operatorPermissions: given, ...session } = record
  const memberships = record.memberships.map((one) => ({ ...one, permissions: known(merchantPermissions, one) }))
  const companyMemberships = record.companyMemberships.map((one) => ({
    ...one,
    permissions: known(companyPermissions, one),
  }))
  return {
    ...session,
    stage: stageOf(session),
    memberships,
    membership: memberships.find((one) => one.merchantId === merchantId) ?? memberships[0],
    companyMemberships,
    companyMembership: companyMemberships.find((one) => one.companyId === companyId) ?? companyMemberships[0],
    ...(given && { operatorMembership: { permissions: known(operatorPermissions, { permissions: given }) } }),
  }
}

const known = <P extends string>(all: readonly P[], record: { permissions: readonly string[] }): readonly P[] =>
  all.filter((permission) => record.permissions.includes(permission))
