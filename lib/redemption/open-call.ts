import { consumeByAccessToken, consumeByApiKey } from '@/db/queries/tills/consumptions'
import {
  findOffersByAccessToken,
  findOffersByApiKey,
  loadApplyGroundByAccessToken,
  loadApplyGroundByApiKey,
} from '@/db/queries/tills/openings'
import type { IdentificationKeys } from '@/lib/identification/identification'
import { assert } from '@/lib/kernel/assert'
import { applyQuestion } from './apply-discount'
import { eligibilityQuestion } from './check-eligibility'
import { consumptionOrder } from './register-consumption'
import type { ApplyInput } from './schemas'

/** What an operation reads or writes together with the credential of its call (ADR-0066, ADR-0076). */

export const eligibilityOpening = {
  question: eligibilityQuestion,
  byApiKey: findOffersByApiKey,
  byAccessToken: findOffersByAccessToken,
}

export const applyOpening = {
  question: (keys: IdentificationKeys, input: ApplyInput, idempotencyKey: string | undefined) => {
    assert(idempotencyKey !== undefined, 'an apply has an idempotency key')
    return applyQuestion(keys, input, idempotencyKey)
  },
  byApiKey: loadApplyGroundByApiKey,
  byAccessToken: loadApplyGroundByAccessToken,
}

export const consumptionOpening = {
  order: consumptionOrder,
  byApiKey: consumeByApiKey,
  byAccessToken: consumeByAccessToken,
}
