import { randomUUID } from 'node:crypto'
import {
  attestScene as attest,
  certifyRun,
  closeScene as close,
  dropScene as drop,
  endRun as end,
  findEvidence,
  findOpenRun,
  findRun,
  findStamp,
  insertRun,
  insertScene,
  listCalls,
  listRuns,
  listScenes,
  lockRun,
} from '@/db/queries/offices/certification'
import { endRun } from '@/lib/certification/end-run'
import { signingKey } from '@/lib/certification/evidence'
import { listRuns as listRunViews } from '@/lib/certification/list-runs'
import { attestScene, closeScene, dropScene, openScene } from '@/lib/certification/play-scene'
import { readEvidence, showRun, stampOfRun } from '@/lib/certification/show-run'
import { startRun } from '@/lib/certification/start-run'
import { testDataKey } from '../../fixtures/factories'
import { type Cases, of, own } from './matrix'

const amounts = { chargedTotal: '900.00', shownDiscount: '90.00', newTotal: undefined } as const
const typed = { ...amounts, wasStopped: false, wasSold: false, wasShown: false } as const
const declared = { apiKeyOnly: true, noItems: false, noOffline: false, processes: 1 } as const
const certificate = { verdicts: [], evidence: '{}', endedAt: new Date(), validUntil: new Date() } as const
const begun = { noItems: false, noOffline: false, processes: 1 } as const

const queries = 'db/queries/offices/certification#'
const verbs = 'lib/certification/'

export const cases: Cases = {
  [`${queries}listRuns`]: own(({ tx, mine }) => listRuns(tx, mine.merchantId, 10)),
  [`${queries}findRun`]: of(({ tx, mine }, { runId }) => findRun(tx, mine.merchantId, runId)),
  [`${queries}lockRun`]: of(({ tx, mine }, { runId }) => lockRun(tx, mine.merchantId, runId)),
  [`${queries}findOpenRun`]: of(({ tx, mine }, { apiKeyId: id }) =>
    findOpenRun(tx, mine.merchantId, { kind: 'api_key', id }),
  ),
  [`${queries}insertRun`]: own(async ({ tx, mine }) => {
    await end(tx, mine.merchantId, mine.runId, { state: 'ended', verdicts: null })
    const credential = { kind: 'api_key', id: mine.apiKeyId } as const
    return insertRun(tx, mine.merchantId, { credential, planVersion: 1, declared, minutes: 90, openedBy: mine.userId })
  }),
  [`${queries}endRun`]: of(({ tx, mine }, { runId }) =>
    end(tx, mine.merchantId, runId, { state: 'ended', verdicts: null }),
  ),
  [`${queries}certifyRun`]: of(({ tx, mine }, { runId }) =>
    certifyRun(tx, mine.merchantId, runId, { ...certificate, code: randomUUID() }),
  ),
  [`${queries}listScenes`]: of(({ tx, mine }, { runId }) => listScenes(tx, mine.merchantId, runId)),
  [`${queries}insertScene`]: own(async ({ tx, mine }) => {
    await drop(tx, mine.merchantId, mine.sceneId)
    await insertScene(tx, mine.merchantId, mine.runId, 'items')
  }),
  [`${queries}closeScene`]: of(({ tx, mine }, { sceneId }) => close(tx, mine.merchantId, sceneId, {})),
  [`${queries}attestScene`]: of(({ tx, mine }, { sceneId }) =>
    attest(tx, mine.merchantId, sceneId, { chargedTotal: '1.00' }),
  ),
  [`${queries}dropScene`]: of(({ tx, mine }, { sceneId }) => drop(tx, mine.merchantId, sceneId)),
  [`${queries}listCalls`]: of(({ tx, mine }, { runId }) => listCalls(tx, mine.merchantId, runId)),
  [`${queries}findStamp`]: of(({ tx, mine }, { runId }) => findStamp(tx, mine.merchantId, runId)),
  [`${queries}findEvidence`]: of(({ tx, mine }, { passedRunId }) => findEvidence(tx, mine.merchantId, passedRunId)),
  [`${verbs}list-runs#listRuns`]: own(({ ctx }) => listRunViews(ctx)),
  [`${verbs}show-run#showRun`]: of(({ ctx }, { runId }) => showRun(ctx, runId, new Date())),
  [`${verbs}show-run#stampOfRun`]: of(({ ctx }, { runId }) => stampOfRun(ctx, { runId })),
  [`${verbs}show-run#readEvidence`]: of(({ ctx }, { passedRunId }) => readEvidence(ctx, passedRunId)),
  [`${verbs}start-run#startRun`]: of(({ ctx }, { oauthClientId: id }) =>
    startRun(ctx, { ...begun, credential: { kind: 'oauth_client', id } }),
  ),
  [`${verbs}play-scene#openScene`]: of(async ({ ctx, tx, mine }, { runId, sceneId }) => {
    await drop(tx, mine.merchantId, sceneId)
    return openScene(ctx, { runId, scene: 'items' })
  }),
  [`${verbs}play-scene#closeScene`]: of(({ ctx }, { runId }) => closeScene(ctx, { runId, scene: 'buy', ...typed })),
  [`${verbs}play-scene#attestScene`]: of(({ ctx }, { runId }) =>
    attestScene(ctx, { runId, scene: 'rounding', ...typed }),
  ),
  [`${verbs}play-scene#dropScene`]: of(({ ctx }, { runId }) => dropScene(ctx, { runId, scene: 'buy' })),
  [`${verbs}end-run#endRun`]: of(({ ctx }, { runId }) =>
    endRun({ ...ctx, certificateKey: signingKey(testDataKey) }, { runId }),
  ),
}
