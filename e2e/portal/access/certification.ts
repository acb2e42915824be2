import { randomBytes } from 'node:crypto'
import type { Call, Fields, Ways } from './ways'
import type { World } from './world'

const base = '/portal/certification'

type Given = { readonly scene?: { readonly name: string; readonly isClosed?: true }; readonly isPassed?: true }

/** A run with a key of its own, whose adapter is marked. */
const newRun = async ({ sql, make, merchantId, ownerId, mark }: World, given: Given = {}): Promise<string> => {
  const { id: keyId } = await make.apiKey(merchantId)
  const passed = given.isPassed
    ? sql`'passed', now(), '[]'::json, ${randomBytes(9).toString('hex')}, ${mark}, now() + interval '12 months'`
    : sql`'open', null, null, null, null, null`
  const [run] = await sql`
    insert into certification_runs (merchant_id, api_key_id, plan_version, declared, adapter, opened_by, ends_at, state, ended_at,
      verdicts, code, evidence, valid_until)
    select ${merchantId}::int, ${keyId}::int, 1, '{"apiKeyOnly":true,"noItems":false,"noOffline":false,"processes":1}'::json, ${mark},
      ${ownerId}::int, now() + interval '80 minutes', ${passed}
    returning id`
  if (given.scene !== undefined)
    await sql`insert into certification_scenes (merchant_id, run_id, scene, closed_at)
      values (${merchantId}, ${String(run?.id)}, ${given.scene.name}, ${given.scene.isClosed ? sql`now()` : null})`
  return String(run?.id)
}

const onRun = (given: Given, fields: Fields): Call => ({
  on: 'foreign',
  fields: async (own) => ({ runId: await newRun(own, given), ...fields }),
})

export const certification: Ways = {
  pages: {
    [base]: {
      path: async (own) => {
        await newRun(own)
        return base
      },
    },
    [`${base}/[id]`]: { path: async (own) => `${base}/${await newRun(own)}` },
    [`${base}/[id]/evidence`]: { path: async (own) => `${base}/${await newRun(own, { isPassed: true })}/evidence` },
  },
  actions: {
    'app/portal/certification/actions.ts': {
      startRunAction: {
        on: 'foreign',
        fields: async ({ make, merchantId }) => ({
          credential: `key-${(await make.apiKey(merchantId)).id}`,
          processes: '1',
        }),
      },
      openSceneAction: onRun({}, { scene: 'buy' }),
      closeSceneAction: onRun({ scene: { name: 'buy' } }, { scene: 'buy', chargedTotal: '922.50' }),
      attestSceneAction: onRun({ scene: { name: 'buy', isClosed: true } }, { scene: 'buy', chargedTotal: '922.50' }),
      dropSceneAction: onRun({ scene: { name: 'buy' } }, { scene: 'buy' }),
      endRunAction: onRun({}, {}),
    },
  },
}
