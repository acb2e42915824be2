import { redirect } from 'next/navigation'
import type { Session } from '@/lib/accounts/load-session'
import type { Permission } from '@/lib/accounts/permissions'
import { recordEvent } from '@/lib/audit/record-event'
import type { OfficeKind } from './form-state'
import { companyHomePath, homePath, operatorHomePath } from './own-path'
import { herePath, requireUser, type SignedIn } from './session'
import { isHiddenFromSupport, isSupportView } from './support-view'

/** A user at work for one tenant, both steps passed. */
export type MemberContext = SignedIn & { readonly member: { readonly permissions: readonly Permission[] } }

/** A tenant, or the operator, as events of the audit trail name it. */
type Tenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

/** What one kind of tenant's pages, actions, files and uploads ask of their readers, and work with. */
export type Office<Context extends MemberContext = MemberContext> = {
  readonly kind: OfficeKind
  /** Its first page. */
  readonly home: string
  /** The user at work for the tenant that their session has chosen; undefined for a member of none. */
  readonly enter: (ctx: SignedIn) => { readonly id: number; readonly tenant: Tenant; readonly ctx: Context } | undefined
}

/** A part of an office: for its members who hold one of the permissions, or for each of them where none is named. */
export type Section<Context extends MemberContext = MemberContext> = {
  readonly office: Office<Context>
  readonly permissions: readonly Context['member']['permissions'][number][]
}

/** What a user lacks for a section: the first of its permissions stands for all. */
type Lack = 'two_step' | 'support_view' | OfficeKind | Permission

export type Refused = {
  readonly granted: false
  readonly missing: Lack
  readonly office: Pick<Office, 'kind' | 'home'>
  readonly tenant: Tenant | undefined
  readonly ctx: SignedIn
}

/** Whether a user may enter a section, or what they lack. */
export type Access<Context extends MemberContext = MemberContext> =
  | { readonly granted: true; readonly id: number; readonly tenant: Tenant; readonly ctx: Context }
  | Refused

/**
 * The access of the reader to a section: none for a user without two-step verification (P-07), for one who is no
 * member, or for one who lacks the permission at this moment (P-08).
 */
export async function accessTo<Context extends MemberContext>({
  office,
  permissions,
}: Section<Context>): Promise<Access<Context>> {
  const ctx = await requireUser()
  const refused = (missing: Lack, tenant?: Tenant): Refused => ({ granted: false, missing, office, tenant, ctx })
  if (ctx.session.stage !== 'complete') return refused('two_step')
  const entered = office.enter(ctx)
  if (!entered) return refused(office.kind)
  const [first] = permissions
  if (first !== undefined && !isOpenTo({ permissions }, entered.ctx.member.permissions)) {
    return refused(first, entered.tenant)
  }
  if (isSupportView(ctx, office.kind) && isHiddenFromSupport(await herePath())) {
    return refused('support_view', entered.tenant)
  }
  return { granted: true, ...entered }
}

/** The same for what is no page: in a support view nothing is sent, and no file is given (ADR-0056). */
export async function accessToDo<Context extends MemberContext>(section: Section<Context>): Promise<Access<Context>> {
  const access = await accessTo(section)
  if (!access.granted || !isSupportView(access.ctx, section.office.kind)) return access
  const { ctx, tenant } = access
  return { granted: false, missing: 'support_view', office: section.office, tenant, ctx }
}

/** Whether who holds these permissions holds one of a section's. */
export const isOpenTo = (section: Pick<Section, 'permissions'>, held: readonly Permission[]): boolean =>
  section.permissions.some((permission) => held.includes(permission))

/** A section that the menu of an office shows; `access` is the reader's to each of its pages. */
type MenuSection<Context extends MemberContext = MemberContext> = Section<Context> & {
  readonly href: string
  readonly access: () => Promise<Access<Context>>
}

export const menuSectionOf =
  <Context extends MemberContext>(office: Office<Context>) =>
  (href: string, ...permissions: Section<Context>['permissions']): MenuSection<Context> => {
    const section = { office, permissions }
    return { ...section, href, access: () => accessTo(section) }
  }

/** The sections of an office that a member can open, in order. The others are not shown, and each page also checks for itself. */
export const sectionsFor = <Key extends string>(
  sections: Readonly<Record<Key, MenuSection>>,
  held: readonly Permission[],
): readonly { readonly key: Key; readonly href: string }[] =>
  (Object.keys(sections) as Key[])
    .filter((key) => isOpenTo(sections[key], held))
    .map((key) => ({ key, href: sections[key].href }))

/**
 * A member of an office, for its first page, which says nothing to others: they are led to where they can get what they
 * lack, or to the office that they have.
 */
export async function requireMember<Context extends MemberContext>(office: Office<Context>): Promise<Context> {
  const access = await accessTo({ office, permissions: [] })
  if (access.granted) return access.ctx
  if (access.missing === 'two_step') redirect(`/account/security?next=${encodeURIComponent(await herePath())}`)
  redirect(homeOf(access.ctx.session))
}

/** The first page of the office that somebody has; their account for who has none. */
export const homeOf = ({ membership, companyMembership, operatorMembership }: Session): string => {
  if (membership) return homePath
  if (companyMembership) return companyHomePath
  return operatorMembership ? operatorHomePath : '/account'
}

/** Records who tried to do what they may not, in the audit trail of the office where they tried it (ASVS 16.3.2). */
export async function recordDeniedAccess(
  { ctx: { db, origin, user }, tenant }: Pick<Refused, 'ctx' | 'tenant'>,
  missing: Exclude<Lack, 'two_step' | 'support_view'>,
  action: 'page.opened' | 'action.called' | 'file.downloaded',
): Promise<void> {
  await recordEvent(db, origin, {
    ...tenant,
    userId: user.userId,
    action,
    outcome: 'denied',
    subjectType: 'permission',
    subjectId: missing,
    details: { reason: 'permission_missing', permission: missing },
  })
}
