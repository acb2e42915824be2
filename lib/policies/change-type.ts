import {
  findIdentificationType,
  insertIdentificationType,
  listIdentificationTypesOfNetwork,
  lockIdentificationTypes,
  updateIdentificationType,
} from '@/db/queries/offices/identification-types'
import { type Attempt, attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { policiesPermission } from './permission'

const change = { permission: policiesPermission, lock: lockIdentificationTypes } as const

/** A new kind of identification. Its id was no other's before, retired ones included. Throws `permission_missing`, `name_taken`. */
export async function addType(ctx: OperatorContext, { name }: { name: string }): Promise<void> {
  await attempt(ctx, { ...change, action: 'identification_type.created' }, async ({ tx, record }) => {
    await requireFreeName(tx, name)
    const id = await insertIdentificationType(tx, name)
    await record({ name }, { type: 'identification_type', id })
  })
}

/** Throws `permission_missing`, `not_found` (also for a retired one), `name_taken`. */
export async function renameType(ctx: OperatorContext, input: { typeId: number; name: string }): Promise<void> {
  const subject = { type: 'identification_type', id: input.typeId } as const
  await attempt(ctx, { ...change, action: 'identification_type.renamed', subject }, async ({ tx, record }) => {
    const before = await findIdentificationType(tx, input.typeId)
    if (!before || before.retiredAt !== null) throw new OfficeFault('not_found')
    await requireFreeName(tx, input.name, input.typeId)
    await updateIdentificationType(tx, input.typeId, { name: input.name })
    await record({ name: input.name, was: before.name })
  })
}

/**
 * No call may name it any more, though tills that keep the list may for a day (D11); who is known by it is not found by it. Throws
 * `permission_missing`, `not_found`, `last_type`.
 */
export async function retireType(ctx: OperatorContext, input: { typeId: number }): Promise<void> {
  const subject = { type: 'identification_type', id: input.typeId } as const
  await attempt(ctx, { ...change, action: 'identification_type.retired', subject }, async ({ tx, record }) => {
    const before = await findIdentificationType(tx, input.typeId)
    if (!before || before.retiredAt !== null) throw new OfficeFault('not_found')
    const inUse = (await listIdentificationTypesOfNetwork(tx)).filter(({ retiredAt }) => retiredAt === null)
    if (inUse.length === 1) throw new OfficeFault('last_type')
    await updateIdentificationType(tx, input.typeId, { retiredAt: new Date() })
    await record({ name: before.name })
  })
}

async function requireFreeName(tx: Attempt<never>['tx'], name: string, ofId?: number): Promise<void> {
  const folded = foldName(name)
  const taken = (await listIdentificationTypesOfNetwork(tx)).find(
    (one) => one.id !== ofId && one.retiredAt === null && foldName(one.name) === folded,
  )
  if (taken) throw new OfficeFault('name_taken', { field: 'name', values: { name: taken.name } })
}
