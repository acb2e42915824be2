import type { OfficeTx } from '@/db/office'
import { findBranch, insertBranch, listBranches as listRecords, updateBranch } from '@/db/queries/offices/branches'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { catalogChange } from './permission'

/** A new branch, active at once. Throws `permission_missing`, `name_taken` (`name`: of the branch that has it). */
export async function createBranch(ctx: OfficeContext, draft: { name: string }): Promise<void> {
  const { merchantId } = ctx.member
  await attempt(ctx, { ...catalogChange, action: 'branch.created' }, async ({ tx, record }) => {
    await requireFreeName(tx, merchantId, draft.name)
    const id = await insertBranch(tx, merchantId, draft.name)
    await record({ name: draft.name }, { type: 'branch', id })
  })
}

/** Throws `permission_missing`, `not_found`, `name_taken`. */
export async function renameBranch(ctx: OfficeContext, input: { branchId: number; name: string }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'branch', id: input.branchId } as const
  await attempt(ctx, { ...catalogChange, action: 'branch.renamed', subject }, async ({ tx, record }) => {
    const before = await findBranch(tx, merchantId, input.branchId)
    if (!before) throw new OfficeFault('not_found')
    await requireFreeName(tx, merchantId, input.name, input.branchId)
    await updateBranch(tx, merchantId, input.branchId, { name: input.name })
    await record({ name: input.name, was: before.name })
  })
}

/**
 * From the next call on, tills that name the branch are accepted again. Changes nothing when it is active already. Throws
 * `permission_missing`, `not_found`.
 */
export async function activateBranch(ctx: OfficeContext, input: { branchId: number }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'branch', id: input.branchId } as const
  await attempt(ctx, { ...catalogChange, action: 'branch.activated', subject }, async ({ tx, record }) => {
    const before = await findBranch(tx, merchantId, input.branchId)
    if (!before) throw new OfficeFault('not_found')
    if (before.active) return
    await updateBranch(tx, merchantId, input.branchId, { active: true })
    await record({ name: before.name })
  })
}

/**
 * From the next call on, tills that name the branch are refused: `branch_invalid` (D30). What was registered there stays.
 * Changes nothing when it is inactive already. Throws `permission_missing`, `not_found`.
 */
export async function deactivateBranch(ctx: OfficeContext, input: { branchId: number }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'branch', id: input.branchId } as const
  await attempt(ctx, { ...catalogChange, action: 'branch.deactivated', subject }, async ({ tx, record }) => {
    const before = await findBranch(tx, merchantId, input.branchId)
    if (!before) throw new OfficeFault('not_found')
    if (!before.active) return
    await updateBranch(tx, merchantId, input.branchId, { active: false })
    await record({ name: before.name })
  })
}

async function requireFreeName(tx: OfficeTx, merchantId: number, name: string, ofId?: number): Promise<void> {
  const folded = foldName(name)
  const taken = (await listRecords(tx, merchantId)).find((one) => one.id !== ofId && foldName(one.name) === folded)
  if (taken) throw new OfficeFault('name_taken', { field: 'name', values: { name: taken.name } })
}
