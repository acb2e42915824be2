import type { OfficeDb } from '@/db/office'
import { findLiveSession, type SessionRecord } from '@/db/queries/offices/sessions'
import { digest } from '@/lib/credentials/secret'
import { supportPermission } from '@/lib/support/permission'
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

/** A look of the operator into an office (ADR-0056). */
export type SupportView = {
  readonly of: 'merchant' | 'company'
  readonly name: string
  readonly ticket: string
  readonly endsAt: Date
}

export type OperatorMembership = { readonly permissions: readonly OperatorPermission[] }

/** Who is signed in, how far the sign-in has come, and what they are a member of, as the database has it now. */
export type Session = Omit<
  SessionRecord,
  'merchantId' | 'memberships' | 'companyId' | 'companyMemberships' | 'operatorPermissions' | 'supportView'
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
  /** The office that one of them looks at, to read alone, beside their own. */
  readonly supportView?: SupportView
}

/** The live session of a token, read at every request (D57); undefined when nobody is signed in by it. */
export async function loadSession(db: OfficeDb, token: string): Promise<Session | undefined> {
  if (!isWellFormedToken(token)) return undefined
  const record = await findLiveSession(db, digest(token), sessionIdleMinutes, operatorSessionHours)
  if (!record) return undefined
  const { merchantId, companyId, operatorPermissions: given, supportView, ...session } = record
  const memberships = record.memberships.map((one) => ({ ...one, permissions: known(merchantPermissions, one) }))
  const companyMemberships = record.companyMemberships.map((one) => ({
    ...one,
    permissions: known(companyPermissions, one),
  }))
  const operatorMembership = given && { permissions: known(operatorPermissions, { permissions: given }) }
  // The permission is asked anew at every request (P-08).
  const look = operatorMembership?.permissions.includes(supportPermission) ? supportView : null
  return {
    ...session,
    stage: stageOf(session),
    memberships,
    membership: merchantOf(look) ?? memberships.find((one) => one.merchantId === merchantId) ?? memberships[0],
    companyMemberships,
    companyMembership:
      companyOf(look) ?? companyMemberships.find((one) => one.companyId === companyId) ?? companyMemberships[0],
    ...(operatorMembership && { operatorMembership }),
    ...(look && { supportView: viewOf(look) }),
  }
}

type Look = SessionRecord['supportView']

/** Who looks into an office sees it as its members do who hold every permission. */
const merchantOf = (look: Look): Membership | undefined =>
  typeof look?.merchantId === 'number'
    ? { merchantId: look.merchantId, name: look.name, permissions: merchantPermissions }
    : undefined

const companyOf = (look: Look): CompanyMembership | undefined =>
  typeof look?.companyId === 'number'
    ? { companyId: look.companyId, name: look.name, permissions: companyPermissions }
    : undefined

const viewOf = ({ merchantId, name, ticket, endsAtMs }: NonNullable<Look>): SupportView => ({
  of: merchantId === null ? 'company' : 'merchant',
  name,
  ticket,
  endsAt: new Date(endsAtMs),
})

const known = <P extends string>(all: readonly P[], record: { permissions: readonly string[] }): readonly P[] =>
  all.filter((permission) => record.permissions.includes(permission))
