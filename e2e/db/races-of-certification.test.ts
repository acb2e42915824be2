import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { endRun } from '@/lib/certification/end-run'
import { signingKey } from '@/lib/certification/evidence'
import { closeScene, openScene } from '@/lib/certification/play-scene'
import { SeenRecorder } from '@/lib/certification/record-seen'
import type { SeenCall } from '@/lib/certification/seen'
import { startRun } from '@/lib/certification/start-run'
import { Gate } from '@/lib/kernel/gate'
import { testDataKey } from '../fixtures/factories'
import { newKey } from './office'
import { officeCallers, startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** Certification: one open run of a credential, one open scene of a run, and no call that is kept and not judged. */

const races = startOfficeRaces()

const certificateKey = signingKey(testDataKey)
const plain = { noItems: false, noOffline: false, processes: 1 } as const

async function newTeam() {
  const { merchantId, contexts } = await races().newTeam()
  const [ctx] = contexts
  if (!ctx) throw new Error('nobody')
  const credential = { kind: 'api_key' as const, id: (await newKey(ctx)).id }
  return { merchantId, contexts, ctx, credential }
}

async function newRun() {
  const team = await newTeam()
  const { id: runId } = await startRun(team.ctx, { credential: team.credential, ...plain })
  return { ...team, runId }
}

const seenOf = (credential: SeenCall['credential']): SeenCall => ({
  ...{ id: randomUUID(), requestId: randomUUID(), credential, operation: 'checkEligibility', method: 'POST' },
  ...{
    arrivedAt: Date.now() + 50,
    answeredAt: Date.now() + 55,
    status: 200,
    userAgent: 'Caja/1.0',
    sent: {},
    answered: {},
  },
})

describe('a certification', () => {
  it.each(rounds)('that fifty begin with one credential is begun once, round %i', async () => {
    const { merchantId, contexts, credential } = await newTeam()
    const { tally } = await races().race(contexts.map((ctx) => () => startRun(ctx, { credential, ...plain })))
    expect(tally).toEqual({ done: 1, run_open: officeCallers - 1 })
    expect(await races().sql`select from certification_runs where merchant_id = ${merchantId}`).toHaveLength(1)
  })

  it.each(rounds)('of which fifty open a scene has one open, and it is closed once, round %i', async () => {
    const { runId, contexts } = await newRun()
    const asked = { runId, scene: 'buy' } as const
    const opened = await races().race(contexts.map((ctx) => () => openScene(ctx, asked)))
    expect(opened.tally).toEqual({ done: 1, scene_open: officeCallers - 1 })
    const attested = { chargedTotal: undefined, shownDiscount: undefined, newTotal: undefined }
    const ticked = { wasStopped: false, wasSold: false, wasShown: false }
    const closed = await races().race(
      contexts.map((ctx) => () => closeScene(ctx, { ...asked, ...attested, ...ticked })),
    )
    expect(closed.tally).toEqual({ done: 1, scene_not_open: officeCallers - 1 })
  })

  it.each(rounds)(
    'that ends while calls are written down has judged each call that is kept, round %i',
    async (round) => {
      const { runId, merchantId, ctx, contexts, credential } = await newRun()
      const pool = new Pool(races().databaseUrl, { prepare: true, applicationName: 'test' })
      const db = new Database(pool, new Gate({ size: 10, waitMsMax: 60_000, queueMax: 200 }))
      const unexpected = (error: unknown) => {
        throw error
      }
      const write = async () => {
        const recorder = new SeenRecorder(db, { error: unexpected, dropped: unexpected })
        recorder.record({ merchantId, seen: seenOf(credential) })
        await recorder.close()
      }
      const writers = Array.from({ length: 9 }, () => write)
      const { tally } = await races().race<unknown>([
        ...writers.slice(0, round + 2),
        ...contexts.slice(0, 5).map((one) => () => endRun({ ...one, certificateKey }, { runId })),
        ...writers.slice(round + 2),
      ])
      await db.pool.close()
      expect(tally).toEqual({ done: writers.length + 1, run_over: 4 })
      const [run] = await races().sql<{ state: string; judged: boolean; calls: number }[]>`
      select state, verdicts::text like '%"C17","outcome":"pass"%' as judged,
        (select count(*)::int from certification_calls c where c.run_id = r.id) as calls
      from certification_runs r where id = ${runId}`
      expect(run?.state).toBe('failed')
      // C17 is judged by any call at all.
      expect(run?.judged).toBe((run?.calls ?? 0) > 0)
      await expect(endRun({ ...ctx, certificateKey }, { runId })).rejects.toMatchObject({ code: 'run_over' })
    },
  )
})
