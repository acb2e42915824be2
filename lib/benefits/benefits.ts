import { z } from 'zod'

/** What a benefit is today. `scheduled` begins later, `paused` by the merchant, `over` will not come back. */
export type BenefitState = 'valid' | 'scheduled' | 'paused' | 'over'

/** D22, of a discount that a company grants or could grant. */
export function stateOf(
  discount: { status: 'draft' | 'published' | 'paused' | 'ended'; validFrom: Date; validTo: Date },
  now: Date,
): BenefitState {
  if (discount.status === 'ended' || discount.validTo <= now) return 'over'
  if (discount.status !== 'published') return 'paused'
  return discount.validFrom > now ? 'scheduled' : 'valid'
}

/** What the list of benefits can be narrowed to, as its address says it. */
export type BenefitFilter = {
  readonly view: 'granted' | 'available'
  readonly merchantId: number | undefined
  readonly after: number | undefined
  readonly before: number | undefined
}

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

export function benefitFilterOf(asked: Asked): BenefitFilter {
  const id = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' && isId(value) ? Number(value) : undefined
  }
  return {
    view: asked.view === 'available' ? 'available' : 'granted',
    merchantId: id('merchant'),
    after: id('after'),
    before: id('before'),
  }
}

export const benefitsHome = '/company/benefits'

export function benefitsPath(
  { view, merchantId }: Pick<BenefitFilter, 'view' | 'merchantId'>,
  place: { after?: number; before?: number } = {},
): string {
  const query = new URLSearchParams()
  if (view === 'available') query.set('view', view)
  if (merchantId !== undefined) query.set('merchant', String(merchantId))
  for (const [name, value] of Object.entries(place)) query.set(name, String(value))
  return `${benefitsHome}${query.size > 0 ? `?${query}` : ''}`
}

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
const id = z.string('not_found').refine(isId, 'not_found').transform(Number)

export const oneBenefit = z.object({ merchantId: id, discountId: id })

/** To whom a discount is granted: the whole team, or these types. */
export const grantDraft = oneBenefit.extend({
  to: z.enum(['team', 'types'], 'recipients_missing'),
  typeIds: z.array(id).max(1_000),
})
export type GrantDraft = z.output<typeof grantDraft>
