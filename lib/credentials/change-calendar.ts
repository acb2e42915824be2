import { deleteCalendar, replaceCalendar } from '@/db/queries/offices/expiry-calendars'
import { mintLinkToken } from '@/lib/accounts/session'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from './permissions'
import type { Secret } from './secret'

const asked = <Verb extends 'opened' | 'revoked'>(ctx: OfficeContext, verb: Verb) =>
  ({
    permission: integrationsPermission,
    action: `expiry_calendar.${verb}`,
    subject: { type: 'user', id: ctx.member.userId },
  }) as const

/**
 * Gives the member an address of their own from which a calendar program fetches when the merchant's keys end. It is returned here and
 * never again; the one before works no more. Throws `permission_missing`.
 */
export const openCalendar = (ctx: OfficeContext): Promise<{ token: Secret }> =>
  attempt(ctx, asked(ctx, 'opened'), async ({ tx, record }) => {
    const { token, tokenHash } = mintLinkToken()
    await replaceCalendar(tx, ctx.member.merchantId, ctx.member.userId, tokenHash)
    await record()
    return { token }
  })

/** Ends the member's address, if they have one. Throws `permission_missing`. */
export const revokeCalendar = (ctx: OfficeContext): Promise<void> =>
  attempt(ctx, asked(ctx, 'revoked'), async ({ tx, record }) => {
    if (await deleteCalendar(tx, ctx.member.merchantId, ctx.member.userId)) await record()
  })
