import type { OfficeTx } from '@/db/office'
import { endRun, findOpenRun, insertRun } from '@/db/queries/offices/certification'
import { watchInSandbox } from '@/db/queries/offices/sandbox-faults'
import { attempt } from '@/lib/attempts/attempt-change'
import { listBothKinds } from '@/lib/credentials/list-credentials'
import { ofKind } from '@/lib/credentials/of-kind'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { requireTestEnvironment } from '@/lib/sandbox/context'
import { emptied } from '@/lib/sandbox/empty-sandbox'
import type { NewRun } from './drafts'
import { planVersion } from './plan'
import type { CertificationContext } from './require-run'
import { runMinutes } from './state'

/**
 * Begins a run of the certification with one credential, with an emptied sandbox. Of those who begin at once one does. A run whose time is
 * over ends, unjudged.
 * Throws `test_environment_only`, `not_found`, `credential_over`, and `run_open` while another run of the credential is open.
 */
export function startRun(ctx: CertificationContext, draft: NewRun): Promise<{ id: number }> {
  requireTestEnvironment(ctx)
  const { merchantId, userId } = ctx.member
  const { credential, noItems, noOffline, processes } = draft
  const change = {
    permission: integrationsPermission,
    action: 'certification.started',
    subject: { type: credential.kind, id: credential.id },
    lock: (tx: OfficeTx) => ofKind[credential.kind].lock(tx, merchantId, credential.id),
  } as const
  return attempt(ctx, change, async ({ tx, record }) => {
    const all = await listBothKinds(tx, merchantId)
    const chosen = all.find(({ kind, id }) => kind === credential.kind && id === credential.id)
    if (chosen === undefined) throw new OfficeFault('not_found')
    if (chosen.status !== 'live') throw new OfficeFault('credential_over', { values: { name: chosen.name } })
    const open = await findOpenRun(tx, merchantId, credential)
    if (open?.isOver === false) throw new OfficeFault('run_open', { field: 'credential' })
    if (open !== undefined) await endRun(tx, merchantId, open.id, { state: 'ended', verdicts: null })
    // A run with an API key asks for no token.
    const declared = { apiKeyOnly: credential.kind === 'api_key', noItems, noOffline, processes }
    const { id, endsAt } = await insertRun(tx, merchantId, {
      ...{ credential, planVersion, declared },
      ...{ minutes: runMinutes, openedBy: userId },
    })
    // From now on what its calls say is looked at, and written down for the run.
    await watchInSandbox(tx, merchantId, credential, endsAt)
    // What was tried before leaves nothing reserved, and no use or budget spent.
    const released = await emptied(tx, merchantId)
    await record({ name: chosen.name, ...(released === undefined ? {} : { released }) })
    return { id }
  })
}
