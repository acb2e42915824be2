import type { OfficeTx } from '@/db/office'
import { deleteGrantsOf, findBenefit, insertGrantsOf, lockAffiliationOf } from '@/db/queries/offices/benefits'
import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { attemptCompanyChange, recordCompanyChange } from '@/lib/companies/attempt-change'
import type { CompanyContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { GrantDraft } from './benefits'

const permission = 'company.benefits.manage'

type Asked = { readonly merchantId: number; readonly discountId: number }

/**
 * Grants a discount of an affiliated merchant to the whole team, or to these types and to nobody else: the next eligibility obeys
 * (D57). What a till has reserved stays reserved (D40).
 *
 * Throws `permission_missing`; `not_found` for what is neither granted already nor on offer to the company; `recipients_missing`,
 * `type_unknown`.
 */
export const grantBenefit = (ctx: CompanyContext, draft: GrantDraft): Promise<{ name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'grant.given', ...subject(draft) }, async (tx) => {
    const { companyId } = ctx.member
    const benefit = await holdBenefit(tx, companyId, draft)
    const types = await recipientsOf(tx, companyId, draft)
    await deleteGrantsOf(tx, companyId, draft)
    await insertGrantsOf(tx, companyId, draft, types === 'team' ? [null] : types.map(({ id }) => id))
    const { name, merchant } = benefit
    const to = types === 'team' ? 'team' : types.map((type) => type.name)
    await recordCompanyChange(tx, ctx, { action: 'grant.given', ...subject(draft) }, { name, merchant, to })
    return { name }
  })

/**
 * Takes back all that the company grants of a discount, at once. Throws `permission_missing`; `not_found` when it grants nothing
 * of it.
 */
export const withdrawBenefit = (ctx: CompanyContext, asked: Asked): Promise<{ name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'grant.withdrawn', ...subject(asked) }, async (tx) => {
    const { companyId } = ctx.member
    const { name, merchant } = await holdBenefit(tx, companyId, asked)
    if ((await deleteGrantsOf(tx, companyId, asked)) === 0) throw new OfficeFault('not_found')
    await recordCompanyChange(tx, ctx, { action: 'grant.withdrawn', ...subject(asked) }, { name, merchant })
    return { name }
  })

const subject = ({ discountId }: Asked) => ({ subjectType: 'discount', subjectId: discountId })

async function holdBenefit(tx: OfficeTx, companyId: number, asked: Asked) {
  const isAffiliated = await lockAffiliationOf(tx, companyId, asked.merchantId)
  const benefit = isAffiliated ? await findBenefit(tx, companyId, asked) : undefined
  if (!benefit) throw new OfficeFault('not_found')
  return benefit
}

async function recipientsOf(tx: OfficeTx, companyId: number, { to, typeIds }: GrantDraft) {
  if (to === 'team') return 'team'
  if (typeIds.length === 0) throw new OfficeFault('recipients_missing', { field: 'typeIds' })
  const types = await listCollaboratorTypes(tx, companyId)
  const chosen = types.filter(({ id }) => typeIds.includes(id))
  if (chosen.length !== new Set(typeIds).size) throw new OfficeFault('type_unknown', { field: 'typeIds' })
  return chosen
}
