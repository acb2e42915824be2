import { muteSilences } from '@/db/queries/offices/silences'
import { findTerminal } from '@/db/queries/offices/terminals'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { TerminalChosen } from './drafts'

/** Has nobody told any more when a till is silent (ADR-0044). Throws `permission_missing`, `not_found`. */
export const muteTerminal = (ctx: OfficeContext, chosen: TerminalChosen): Promise<void> =>
  change(ctx, chosen, 'terminal.muted')

/** Has everybody told again, from its next silence on, or of this one if it was not told. Throws the same. */
export const unmuteTerminal = (ctx: OfficeContext, chosen: TerminalChosen): Promise<void> =>
  change(ctx, chosen, 'terminal.unmuted')

async function change(
  ctx: OfficeContext,
  { terminalId: id }: TerminalChosen,
  action: 'terminal.muted' | 'terminal.unmuted',
): Promise<void> {
  const { merchantId } = ctx.member
  const isMuted = action === 'terminal.muted'
  const subject = { type: 'terminal', id } as const
  await attempt(ctx, { permission: integrationsPermission, action, subject }, async ({ tx, record }) => {
    const before = await findTerminal(tx, merchantId, id)
    if (before === undefined || before.mergedInto !== null) throw new OfficeFault('not_found')
    if (!(await muteSilences(tx, merchantId, id, isMuted))) return
    await record({ name: before.terminal || before.fromAddress, called: before.name })
  })
}
