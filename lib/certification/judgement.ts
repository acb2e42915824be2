import { nothingUnpaid, released } from './judges/abandoned'
import { itemsOfCatalog, typesKept } from './judges/catalog'
import { paymentMoment } from './judges/dates'
import type { Judge } from './judges/judge'
import { newKeys, ownReference, twoTills } from './judges/keys'
import { assignedIdentities, noBrowser, nothingPrivateInAddress } from './judges/privacy'
import { fallsBack, renews, tooManyCalls, unavailable } from './judges/refusals'
import { appliesAgain, lostApply, lostConsumption, survivesRestart } from './judges/retries'
import { chargedFinalAmount, chargedNormally, growth, ownArithmetic, recalculated, wholeSale } from './judges/sales'
import { reusesToken } from './judges/tokens'
import { type Bounds, bounds, type CheckId, checkIds, checks, type SceneId } from './plan'
import type { Run } from './run'
import { isWaived, type Verdict } from './verdict'

const judges: Readonly<Record<CheckId, Judge>> = {
  C01: wholeSale,
  C02: chargedNormally,
  C03: lostApply,
  C04: lostConsumption,
  C05: newKeys,
  C06: survivesRestart,
  C07: ownReference,
  C08: paymentMoment,
  C09: nothingUnpaid,
  C10: released,
  C11: appliesAgain,
  C12: tooManyCalls,
  C13: unavailable,
  C14: fallsBack,
  C15: reusesToken,
  C16: renews,
  C17: noBrowser,
  C18: nothingPrivateInAddress,
  C19: recalculated,
  C20: chargedFinalAmount,
  C21: ownArithmetic,
  C22: assignedIdentities,
  C23: typesKept,
  C24: growth,
  C25: itemsOfCatalog,
  C26: twoTills,
}

/** The verdict of one check over a run, as far as it has come. */
export function judge(check: CheckId, run: Run, by: Bounds = bounds): Verdict {
  if (isWaived(check, run.declared)) return { check, outcome: 'not_applicable', reason: null, requestIds: [] }
  const { outcome, reason, calls } = judges[check](run, by)
  return { check, outcome, reason, requestIds: [...new Set(calls.map(({ requestId }) => requestId))] }
}

/** The verdicts of all checks, in the order of the plan. */
export const judgeRun = (run: Run, by: Bounds = bounds): readonly Verdict[] =>
  checkIds.map((check) => judge(check, run, by))

/** The verdicts of the checks that a scene shows. */
export const judgeScene = (scene: SceneId, run: Run, by: Bounds = bounds): readonly Verdict[] =>
  checkIds.filter((check) => checks[check].scenes.includes(scene)).map((check) => judge(check, run, by))
