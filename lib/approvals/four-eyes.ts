import type { OfficeDb, OfficeTx } from '@/db/office'
import { findFourEyes, insertFourEyesSwitch } from '@/db/queries/offices/approvals'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { fourEyesPermission } from './kinds'

export type FourEyes = {
  readonly isOn: boolean
  /** Whether they may be set off: by the operator's only person. */
  readonly canBeOff: boolean
  /** Who set them off, when and why; undefined while they are on. */
  readonly off: { readonly by: string | null; readonly at: Date; readonly reason: string | null } | undefined
}

/**
 * Whether what needs two people needs them now. Off is what the operator's only person said, and counts for as long as there is no
 * second one who can sign in: then they are on, whatever was said.
 */
export async function showFourEyes(db: OfficeDb | OfficeTx): Promise<FourEyes> {
  const { last, people } = await findFourEyes(db)
  const canBeOff = people <= 1
  const off = canBeOff && last?.isOn === false ? { by: last.by, at: last.at, reason: last.reason } : undefined
  return { isOn: off === undefined, canBeOff, off }
}

/** Who decides what the reader proposes now: others, who are told by mail; nobody, as long as there is no other; or the reader at once. */
export async function showDecider({ db }: { readonly db: OfficeDb }): Promise<'others' | 'nobody' | 'doer'> {
  const { isOn, canBeOff } = await showFourEyes(db)
  if (!isOn) return 'doer'
  return canBeOff ? 'nobody' : 'others'
}

const change = { permission: fourEyesPermission, lock: 'tenant', subject: { type: 'operator', id: 1 } } as const

/** Sets four eyes off, openly: why stands on the page of approvals and in the trail. Throws `four_eyes_needed` while there are two people. */
export const setFourEyesOff = (ctx: OperatorContext, { reason }: { reason: string }): Promise<void> =>
  attempt(ctx, { ...change, action: 'four_eyes.set_off', alsoDenied: ['four_eyes_needed'] }, async ({ tx, record }) => {
    const { canBeOff, isOn } = await showFourEyes(tx)
    if (!canBeOff) throw new OfficeFault('four_eyes_needed')
    if (!isOn) return
    await insertFourEyesSwitch(tx, { isOn: false, switchedBy: ctx.member.userId, reason })
    await record({ why: reason })
  })

export const setFourEyesOn = (ctx: OperatorContext): Promise<void> =>
  attempt(ctx, { ...change, action: 'four_eyes.set_on' }, async ({ tx, record }) => {
    if ((await showFourEyes(tx)).isOn) return
    await insertFourEyesSwitch(tx, { isOn: true, switchedBy: ctx.member.userId })
    await record()
  })
