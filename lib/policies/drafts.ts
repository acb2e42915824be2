import * as z from 'zod'
import { whenSound } from '@/lib/kernel/when-sound'
import { addDays, localDayOf, localDayOfText, startOfDay } from '@/lib/language/days'
import { merchantPolicies, type PolicyValue, policyBounds } from './policies'

export const reasonLengthMax = 500

const reason = z.string('reason_missing').trim().min(1, 'reason_missing').max(reasonLengthMax, 'reason_too_long')

/** What is wrong with the numbers of a policy, by their fields. */
function faultsOf(policy: (typeof merchantPolicies)[number], { value, burst }: PolicyValue) {
  const { min, max, hasDefault } = policyBounds[policy]
  const isSound = value === null ? hasDefault : value >= min && value <= max
  const isBurstSound = burst === null || (policy === 'calls' && value !== null && burst >= min && burst <= max)
  return [...(isSound ? [] : (['value'] as const)), ...(isBurstSound ? [] : (['burst'] as const))]
}

/** What is to be set for a merchant: as an order that was decided, or that a second person is still to agree to. */
export const policyOrder = z
  .object({
    merchantId: z.number().int().positive(),
    policy: z.enum(merchantPolicies),
    value: z.number().int().nullable(),
    burst: z.number().int().nullable(),
    /** ISO 8601; null for one that stands until the next. */
    until: z.iso.datetime().nullable(),
    reason,
  })
  .superRefine(({ policy, ...value }, issues) => {
    for (const field of faultsOf(policy, value))
      issues.addIssue({ code: 'custom', path: [field], message: 'value_out_of_bounds' })
  })

export type PolicyOrder = z.output<typeof policyOrder>

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** Empty for the installation's number. */
const figure = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, 'number_unreadable')
  .default('')
  .transform((text) => (text === '' ? null : Number(text)))

/** The same from a form; `until` is the last day on which it holds, or empty. */
export const policyDraft = z
  .object({
    merchantId: id,
    policy: z.enum(merchantPolicies),
    value: figure,
    burst: figure,
    until: z
      .string()
      .default('')
      .refine((text) => text === '' || localDayOfText(text) !== undefined, 'day_unreadable')
      .refine((text) => text === '' || text >= localDayOf(new Date()), 'until_passed'),
    reason,
  })
  .superRefine(
    ({ policy, ...value }, issues) => {
      for (const field of faultsOf(policy, value))
        issues.addIssue({ code: 'custom', path: [field], message: 'value_out_of_bounds' })
    },
    whenSound('policy', 'value', 'burst'),
  )

type PolicyDraft = z.output<typeof policyDraft>

/** The order of a form: its last day is included whole (D22). */
export const orderOf = ({ until, ...draft }: PolicyDraft): PolicyOrder => ({
  ...draft,
  until: until === '' ? null : startOfDay(addDays(until, 1)).toISOString(),
})

export const typeNameLengthMax = 60

const typeName = z.string('name_missing').trim().min(1, 'name_missing').max(typeNameLengthMax, 'name_too_long')

export const newTypeDraft = z.object({ name: typeName })
export const typeChange = z.object({ typeId: id, name: typeName })
export const typeChosen = z.object({ typeId: id })
