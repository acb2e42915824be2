import * as z from 'zod'
import { integerId, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'

/** What a benefit is today. `scheduled` begins later, the merchant set `paused` or `ended`, `expired` is past its last day. */
export type BenefitState = 'valid' | 'scheduled' | 'paused' | 'expired' | 'ended'

/** The state of a discount that a company grants or could grant (D22). */
export function stateOf(
  discount: { status: 'draft' | 'published' | 'paused' | 'ended'; validFrom: Date; validTo: Date },
  now: Date,
): BenefitState {
  if (discount.status === 'ended') return 'ended'
  if (discount.validTo <= now) return 'expired'
  if (discount.status !== 'published') return 'paused'
  return discount.validFrom > now ? 'scheduled' : 'valid'
}

const address = listAddressOf(
  {
    view: parameter('view', oneOf(['granted', 'available']), 'granted'),
    merchantId: parameter('merchant', integerId),
  },
  integerId,
)

export const benefitFilterOf = address.read

/** The filter of the list of benefits, read from the address of its page. */
export type BenefitFilter = ReturnType<typeof benefitFilterOf>

export const benefitsHome = '/company/benefits'

/** The address of the list with this filter, at a cursor range. */
export const benefitsPath = (
  filter: Pick<BenefitFilter, 'view' | 'merchantId'> & Partial<BenefitFilter>,
  range?: CursorRange<number>,
): string => address.path(benefitsHome, filter, range)

const isId = (text: string) => integerId.read(text) !== undefined
const id = z.string('not_found').refine(isId, 'not_found').transform(Number)

export const oneBenefit = z.object({ merchantId: id, discountId: id })

/** To whom a discount is granted: the whole team, or these types. */
export const grantDraft = oneBenefit.extend({
  to: z.enum(['team', 'types'], 'recipients_missing'),
  typeIds: z.array(id).max(1_000),
})
export type GrantDraft = z.output<typeof grantDraft>

/** More discounts than are offered to a company at a time to begin with. */
export const offeredAtOnce = 20

/** Discounts for the whole team, each written as its merchant's id and its own. */
export const teamGrantDraft = z.object({
  discounts: z
    .array(
      z
        .string('not_found')
        .regex(/^\d{1,10}-\d{1,10}$/, 'not_found')
        .transform((text) => {
          const [merchantId, discountId] = text.split('-')
          return { merchantId: Number(merchantId), discountId: Number(discountId) }
        })
        .refine((one) => isId(String(one.merchantId)) && isId(String(one.discountId)), 'not_found'),
    )
    .max(offeredAtOnce),
})
export type TeamGrantDraft = z.output<typeof teamGrantDraft>
