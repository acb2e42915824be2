import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { loadSession, type Session } from '@/lib/accounts/load-session'
import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import type { OfficeContext, PeopleContext, UserContext } from '@/lib/context'
import { officeService } from './office-service'
import { accountContext } from './origin'
import { companyHomePath, homePath, ownPath, pathHeader, withNext } from './own-path'
import { presentedToken } from './session-cookie'

/** A user and their session. */
export type SignedIn = Omit<UserContext, 'user'> & {
  readonly user: { readonly userId: number; readonly sessionId: number; readonly email: string }
  readonly session: Session
}

/** A user at work for a merchant, both steps passed. */
export type MerchantMemberContext = SignedIn & OfficeContext

/** A user at work for a company, both steps passed. */
export type CompanyMemberContext = SignedIn & PeopleContext

/** The session of this request, read from the database once for all that the request does; undefined when there is none. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const token = await presentedToken()
  return token === undefined ? undefined : loadSession(officeService().db, token)
})

/** The path of the page that the reader is on, as `proxy.ts` says. */
export const herePath = async (): Promise<string> => ownPath((await headers()).get(pathHeader))

export async function signedIn(session: Session): Promise<SignedIn> {
  const { userId, sessionId, email } = session
  return { ...(await accountContext()), user: { userId, sessionId, email }, session }
}

/**
 * The user who is signed in, for pages and actions of the account: both steps passed, or no second step to pass.
 * Everybody else is led to the step that they have yet to pass.
 */
export async function requireUser(): Promise<SignedIn> {
  const session = await currentSession()
  if (!session) redirect(withNext('/sign-in', await herePath()))
  if (session.stage === 'second_step') redirect(withNext('/sign-in/verify', await herePath()))
  return signedIn(session)
}

/** A user who has given their password and not yet the code; everybody else is led to where they belong. */
export async function requirePendingUser(next: string): Promise<SignedIn> {
  const session = await currentSession()
  if (!session) redirect(withNext('/sign-in', next))
  if (session.stage !== 'second_step') redirect(next)
  return signedIn(session)
}

/** Whether a user may see a page of a merchant's office, or what they lack. */
export type Access =
  | { readonly granted: true; readonly ctx: MerchantMemberContext }
  | { readonly granted: false; readonly missing: 'two_step' | 'merchant' | MerchantPermission; readonly ctx: SignedIn }

/**
 * The access of the reader to a page of a merchant's office: none for a user without two-step verification (P-07), for
 * one who is no member, or for one who lacks the permission. Pages that explain what is missing use this; the others
 * use `requireMember`.
 */
export async function memberAccess(permission?: MerchantPermission): Promise<Access> {
  const ctx = await requireUser()
  const { stage, membership } = ctx.session
  if (stage !== 'complete') return { granted: false, missing: 'two_step', ctx }
  if (!membership) return { granted: false, missing: 'merchant', ctx }
  if (permission !== undefined && !membership.permissions.includes(permission)) {
    return { granted: false, missing: permission, ctx }
  }
  const { userId, sessionId } = ctx.user
  const { merchantId, permissions } = membership
  return { granted: true, ctx: { ...ctx, member: { userId, sessionId, merchantId, permissions } } }
}

/**
 * The same for pages that nobody else sees: a user who lacks something is led to where they can get it, or where it is
 * explained.
 */
export async function requireMember(permission?: MerchantPermission): Promise<MerchantMemberContext> {
  const access = await memberAccess(permission)
  if (access.granted) return access.ctx
  if (access.missing === 'two_step') redirect(`/account/security?next=${encodeURIComponent(await herePath())}`)
  if (access.missing !== 'merchant') redirect(homePath)
  redirect(access.ctx.session.companyMembership ? companyHomePath : '/account')
}

/** Whether a user may see a page of a company's office, or what they lack. */
export type CompanyAccess =
  | { readonly granted: true; readonly ctx: CompanyMemberContext }
  | { readonly granted: false; readonly missing: 'two_step' | 'company' | CompanyPermission; readonly ctx: SignedIn }

/** The same as `memberAccess` for a page of a company's office, since people's names and identifications are there. */
export async function companyAccess(permission?: CompanyPermission): Promise<CompanyAccess> {
  const ctx = await requireUser()
  const { stage, companyMembership } = ctx.session
  if (stage !== 'complete') return { granted: false, missing: 'two_step', ctx }
  if (!companyMembership) return { granted: false, missing: 'company', ctx }
  if (permission !== undefined && !companyMembership.permissions.includes(permission)) {
    return { granted: false, missing: permission, ctx }
  }
  const { userId, sessionId } = ctx.user
  const { companyId, permissions } = companyMembership
  const { identificationKeys } = officeService()
  return { granted: true, ctx: { ...ctx, identificationKeys, member: { userId, sessionId, companyId, permissions } } }
}

/** The same as `requireMember`, for a company's office. */
export async function requireCompanyMember(permission?: CompanyPermission): Promise<CompanyMemberContext> {
  const access = await companyAccess(permission)
  if (access.granted) return access.ctx
  if (access.missing === 'two_step') redirect(`/account/security?next=${encodeURIComponent(await herePath())}`)
  if (access.missing !== 'company') redirect(companyHomePath)
  redirect(access.ctx.session.membership ? homePath : '/account')
}
