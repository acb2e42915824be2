import { findTerminal, describeTerminal as write } from '@/db/queries/offices/terminals'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { TerminalDescription } from './drafts'

/** Says what a merchant calls a till, with a note. Its id stays what it sends. Throws `permission_missing`, `not_found`. */
export async function describeTerminal(ctx: OfficeContext, input: TerminalDescription): Promise<void> {
  const { merchantId } = ctx.member
  const { terminalId: id, name, note } = input
  const subject = { type: 'terminal', id } as const
  const change = { permission: integrationsPermission, action: 'terminal.described', subject } as const
  await attempt(ctx, change, async ({ tx, record }) => {
    const before = await findTerminal(tx, merchantId, id)
    if (before === undefined || before.mergedInto !== null) throw new OfficeFault('not_found')
    if (before.name === name && before.note === note) return
    await write(tx, merchantId, id, { name, note })
    await record({ name: before.terminal || before.fromAddress, called: name, hasNote: note !== null })
  })
}
