import type { Tone } from '@/components/ui/badge'
import type { ApprovalView } from '@/lib/approvals/list-approvals'

/** How the state of a proposal is coloured wherever it is shown. */
export const approvalTones = {
  waiting: 'info',
  approved: 'good',
  alone: 'warning',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<ApprovalView['state'], Tone>
