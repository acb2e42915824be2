import * as z from 'zod'
import type { OperatorPermission } from '@/lib/accounts/permissions'
import { linesUpTo } from '@/lib/kernel/names'

/** What one of the operator's people may only propose, and who may propose and approve it (ADR-0055). */
export const approvalPermissions = {
  disable_merchant: 'operator.merchants.manage',
  raise_limit: 'operator.policies.manage',
  erase_person: 'operator.privacy.manage',
  export_data: 'operator.privacy.manage',
  invite_operator: 'operator.team.manage',
} as const satisfies Record<string, OperatorPermission>

export type ApprovalKind = keyof typeof approvalPermissions

export const approvalKinds = Object.keys(approvalPermissions) as ApprovalKind[]

/** Who may see the page of approvals: whoever may propose something. */
export const approvalReaders = [...new Set(Object.values(approvalPermissions))]

/** Who may set four eyes off for as long as they are the operator's only person. */
export const fourEyesPermission = 'operator.team.manage' satisfies OperatorPermission

export const approvalsPage = '/operator/approvals'

/** Where an approval stands on its page. */
export const approvalAnchor = (id: number): string => `approval-${id}`

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** Why something is refused, taken back or set off, as others will read it. */
const reason = linesUpTo(300, 'reason')

export const chosenApproval = z.object({ approvalId: id })
export const endedApproval = z.object({ approvalId: id, reason })
/** Why is asked for what is set off alone. */
export const switchedFourEyes = z
  .object({ to: z.enum(['on', 'off']), reason: z.string().default('') })
  .superRefine((asked, issues) => {
    if (asked.to === 'on') return
    for (const { message } of reason.safeParse(asked.reason).error?.issues ?? []) {
      issues.addIssue({ code: 'custom', path: ['reason'], message })
    }
  })
