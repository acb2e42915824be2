import type { OfficeTx } from '@/db/office'
import { findRun, listScenes, lockRun, type RunRecord, type SceneRecord } from '@/db/queries/offices/certification'
import type { AccountContext, OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { SceneAttested } from './drafts'
import { type Attestations, type Scene, type SceneId, scenes } from './plan'

/** What a verb of the certification works with. */
export type CertificationContext = OfficeContext & Pick<AccountContext, 'environment'>

/** The lock that every change of a run takes. */
export const lockOf =
  ({ member }: Pick<OfficeContext, 'member'>, runId: number) =>
  (tx: OfficeTx) =>
    lockRun(tx, member.merchantId, runId)

/** A run that is locked, with its scenes. Throws `not_found`, and `run_over` when it has ended or its time is over. */
export async function requireOpenRun(
  tx: OfficeTx,
  merchantId: number,
  runId: number,
): Promise<{ run: RunRecord; played: readonly SceneRecord[] }> {
  const { run, played } = await requireUnended(tx, merchantId, runId)
  if (run.isOver) throw new OfficeFault('run_over')
  return { run, played }
}

/** The same for a run whose time may be over. */
export async function requireUnended(tx: OfficeTx, merchantId: number, runId: number) {
  const run = await findRun(tx, merchantId, runId)
  if (run === undefined) throw new OfficeFault('not_found')
  if (run.state !== 'open') throw new OfficeFault('run_over')
  return { run, played: await listScenes(tx, merchantId, runId) }
}

/** The scene that is open, which must be the one that is meant. Throws `scene_not_open`. */
export function requireOpenScene(played: readonly SceneRecord[], scene: SceneId): SceneRecord {
  const open = played.find(({ closedAt }) => closedAt === null)
  if (open?.scene !== scene) throw new OfficeFault('scene_not_open')
  return open
}

/** A scene of the plan. */
export function sceneOf(id: SceneId): Scene {
  const scene = scenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`the plan has no scene ${id}`)
  return scene
}

/** Of what was typed, what the scene asks for. */
export const attestationsOf = (typed: SceneAttested): Attestations =>
  Object.fromEntries(
    sceneOf(typed.scene)
      .attests.map((name) => [name, typed[name]] as const)
      .filter(([, value]) => value !== undefined),
  )
