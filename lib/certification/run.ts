import type { Attestations, Declarations, SceneId } from './plan'
import type { SeenCall } from './seen'

/** A scene as it was played; when it was repeated, the last time alone. */
export type PlayedScene = {
  readonly id: SceneId
  /** Milliseconds of the service's clock. A call belongs to the scene that was open when it arrived. */
  readonly openedAt: number
  readonly closedAt: number
  readonly attested: Attestations
}

/** All that a run is judged by. */
export type Run = {
  readonly declared: Declarations
  readonly scenes: readonly PlayedScene[]
  /** In any order. */
  readonly calls: readonly SeenCall[]
}
