import { type BenefitRecord, listAffiliatedMerchants, listBenefits as listRecords } from '@/db/queries/offices/benefits'
import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { atMostOne } from '@/db/rows'
import { attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { CompanyContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { type BenefitFilter, offeredAtOnce } from './benefits'
import { benefitsPermission } from './permission'

/** A discount that a company grants, or could; amounts in cents, percentages in hundredths of a percent. */
export type BenefitView = Omit<BenefitRecord, 'discountValue' | 'minimumPurchase' | 'maximumDiscount' | 'to'> & {
  readonly value: Cents
  readonly minimumPurchase: Cents | null
  readonly maximumDiscount: Cents | null
  readonly toTeam: boolean
  readonly toTypes: readonly { readonly id: number; readonly name: string }[]
}

const cents = (amount: string | null) => (amount === null ? null : centsOfNumeric(amount))

function viewOf({ discountValue, minimumPurchase, maximumDiscount, to, ...rest }: BenefitRecord): BenefitView {
  return {
    ...rest,
    value: centsOfNumeric(discountValue),
    minimumPurchase: cents(minimumPurchase),
    maximumDiscount: cents(maximumDiscount),
    toTeam: to.some(({ typeId }) => typeId === null),
    toTypes: to.flatMap(({ typeId, type }) => (typeId === null ? [] : [{ id: typeId, name: type }])),
  }
}

/**
 * A page of the discounts that the company grants, or could, by merchant; and the types to grant to. Throws
 * `permission_missing`.
 */
export async function listBenefits(ctx: CompanyContext, filter: BenefitFilter) {
  const { companyId } = ctx.member
  requirePermission(ctx.member, benefitsPermission)
  const { merchantId, after, before } = filter
  const selection = { merchantId, granted: filter.view === 'granted' }
  const [records, types] = await Promise.all([
    listRecords(ctx.db, companyId, selection, { after, before, limit: filter.size + 1 }),
    listCollaboratorTypes(ctx.db, companyId),
  ])
  const { page, previous, next } = pageOf(records, filter.size, { after, before })
  return {
    benefits: page.map(viewOf),
    types,
    nextAfter: next?.discountId,
    previousBefore: previous?.discountId,
  }
}

/** The merchants that the company is affiliated to, by name. Throws `permission_missing`. */
export async function listMerchants(ctx: CompanyContext) {
  const { companyId } = ctx.member
  requirePermission(ctx.member, benefitsPermission)
  return listAffiliatedMerchants(ctx.db, companyId)
}

const discountsShown = 500

/**
 * An affiliated merchant with its discounts, granted or not. Throws `permission_missing`; `not_found` without an affiliation.
 */
export const showMerchant = (ctx: CompanyContext, merchantId: number) =>
  attemptView(
    ctx,
    { permission: benefitsPermission, action: 'affiliation.seen', subject: { type: 'merchant', id: merchantId } },
    async () => {
      const { companyId } = ctx.member
      const merchant = atMostOne(await listAffiliatedMerchants(ctx.db, companyId, { merchantId }))
      if (!merchant) throw new OfficeFault('not_found')
      const [records, types] = await Promise.all([
        listRecords(ctx.db, companyId, { merchantId, granted: undefined }, { limit: discountsShown }),
        listCollaboratorTypes(ctx.db, companyId),
      ])
      return { merchant, benefits: records.map(viewOf), types }
    },
  )

/**
 * What a company that grants nothing yet could do next: be affiliated to a merchant, or grant what its merchants offer. Undefined
 * once it grants something. Throws `permission_missing`.
 */
export async function listFirstBenefits(ctx: CompanyContext) {
  const merchants = await listMerchants(ctx)
  if (merchants.some(({ granted }) => granted > 0)) return undefined
  if (merchants.length === 0) return { merchants: 0, benefits: [] }
  const { companyId } = ctx.member
  const records = await listRecords(
    ctx.db,
    companyId,
    { merchantId: undefined, granted: false },
    { limit: offeredAtOnce },
  )
  return { merchants: merchants.length, benefits: records.map(viewOf) }
}
