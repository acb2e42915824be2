import { countSharedHours, lockTerminals, mergeTerminals as write } from '@/db/queries/offices/terminals'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { TerminalMerge } from './drafts'
import { isNoteTooLong, mergedFacts } from './merged'

/** A till is renamed within an hour: that one both names share. */
const sharedHoursMax = 1

/**
 * Says that a till is the former name of another (ADR-0044): its figures, times, name and note are added to the other's, and calls that
 * still bear it are the other's from then on. For good. Throws `permission_missing`, `not_found`, `terminals_both_call` for two that
 * called in the same hours, `notes_too_long`.
 */
export async function mergeTerminals(ctx: OfficeContext, input: TerminalMerge): Promise<void> {
  const { merchantId } = ctx.member
  const { terminalId: into, formerId: former } = input
  const subject = { type: 'terminal', id: into } as const
  const change = { permission: integrationsPermission, action: 'terminal.merged', subject } as const
  await attempt(ctx, change, async ({ tx, record }) => {
    const locked = await lockTerminals(tx, merchantId, [into, former])
    const [present, past] = [into, former].map((id) => locked.find((one) => one.id === id))
    if (present === undefined || past === undefined || present === past) throw new OfficeFault('not_found')
    const shared = await countSharedHours(tx, merchantId, into, former)
    if (shared > sharedHoursMax)
      throw new OfficeFault('terminals_both_call', { field: 'formerId', values: { hours: shared } })
    const merged = mergedFacts(present, past)
    if (isNoteTooLong(merged)) throw new OfficeFault('notes_too_long', { field: 'formerId' })
    await write(tx, merchantId, { into, former, merged })
    await record({ name: present.terminal, called: merged.name, former: past.terminal })
  })
}
