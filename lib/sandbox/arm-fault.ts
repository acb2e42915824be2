import type { OfficeTx } from '@/db/office'
import {
  disarmFaults as deleteFaults,
  armFault as insertFault,
  listArmedFaults,
} from '@/db/queries/offices/sandbox-faults'
import { whole } from '@/db/rows'
import { attempt, attemptView } from '@/lib/attempts/attempt-change'
import { listBothKinds } from '@/lib/credentials/list-credentials'
import { ofKind } from '@/lib/credentials/of-kind'
import type { CredentialReference } from '@/lib/credentials/reference'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { requireTestEnvironment, type SandboxContext, sandboxPermission } from './context'
import { type Arming, type Disarming, faultKinds } from './faults'

type ArmingContext = Omit<SandboxContext, 'identificationKeys'>

/**
 * Arms a fault for a credential of the member's merchant: its next calls meet it, so many of them and until then (sandbox.md,
 * Identities 4). Throws `test_environment_only`, `permission_missing`, and `not_found` for what is not this merchant's.
 */
export async function armFault(ctx: ArmingContext, asked: Arming): Promise<{ until: Date }> {
  requireTestEnvironment(ctx)
  const { merchantId } = ctx.member
  const { kind, id, fault, operation, times } = asked
  const subject = { type: kind, id } as const
  const lock = ofKind[kind].lock
  const change = { permission: sandboxPermission, action: 'sandbox.armed', subject } as const
  return attempt(ctx, { ...change, lock: (tx) => lock(tx, merchantId, id) }, async ({ tx, record }) => {
    await requireCredential(tx, merchantId, asked)
    const seconds = asked.seconds ?? faultKinds[fault]?.usual ?? null
    // An outage lasts for its seconds; everything else waits for its calls.
    const forMs = fault === 'unreachable' && seconds !== null ? seconds * 1_000 : asked.minutes * 60_000
    const until = new Date(ctx.now().getTime() + forMs)
    await insertFault(tx, merchantId, { kind, id }, { kind: fault, operation, seconds, times, until })
    await record({ fault, operation, seconds, times, until: until.toISOString() })
    return { until }
  })
}

/** Takes away all that is armed for a credential. Throws as `armFault`. */
export async function disarmFaults(ctx: ArmingContext, { kind, id }: Disarming): Promise<{ disarmed: number }> {
  requireTestEnvironment(ctx)
  const { merchantId } = ctx.member
  const lock = ofKind[kind].lock
  const change = { permission: sandboxPermission, action: 'sandbox.disarmed', subject: { type: kind, id } } as const
  return attempt(ctx, { ...change, lock: (tx) => lock(tx, merchantId, id) }, async ({ tx, record }) => {
    await requireCredential(tx, merchantId, { kind, id })
    const disarmed = await deleteFaults(tx, merchantId, { kind, id })
    if (disarmed > 0) await record({ disarmed })
    return { disarmed }
  })
}

async function requireCredential(tx: OfficeTx, merchantId: number, { kind, id }: CredentialReference): Promise<void> {
  const all = await listBothKinds(tx, merchantId)
  if (!all.some((one) => one.kind === kind && one.id === id)) throw new OfficeFault('not_found')
}

/** What is armed at the member's merchant now, and the live credentials for which something can be. Throws `test_environment_only`, `permission_missing`. */
export async function showArmedFaults(ctx: ArmingContext) {
  requireTestEnvironment(ctx)
  const { db, member } = ctx
  return attemptView(ctx, { permission: sandboxPermission, action: 'page.opened' }, async () => {
    const [armed, all] = await Promise.all([
      listArmedFaults(db, member.merchantId),
      listBothKinds(db, member.merchantId),
    ])
    const live = all.filter(({ status }) => status === 'live')
    return { armed: whole(armed), credentials: live.map(({ kind, id, name }) => ({ kind, id, name })) }
  })
}
