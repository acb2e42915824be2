import type * as z from 'zod'
import type { OfficeTx } from '@/db/office'
import { lockCompany } from '@/db/queries/offices/companies'
import {
  describeCompany,
  findNetworkCompany,
  insertCompany,
  type NetworkCompanyRecord,
} from '@/db/queries/offices/network-companies'
import { companyTeamPermission } from '@/lib/accounts/permissions'
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { companyChange, companyDraft, companyInvitation, companyOwner } from '@/lib/network-merchants/drafts'
import { sendOwnerInvitation, withdrawOwnerInvitation } from '@/lib/network-merchants/invite-owner'
import type { NetworkContext } from '@/lib/network-merchants/order-disabling'
import { networkCompaniesPermission } from './permission'

const permission = networkCompaniesPermission

const subjectOf = ({ companyId }: { readonly companyId: number }) => ({ type: 'company', id: companyId }) as const

/** A company as it is, until the transaction ends. Throws `not_found`. */
async function lockKnown(tx: OfficeTx, companyId: number): Promise<NetworkCompanyRecord> {
  if (!(await findNetworkCompany(tx, companyId, companyTeamPermission))) throw new OfficeFault('not_found')
  await lockCompany(tx, companyId)
  const company = await findNetworkCompany(tx, companyId, companyTeamPermission)
  if (!company) throw new OfficeFault('not_found')
  return company
}

/** Creates a company and invites its first owner, or does neither. Throws `permission_missing`. */
export const createCompany = (
  ctx: NetworkContext,
  { ownerEmail, ...described }: z.output<typeof companyDraft>,
): Promise<{ companyId: number; name: string }> =>
  attempt(ctx, { permission, action: 'company.created' }, async ({ tx }) => {
    const { name } = described
    const companyId = await insertCompany(tx, described)
    await record(tx, ctx, { companyId, action: 'company.created', details: { name } })
    await sendOwnerInvitation(tx, ctx, { companyId }, { email: ownerEmail, name })
    return { companyId, name }
  })

/** Gives a company another name or RNC. Throws `permission_missing`, `not_found`. */
export const changeCompany = (
  ctx: NetworkContext,
  { companyId, ...described }: z.output<typeof companyChange>,
): Promise<void> => {
  const asked = { permission, action: 'company.changed', subject: subjectOf({ companyId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const before = await lockKnown(tx, companyId)
    if (before.name === described.name && before.legalId === described.legalId) return
    await describeCompany(tx, companyId, described)
    await record(tx, ctx, { companyId, action: asked.action, details: { name: described.name, was: before.name } })
  })
}

/** Invites an owner of a company, once more or another one. Throws `permission_missing`, `not_found`, `already_member`. */
export const inviteCompanyOwner = (
  ctx: NetworkContext,
  { companyId, email }: z.output<typeof companyOwner>,
): Promise<void> => {
  const asked = { permission, action: 'invitation.sent', subject: subjectOf({ companyId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const { name } = await lockKnown(tx, companyId)
    await sendOwnerInvitation(tx, ctx, { companyId }, { email, name })
  })
}

/** Throws `permission_missing`, `not_found`. */
export const withdrawCompanyOwner = (
  ctx: NetworkContext,
  { companyId, invitationId }: z.output<typeof companyInvitation>,
): Promise<void> => {
  const asked = { permission, action: 'invitation.withdrawn', subject: subjectOf({ companyId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    await lockKnown(tx, companyId)
    await withdrawOwnerInvitation(tx, ctx, { companyId }, invitationId)
  })
}

type Done = {
  readonly companyId: number
  readonly action: 'company.created' | 'company.changed'
  readonly details: { readonly name: string; readonly was?: string }
}

/** In the trail of the network and in the company's own: one row for both. */
const record = (tx: OfficeTx, ctx: NetworkContext, { companyId, action, details }: Done): Promise<void> =>
  recordEvent(tx, ctx.origin, {
    companyId,
    operator: true,
    userId: ctx.member.userId,
    action,
    subjectType: 'company',
    subjectId: companyId,
    details,
  })
