import { listEventsOf, type SubjectEvent } from '@/db/queries/offices/audit-events'
import {
  countActiveAuthorizations,
  findDiscount,
  type GrantRecord,
  listGrants,
  sumDiscountUse,
} from '@/db/queries/offices/discounts'
import { attemptView } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { seen } from './list-discounts'
import { type DiscountView, viewDiscount } from './views'

/** A company that grants a discount: to its whole team when `types` is empty, else to those types. */
export type GrantingCompany = {
  readonly id: number
  readonly name: string
  readonly types: readonly string[]
  readonly since: Date
}

export type DiscountDetails = DiscountView & {
  /** Authorizations that are active, each with the terms from when it was made (D40). */
  readonly activeAuthorizations: number
  readonly grants: readonly GrantingCompany[]
  readonly events: readonly SubjectEvent[]
}

const eventsShown = 50

/** A discount of the member's merchant, its grants and its history. Throws `not_found`, also for another merchant's. */
export const showDiscount = (ctx: OfficeContext, id: number): Promise<DiscountDetails> =>
  attemptView(ctx, { ...seen, subject: { type: 'discount', id } }, async () => {
    const { merchantId } = ctx.member
    const found = await findDiscount(ctx.db, merchantId, id)
    if (!found) throw new OfficeFault('not_found')
    const [activeAuthorizations, grants, events] = await Promise.all([
      countActiveAuthorizations(ctx.db, merchantId, id),
      listGrants(ctx.db, merchantId, id),
      listEventsOf(ctx.db, merchantId, { type: 'discount', id }, eventsShown),
    ])
    return { ...viewDiscount(found), activeAuthorizations, grants: byCompany(grants), events }
  })

/** The use that limits count, also without limits. */
export type DiscountUse = { readonly uses: number; readonly amountCents: Cents }

/** The same discount for its form, with `soFar`: a new limit counts what was used before it (D43). Throws as `showDiscount`. */
export async function showDiscountToChange(
  ctx: OfficeContext,
  id: number,
): Promise<DiscountDetails & { readonly soFar: DiscountUse }> {
  const details = await showDiscount(ctx, id)
  const { uses, amount } = await sumDiscountUse(ctx.db, ctx.member.merchantId, id)
  return { ...details, soFar: { uses, amountCents: centsOfNumeric(amount) } }
}

/** Groups grants by company. A company that grants the whole team has no types here, even if it grants some too. */
function byCompany(grants: readonly GrantRecord[]): GrantingCompany[] {
  const companies = new Map<number, { id: number; name: string; types: string[]; since: Date; team: boolean }>()
  for (const { companyId, company, collaboratorType, createdAt } of grants) {
    const one = companies.get(companyId) ?? { id: companyId, name: company, types: [], since: createdAt, team: false }
    if (collaboratorType === null) one.team = true
    else one.types.push(collaboratorType)
    if (createdAt < one.since) one.since = createdAt
    companies.set(companyId, one)
  }
  return [...companies.values()].map(({ team, types, ...one }) => ({ ...one, types: team ? [] : types }))
}
