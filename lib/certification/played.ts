import type { Attestations, SceneId } from './plan'
import type { PlayedScene } from './run'

type Row = {
  readonly scene: SceneId
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly attested: Attestations
}

/** The scenes by which a run is judged: each the last time that it was played. One that is open is judged as far as it has come. */
export function playedOf(rows: readonly Row[], now: Date): readonly PlayedScene[] {
  const last = new Map<SceneId, PlayedScene>()
  for (const { scene, openedAt, closedAt, attested } of rows) {
    // What was played again stands where it was played the last time.
    last.delete(scene)
    last.set(scene, { id: scene, openedAt: openedAt.getTime(), closedAt: (closedAt ?? now).getTime(), attested })
  }
  return [...last.values()]
}
