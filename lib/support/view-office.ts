import type { OfficeTx } from '@/db/office'
import { findNamed } from '@/db/queries/offices/affiliation-parties'
import { type EndedView, endViewsOfSession, insertView, lockSession } from '@/db/queries/offices/support-views'
import { legalIdIn } from '@/lib/affiliations/drafts'
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { SupportViewDraft } from './drafts'
import { supportMinutes, supportPermission } from './permission'

/**
 * Lets this session look into an office, to read alone, for half an hour; another look of the same session ends. Whose office it is
 * finds it in their activity. Throws `permission_missing`, `other_not_found`, `other_ambiguous`, `session_ended`.
 */
export function startView(ctx: OperatorContext, draft: SupportViewDraft): Promise<{ side: SupportViewDraft['side'] }> {
  const { userId, sessionId } = ctx.member
  const { side, ticket, reason } = draft
  return attempt(ctx, { permission: supportPermission, action: 'support_view.started' }, async ({ tx }) => {
    const [found, another] = await findNamed(tx, side, { legalId: legalIdIn(draft.other), name: draft.other }, true)
    if (!found) throw new OfficeFault('other_not_found', { field: 'other' })
    if (another) throw new OfficeFault('other_ambiguous', { field: 'other' })
    if (!(await lockSession(tx, userId, sessionId))) throw new OfficeFault('session_ended')
    await recordEnds(tx, ctx, await endViewsOfSession(tx, sessionId, 'replaced'))
    const tenant = side === 'merchant' ? { merchantId: found.id } : { companyId: found.id }
    const { id } = await insertView(tx, { sessionId, userId, ticket, reason, ...tenant })
    await recordEvent(tx, ctx.origin, {
      ...tenant,
      operator: true,
      userId,
      action: 'support_view.started',
      subjectType: 'support_view',
      subjectId: id,
      details: { name: `${ticket}: ${reason}`, minutes: supportMinutes },
    })
    return { side }
  })
}

/** Ends what this session looks at, whatever its person may do by now. */
export const endView = (ctx: Pick<OperatorContext, 'db' | 'origin'> & { readonly member: Viewer }): Promise<void> =>
  ctx.db.transaction(async (tx) => recordEnds(tx, ctx, await endViewsOfSession(tx, ctx.member.sessionId, 'ended')))

type Viewer = Pick<OperatorContext['member'], 'userId' | 'sessionId'>

async function recordEnds(
  tx: OfficeTx,
  { origin, member }: { readonly origin: OperatorContext['origin']; readonly member: Viewer },
  ended: readonly EndedView[],
): Promise<void> {
  for (const { id, merchantId, companyId, ticket, minutes } of ended) {
    await recordEvent(tx, origin, {
      ...(merchantId === null ? {} : { merchantId }),
      ...(companyId === null ? {} : { companyId }),
      operator: true,
      userId: member.userId,
      action: 'support_view.ended',
      subjectType: 'support_view',
      subjectId: id,
      details: { name: ticket, minutes },
    })
  }
}
