import type * as z from 'zod'
import { describeMerchant, findDescribed, insertMerchant } from '@/db/queries/offices/network-merchants'
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { merchantChange, merchantDraft, merchantInvitation, merchantOwner } from './drafts'
import { sendOwnerInvitation, withdrawOwnerInvitation } from './invite-owner'
import { lockStanding } from './lock-standing'
import type { NetworkContext } from './order-disabling'
import { networkMerchantsPermission } from './permission'

const permission = networkMerchantsPermission

const subjectOf = ({ merchantId }: { readonly merchantId: number }) => ({ type: 'merchant', id: merchantId }) as const

/**
 * Creates a merchant and invites its first owner, or does neither. It is enabled, and sells nothing until its people have set it up
 * (`requirementsOf`). Throws `permission_missing`.
 */
export const createMerchant = (
  ctx: NetworkContext,
  { ownerEmail, ...described }: z.output<typeof merchantDraft>,
): Promise<{ merchantId: number; name: string }> =>
  attempt(ctx, { permission, action: 'merchant.created' }, async ({ tx }) => {
    const merchantId = await insertMerchant(tx, described)
    await recordEvent(tx, ctx.origin, {
      merchantId,
      operator: true,
      userId: ctx.member.userId,
      action: 'merchant.created',
      subjectType: 'merchant',
      subjectId: merchantId,
      details: { name: described.name },
    })
    const { name } = described
    await sendOwnerInvitation(tx, ctx, { merchantId }, { email: ownerEmail, name })
    return { merchantId, name }
  })

/** Gives a merchant another name or RNC. Throws `permission_missing`, `not_found`. */
export const changeMerchant = (
  ctx: NetworkContext,
  { merchantId, ...described }: z.output<typeof merchantChange>,
): Promise<void> => {
  const asked = { permission, action: 'merchant.changed', subject: subjectOf({ merchantId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const { name: was } = await lockStanding(tx, merchantId)
    const before = await findDescribed(tx, merchantId)
    if (!before) throw new OfficeFault('not_found')
    if (before.name === described.name && before.legalId === described.legalId) return
    await describeMerchant(tx, merchantId, described)
    await recordEvent(tx, ctx.origin, {
      merchantId,
      operator: true,
      userId: ctx.member.userId,
      action: asked.action,
      subjectType: 'merchant',
      subjectId: merchantId,
      details: { name: described.name, was },
    })
  })
}

/** Invites an owner of a merchant, once more or another one. Throws `permission_missing`, `not_found`, `already_member`. */
export const inviteMerchantOwner = (
  ctx: NetworkContext,
  { merchantId, email }: z.output<typeof merchantOwner>,
): Promise<void> => {
  const asked = { permission, action: 'invitation.sent', subject: subjectOf({ merchantId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const { name } = await lockStanding(tx, merchantId)
    await sendOwnerInvitation(tx, ctx, { merchantId }, { email, name })
  })
}

/** Throws `permission_missing`, `not_found`. */
export const withdrawMerchantOwner = (
  ctx: NetworkContext,
  { merchantId, invitationId }: z.output<typeof merchantInvitation>,
): Promise<void> => {
  const asked = { permission, action: 'invitation.withdrawn', subject: subjectOf({ merchantId }) } as const
  return attempt(ctx, asked, async ({ tx }) => {
    await lockStanding(tx, merchantId)
    await withdrawOwnerInvitation(tx, ctx, { merchantId }, invitationId)
  })
}
