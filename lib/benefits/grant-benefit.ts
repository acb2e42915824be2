import type { OfficeTx } from '@/db/office'
import { deleteGrantsOf, findBenefit, insertGrantsOf, lockAffiliationOf } from '@/db/queries/offices/benefits'
import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { attempt } from '@/lib/attempts/attempt-change'
import type { CompanyContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { GrantDraft, TeamGrantDraft } from './benefits'
import { benefitsPermission } from './permission'

type Asked = { readonly merchantId: number; readonly discountId: number }

/**
 * Grants a discount of an affiliated merchant to the whole team, or to these types and to nobody else, from the next
 * eligibility call on (D57). What a till has reserved stays reserved (D40).
 *
 * Throws `permission_missing`; `not_found` for a discount that is neither granted already nor on offer to the company;
 * `recipients_missing`, `type_unknown`.
 */
export const grantBenefit = (ctx: CompanyContext, draft: GrantDraft): Promise<{ name: string }> =>
  attempt(ctx, { ...changeOf(draft), action: 'grant.given' }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    const benefit = await holdBenefit(tx, companyId, draft)
    const types = await recipientsOf(tx, companyId, draft)
    await deleteGrantsOf(tx, companyId, draft)
    await insertGrantsOf(tx, companyId, draft, types === 'team' ? [null] : types.map(({ id }) => id))
    const { name, merchant } = benefit
    const to = types === 'team' ? 'team' : types.map((type) => type.name)
    await record({ name, merchant, to })
    return { name }
  })

/**
 * Grants discounts of affiliated merchants, which the company grants to nobody yet, to the whole team: all of them or none.
 * Throws `permission_missing`, `nothing_chosen`, `already_granted`; `not_found` as above.
 */
export const grantToTeam = (ctx: CompanyContext, { discounts }: TeamGrantDraft): Promise<{ granted: number }> =>
  attempt(ctx, { permission: benefitsPermission, action: 'grant.given', lock: 'tenant' }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    if (discounts.length === 0) throw new OfficeFault('nothing_chosen', { field: 'discounts' })
    // In one order, as everybody who holds several affiliations.
    const inOrder = discounts.toSorted((a, b) => a.merchantId - b.merchantId || a.discountId - b.discountId)
    for (const asked of inOrder) {
      const { name, merchant } = await holdBenefit(tx, companyId, asked)
      // A colleague may have granted it to some types meanwhile: that choice stands.
      if ((await deleteGrantsOf(tx, companyId, asked)) > 0) {
        throw new OfficeFault('already_granted', { field: 'discounts', values: { name } })
      }
      await insertGrantsOf(tx, companyId, asked, [null])
      await record({ name, merchant, to: 'team' }, { type: 'discount', id: asked.discountId })
    }
    return { granted: discounts.length }
  })

/**
 * Withdraws every grant of a discount by the company, at once. Throws `permission_missing`; `not_found` when the company does
 * not grant it.
 */
export const withdrawBenefit = (ctx: CompanyContext, asked: Asked): Promise<{ name: string }> =>
  attempt(ctx, { ...changeOf(asked), action: 'grant.withdrawn' }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    const { name, merchant } = await holdBenefit(tx, companyId, asked)
    if ((await deleteGrantsOf(tx, companyId, asked)) === 0) throw new OfficeFault('not_found')
    await record({ name, merchant })
    return { name }
  })

const changeOf = ({ discountId }: Asked) =>
  ({
    permission: benefitsPermission,
    subject: { type: 'discount', id: discountId },
  }) as const

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
