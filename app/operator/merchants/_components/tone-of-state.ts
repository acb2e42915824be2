import type { Tone } from '@/components/ui/badge'
import type { MerchantState } from '@/lib/network-merchants/disabling'
import type { RequirementState } from '@/lib/network-merchants/requirements'

export const toneOfState = {
  enabled: 'good',
  scheduled: 'warning',
  disabled: 'danger',
} as const satisfies Record<MerchantState, Tone>

export const toneOfRequirement = {
  met: 'good',
  waiting: 'info',
  missing: 'neutral',
} as const satisfies Record<RequirementState, Tone>
