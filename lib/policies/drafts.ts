import { z } from 'zod'
import { merchantPolicies, policyBounds } from './policies'

const reasonLengthMax = 500

/** What is to be set for a merchant: as an order that was decided, or that a second person is still to agree to. */
export const policyOrder = z
  .object({
    merchantId: z.number().int().positive(),
    policy: z.enum(merchantPolicies),
    value: z.number().int().nullable(),
    burst: z.number().int().nullable(),
    /** ISO 8601; null for one that stands until the next. */
    until: z.iso.datetime().nullable(),
    reason: z.string().trim().min(1, 'reason_missing').max(reasonLengthMax, 'reason_too_long'),
  })
  .superRefine(({ policy, value, burst }, issues) => {
    const { min, max, hasDefault } = policyBounds[policy]
    const isSound = value === null ? hasDefault : value >= min && value <= max
    if (!isSound) issues.addIssue({ code: 'custom', path: ['value'], message: 'value_out_of_bounds' })
    const isBurstSound = burst === null || (policy === 'calls' && value !== null && burst >= min && burst <= max)
    if (!isBurstSound) issues.addIssue({ code: 'custom', path: ['burst'], message: 'value_out_of_bounds' })
  })

export type PolicyOrder = z.output<typeof policyOrder>
