import { countConsumptionsByBranch, listBranches as listRecords } from '@/db/queries/offices/branches'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { catalogPermission } from './permission'

/** Over how many days the consumptions of a branch are counted. */
export const recentDays = 30

/**
 * The merchant's branches, the active ones first, each with its number of consumptions in the last `recentDays`. Throws
 * `permission_missing`.
 */
export async function listBranches(ctx: Pick<OfficeContext, 'db' | 'member'>) {
  requirePermission(ctx.member, catalogPermission)
  const { merchantId } = ctx.member
  const [branches, counts] = await Promise.all([
    listRecords(ctx.db, merchantId),
    countConsumptionsByBranch(ctx.db, merchantId, recentDays),
  ])
  return branches.map((branch) => ({ ...branch, recentConsumptions: counts.get(branch.id) ?? 0 }))
}

export type BranchView = Awaited<ReturnType<typeof listBranches>>[number]
