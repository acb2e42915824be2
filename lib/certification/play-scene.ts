import type { OfficeTx } from '@/db/office'
import {
  attestScene as attest,
  closeScene as close,
  dropScene as drop,
  insertScene,
  type RunRecord,
} from '@/db/queries/offices/certification'
import { armFault, disarmFaults } from '@/db/queries/offices/sandbox-faults'
import { attempt } from '@/lib/attempts/attempt-change'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { referenceOf } from '@/lib/credentials/reference'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { requireTestEnvironment } from '@/lib/sandbox/context'
import type { SceneAttested, SceneChosen } from './drafts'
import type { Arming } from './plan'
import {
  attestationsOf,
  type CertificationContext,
  lockOf,
  requireOpenRun,
  requireOpenScene,
  sceneOf,
} from './require-run'

type Action = 'scene_opened' | 'scene_closed' | 'scene_dropped' | 'scene_attested'

const changeOf = <A extends Action>(ctx: CertificationContext, runId: number, action: A) => {
  requireTestEnvironment(ctx)
  return {
    permission: integrationsPermission,
    action: `certification.${action}`,
    subject: { type: 'certification', id: runId },
    lock: lockOf(ctx, runId),
  } as const
}

/** What a scene does to calls, beyond what its identity does: until the run ends, or the scene is closed. */
async function arm(tx: OfficeTx, merchantId: number, run: RunRecord, arms: Arming | undefined): Promise<void> {
  if (arms === undefined) return
  const outage = arms.kind === 'unreachable' ? arms.seconds : null
  await armFault(tx, merchantId, referenceOf(run), {
    kind: arms.kind,
    operation: arms.kind === 'lost' ? arms.operation : null,
    seconds: outage,
    times: arms.kind === 'unreachable' ? 1 : arms.times,
    until: outage === null ? run.endsAt : new Date(Date.now() + outage * 1_000),
  })
}

/** Opens a scene, also one that was played before. Throws `not_found`, `run_over`, and `scene_open` while one is open. */
export function openScene(ctx: CertificationContext, { runId, scene }: SceneChosen): Promise<void> {
  const { merchantId } = ctx.member
  return attempt(ctx, changeOf(ctx, runId, 'scene_opened'), async ({ tx, record }) => {
    const { run, played } = await requireOpenRun(tx, merchantId, runId)
    if (played.some(({ closedAt }) => closedAt === null)) throw new OfficeFault('scene_open')
    await insertScene(tx, merchantId, runId, scene)
    await arm(tx, merchantId, run, sceneOf(scene).arms)
    await record({ scene })
  })
}

/**
 * Closes the scene that is open, with what a person saw of it: it is judged by what came until now. Throws `not_found`, `run_over`,
 * `scene_not_open`, and `scene_too_early` before what must not happen has had the time to.
 */
export function closeScene(ctx: CertificationContext, typed: SceneAttested): Promise<void> {
  const { merchantId } = ctx.member
  const { runId, scene } = typed
  return attempt(ctx, changeOf(ctx, runId, 'scene_closed'), async ({ tx, record }) => {
    const { run, played } = await requireOpenRun(tx, merchantId, runId)
    const open = requireOpenScene(played, scene)
    const seconds = Math.ceil(sceneOf(scene).secondsMin - open.secondsOpen)
    if (seconds > 0) throw new OfficeFault('scene_too_early', { values: { seconds } })
    if (!(await close(tx, merchantId, open.id, attestationsOf(typed)))) throw new OfficeFault('scene_not_open')
    if (sceneOf(scene).arms !== undefined) await disarmFaults(tx, merchantId, referenceOf(run))
    await record({ scene })
  })
}

/** Forgets the scene that is open, as if it had not been. Throws `not_found`, `run_over`, `scene_not_open`. */
export function dropScene(ctx: CertificationContext, { runId, scene }: SceneChosen): Promise<void> {
  const { merchantId } = ctx.member
  return attempt(ctx, changeOf(ctx, runId, 'scene_dropped'), async ({ tx, record }) => {
    const { run, played } = await requireOpenRun(tx, merchantId, runId)
    const open = requireOpenScene(played, scene)
    if (sceneOf(scene).arms !== undefined) await disarmFaults(tx, merchantId, referenceOf(run))
    if (!(await drop(tx, merchantId, open.id))) throw new OfficeFault('scene_not_open')
    await record({ scene })
  })
}

/** Attests anew what was seen of a scene that is closed, the last time that it was played. Throws the same. */
export function attestScene(ctx: CertificationContext, typed: SceneAttested): Promise<void> {
  const { merchantId } = ctx.member
  const { runId, scene } = typed
  return attempt(ctx, changeOf(ctx, runId, 'scene_attested'), async ({ tx, record }) => {
    const { played } = await requireOpenRun(tx, merchantId, runId)
    const closed = played.findLast((one) => one.scene === scene && one.closedAt !== null)
    if (closed === undefined || !(await attest(tx, merchantId, closed.id, attestationsOf(typed))))
      throw new OfficeFault('scene_not_closed')
    await record({ scene })
  })
}
