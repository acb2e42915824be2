import {
  type CompanyRecord,
  findAffiliatedCompany,
  listAffiliatedCompanies,
  listGrantsTo,
  sumConsumptionsByCompany,
  sumConsumptionsByDiscount,
} from '@/db/queries/offices/affiliated-companies'
import type { OfficeContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { instantsOf, type Period } from '@/lib/language/periods'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { type CompaniesFilter, companyReaders } from './companies'

type Reader = Pick<OfficeContext, 'db' | 'member'> & { readonly now: () => Date }

/** Consumptions in sum: how many, their purchases before the discount, and their discounts. */
export type Consumed = {
  readonly consumptions: number
  readonly purchaseCents: Cents
  readonly discountCents: Cents
}

export type CompanyView = CompanyRecord & {
  /** How many of the merchant's discounts the company grants. */
  readonly discounts: number
  /** Undefined when the member may not see consumptions. */
  readonly consumed: Consumed | undefined
}

const nothing: Consumed = { consumptions: 0, purchaseCents: 0n, discountCents: 0n }

type Sums = { consumptions: number; purchaseAmount: string; discountAmount: string }

const consumedOf = ({ consumptions, purchaseAmount, discountAmount }: Sums): Consumed => ({
  consumptions,
  purchaseCents: centsOfNumeric(purchaseAmount),
  discountCents: centsOfNumeric(discountAmount),
})

function requireReader({ member }: Reader): { seesConsumptions: boolean } {
  if (!companyReaders.some((permission) => member.permissions.includes(permission))) {
    throw new OfficeFault('permission_missing')
  }
  return { seesConsumptions: member.permissions.includes(consumptionsPermission) }
}

/**
 * A page of the companies affiliated to a merchant, by name, with what their collaborators consumed there in a period (by the
 * time of registration). The merchant sees nothing else of a company, and nothing of its collaborators. Throws
 * `permission_missing`.
 */
export async function listCompanies(
  ctx: Reader,
  filter: CompaniesFilter,
): Promise<{ companies: CompanyView[]; before: number | undefined; after: number | undefined }> {
  const { seesConsumptions } = requireReader(ctx)
  const { merchantId } = ctx.member
  const { search, before, after, period } = filter
  const records = await listAffiliatedCompanies(ctx.db, merchantId, {
    search,
    before,
    after,
    descending: filter.sort === '-company',
    limit: filter.size + 1,
  })
  const { page, previous, next } = pageOf(records, filter.size, { after, before })
  const ids = page.map(({ companyId }) => companyId)
  const sums = seesConsumptions
    ? await sumConsumptionsByCompany(ctx.db, merchantId, ids, instantsOf(period, ctx.now()))
    : []
  const byCompany = new Map(sums.map(({ companyId, ...rest }) => [companyId, consumedOf(rest)]))
  return {
    companies: page.map((record) => ({
      ...record,
      consumed: seesConsumptions ? (byCompany.get(record.companyId) ?? nothing) : undefined,
    })),
    before: previous?.companyId,
    after: next?.companyId,
  }
}

/**
 * One affiliated company: what it grants and to whom, and what its collaborators consumed in a period, in sum and by discount.
 * Throws `permission_missing`; `not_found` for a company that is not affiliated, whether or not it exists.
 */
export async function showCompany(ctx: Reader, asked: { companyId: number; period: Period }) {
  const { seesConsumptions } = requireReader(ctx)
  const { merchantId } = ctx.member
  const company = await findAffiliatedCompany(ctx.db, merchantId, asked.companyId)
  if (!company) throw new OfficeFault('not_found')
  const instants = instantsOf(asked.period, ctx.now())
  const [grants, byDiscount] = await Promise.all([
    listGrantsTo(ctx.db, merchantId, asked.companyId),
    seesConsumptions ? sumConsumptionsByDiscount(ctx.db, merchantId, asked.companyId, instants) : undefined,
  ])
  const discounts = byDiscount?.map(({ discountId, name, ...sums }) => ({ discountId, name, ...consumedOf(sums) }))
  return { company, grants, consumed: discounts && { ...discounts.reduce(add, nothing), discounts } }
}

/** What an affiliated company is called; undefined for any other. Throws `permission_missing`. */
export async function nameCompany(ctx: Reader, companyId: number): Promise<string | undefined> {
  requireReader(ctx)
  return (await findAffiliatedCompany(ctx.db, ctx.member.merchantId, companyId))?.name
}

const add = (total: Consumed, one: Consumed): Consumed => ({
  consumptions: total.consumptions + one.consumptions,
  purchaseCents: total.purchaseCents + one.purchaseCents,
  discountCents: total.discountCents + one.discountCents,
})
