import type { Standing } from './compare'
import type { AtRate } from './fixed-rate'
import type { Growth } from './growth'
import type { Machines } from './machines'
import type { Memory } from './memory'
import type { Soak } from './soak'
import type { Start } from './start'

/** All figures of a run, as bench/results/*.json keeps them. */
export type Results = {
  conditions: Readonly<Record<string, string>>
  standings?: Standing[]
  atRate?: AtRate[]
  growth?: Growth
  memory?: Memory
  machines?: Machines
  soak?: Soak
  start?: Start
}
