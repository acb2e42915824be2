import { findHandOffOf, takeHandOff } from '@/db/queries/offices/hand-offs'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { referenceOf } from '@/lib/credentials/reference'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** Takes a hand-off back: its link opens nothing from now on. Throws `hand_off_over` when it was opened or is over. */
export function withdrawHandOff(ctx: OfficeContext, asked: { id: number }): Promise<void> {
  const { merchantId } = ctx.member
  const change = { permission: integrationsPermission, action: 'hand_off.withdrawn' } as const
  return attempt(ctx, change, async ({ tx, record }) => {
    const handOff = await findHandOffOf(tx, merchantId, asked.id)
    if (!handOff || !(await takeHandOff(tx, merchantId, handOff.id))) throw new OfficeFault('hand_off_over')
    const { name, branch, terminal } = handOff
    const { kind, id } = referenceOf(handOff)
    await record({ name, branch, terminal }, { type: kind, id })
  })
}
