import type { OfficeDb } from '@/db/office'
import { decideApproval, insertApproval, isProposed } from '@/db/queries/offices/approvals'
import { listHolders } from '@/db/queries/offices/memberships'
import { attempt } from '@/lib/attempts/attempt-change'
import { assert } from '@/lib/kernel/assert'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { queueMails } from '@/lib/mail/queue-mails'
import { carriedOf } from './find-carried'
import { showFourEyes } from './four-eyes'
import { type ApprovalKind, approvalPermissions } from './kinds'
import type { ApprovalContext } from './registry'

/** What became of it: it waits for another person, or it is done since four eyes are off. */
export type Proposed = { readonly waits: true; readonly approvalId: number } | { readonly waits: false }

/**
 * The one way to what needs two people. What is asked is checked and put before the others, who are told by mail and have 24 hours;
 * while four eyes are off it is carried out at once, and stands among the approvals as done alone. Throws `permission_missing`,
 * `already_proposed`, and what the kind's own check throws.
 */
export async function proposeOrDo(ctx: ApprovalContext, kind: ApprovalKind, given: unknown): Promise<Proposed> {
  const { schema, check, carryOut } = carriedOf(kind)
  const payload = schema.parse(given)
  const permission = approvalPermissions[kind]
  const asked = { permission, lock: 'tenant', action: 'approval.proposed' } as const
  return attempt(ctx, asked, async ({ tx, doer, record }) => {
    const within = { ...ctx, db: tx as unknown as OfficeDb }
    await check(within, payload)
    if (await isProposed(tx, kind, payload)) throw new OfficeFault('already_proposed')
    const { userId } = ctx.member
    const id = await insertApproval(tx, { kind, payload, proposedBy: userId })
    const subject = { type: 'approval', id } as const
    const { isOn } = await showFourEyes(tx)
    await record({ kind, alone: !isOn }, subject)
    if (!isOn) {
      const outcome = await carryOut(within, payload)
      const isDecided = await decideApproval(tx, id, { decision: 'alone', decidedBy: userId, outcome: outcome ?? {} })
      assert(isDecided, 'a new approval waits')
      return { waits: false }
    }
    const others = (await listHolders(tx, { operator: true }, permission)).filter(({ email }) => email !== doer.email)
    const mail = { kind: 'approval_proposed', of: kind, by: doer.name, at: ctx.now() } as const
    await queueMails(
      tx,
      ctx,
      others.map((to) => ({ to, mail })),
    )
    return { waits: true, approvalId: id }
  })
}
