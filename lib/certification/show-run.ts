import {
  findEvidence,
  findRun,
  findStamp,
  listCalls,
  listScenes,
  type RunRecord,
  type SceneRecord,
} from '@/db/queries/offices/certification'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type Standing, standingOf } from './certificate-standing'
import { judgeRun } from './judgement'
import { type Scene, scenes } from './plan'
import { playedOf } from './played'
import type { SeenCall } from './seen'
import type { Verdict } from './verdict'

type Reader = Pick<OfficeContext, 'db' | 'member'>

export type SceneView = {
  readonly scene: Scene
  /** The last time that it was played. */
  readonly last: SceneRecord | undefined
  readonly times: number
  /** The calls that came while it was open, the last time. */
  readonly calls: readonly SeenCall[]
}

export type RunView = {
  readonly run: RunRecord
  readonly scenes: readonly SceneView[]
  /** As far as it has come, until it ends; none of a run that was not judged. */
  readonly verdicts: readonly Verdict[]
  /** In the order in which they came; none of a run of more than 30 days ago. */
  readonly calls: readonly SeenCall[]
  /** What its certificate is worth; none of a run without one. */
  readonly standing: Standing | undefined
  /** Changes when the run does. */
  readonly stamp: string
}

/** A run of the member's merchant, judged as far as it has come. Throws `permission_missing`, `not_found`. */
export async function showRun({ db, member }: Reader, runId: number, now: Date): Promise<RunView> {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const stamp = await findStamp(db, merchantId, runId)
  const run = await findRun(db, merchantId, runId)
  if (run === undefined || stamp === undefined) throw new OfficeFault('not_found')
  const { endedAt, validUntil } = run
  const [played, calls, standing] = await Promise.all([
    listScenes(db, merchantId, runId),
    listCalls(db, merchantId, runId),
    endedAt === null || validUntil === null
      ? undefined
      : standingOf(db, { ...run, merchantId, endedAt, validUntil }, now),
  ])
  return {
    ...{ run, calls, stamp, standing },
    scenes: scenes.map((scene) => viewOf(scene, played, calls)),
    verdicts:
      run.state === 'open'
        ? judgeRun({ declared: run.declared, scenes: playedOf(played, now), calls })
        : (run.verdicts ?? []),
  }
}

function viewOf(scene: Scene, played: readonly SceneRecord[], calls: readonly SeenCall[]): SceneView {
  const times = played.filter((one) => one.scene === scene.id)
  const last = times.at(-1)
  const [from, to] = [last?.openedAt.getTime(), last?.closedAt?.getTime()]
  const isWithin = ({ arrivedAt }: SeenCall) =>
    from !== undefined && arrivedAt >= from && (to === undefined || arrivedAt <= to)
  return { scene, last, times: times.length, calls: calls.filter(isWithin) }
}

/** What a page that shows a run asks for again and again: another text when the run has changed. Throws the same. */
export async function stampOfRun({ db, member }: Reader, { runId }: { runId: number }): Promise<string> {
  requirePermission(member, integrationsPermission)
  const stamp = await findStamp(db, member.merchantId, runId)
  if (stamp === undefined) throw new OfficeFault('not_found')
  return stamp
}

/** The signed evidence of a run that was passed. Throws the same. */
export async function readEvidence({ db, member }: Reader, runId: number): Promise<{ code: string; evidence: string }> {
  requirePermission(member, integrationsPermission)
  const { code, evidence } = (await findEvidence(db, member.merchantId, runId)) ?? {}
  if (code == null || evidence == null) throw new OfficeFault('not_found')
  return { code, evidence }
}
