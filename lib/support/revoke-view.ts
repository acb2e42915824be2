import { revokeView as revoke } from '@/db/queries/offices/support-views'
import type { Permission } from '@/lib/accounts/permissions'
import { attempt } from '@/lib/attempts/attempt-change'
import { activityReaders } from '@/lib/audit/activity'
import type { CompanyMember, Member, TeamOfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

type Customer = Omit<TeamOfficeContext, 'member'> & { readonly member: Member | CompanyMember }

/**
 * Ends a look of the operator into one's own office: its next request is refused. For those who may read the activity, where it
 * stands. Throws `permission_missing`; `not_found` for one that is over, or of another office.
 */
export async function revokeView(ctx: Customer, { viewId }: { viewId: number }): Promise<void> {
  const subject = { type: 'support_view', id: viewId } as const
  const asked = { permission: readerPermission(ctx.member), action: 'support_view.revoked', subject } as const
  await attempt<Permission, 'support_view.revoked', void>(ctx, asked, async ({ tx, record }) => {
    const ended = await revoke(tx, ctx.member, viewId, ctx.member.userId)
    if (!ended) throw new OfficeFault('not_found')
    await record({ name: ended.ticket, minutes: ended.minutes })
  })
}

/** The one of the permissions to read the activity that the member holds; the first, to be refused, where it is none. */
function readerPermission({ permissions, ...member }: Member | CompanyMember): Permission {
  const readers: readonly [Permission, ...Permission[]] =
    activityReaders['merchantId' in member ? 'merchant' : 'company']
  const held: readonly Permission[] = permissions
  return readers.find((permission) => held.includes(permission)) ?? readers[0]
}
