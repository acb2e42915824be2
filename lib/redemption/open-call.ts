import { consumeByAccessToken, consumeByApiKey } from '@/db/queries/tills/consumptions'
import type { ApplyGround } from '@/db/queries/tills/offers'
import {
  findOffersByAccessToken,
  findOffersByApiKey,
  loadApplyGroundByAccessToken,
  loadApplyGroundByApiKey,
  type Opened,
} from '@/db/queries/tills/openings'
import { type ReservedGround, reserveByAccessToken, reserveByApiKey } from '@/db/queries/tills/reservations'
import { applyOrder } from './apply-discount'
import { eligibilityQuestion } from './check-eligibility'
import { consumptionOrder } from './register-consumption'

/** What an operation reads or writes together with the credential of its call (ADR-0066, ADR-0076, ADR-0086). */

export const eligibilityOpening = {
  question: eligibilityQuestion,
  byApiKey: findOffersByApiKey,
  byAccessToken: findOffersByAccessToken,
}

export const applyOpening = {
  order: applyOrder,
  byApiKey: reserveByApiKey,
  byAccessToken: reserveByAccessToken,
  isWritten: ({ made }: ReservedGround) => made !== undefined,
  otherwise: {
    byApiKey: async (...question: Parameters<typeof loadApplyGroundByApiKey>) =>
      nothingMade(await loadApplyGroundByApiKey(...question)),
    byAccessToken: async (...question: Parameters<typeof loadApplyGroundByAccessToken>) =>
      nothingMade(await loadApplyGroundByAccessToken(...question)),
  },
}

const nothingMade = <Row>({ credential, ground }: Opened<Row, ApplyGround>): Opened<Row, ReservedGround> => ({
  credential,
  ground: { read: ground, made: undefined },
})

export const consumptionOpening = {
  order: consumptionOrder,
  byApiKey: consumeByApiKey,
  byAccessToken: consumeByAccessToken,
  isWritten: () => true,
}
