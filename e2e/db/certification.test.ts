import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { sweepCertificationCalls } from '@/db/queries/offices/certification'
import { endRun as end } from '@/lib/certification/end-run'
import { signingKey } from '@/lib/certification/evidence'
import { listRuns } from '@/lib/certification/list-runs'
import { attestScene, closeScene, dropScene, openScene } from '@/lib/certification/play-scene'
import { SeenRecorder } from '@/lib/certification/record-seen'
import type { SeenCall } from '@/lib/certification/seen'
import { showCertificate } from '@/lib/certification/show-certificate'
import { readEvidence, showRun, stampOfRun } from '@/lib/certification/show-run'
import { startRun } from '@/lib/certification/start-run'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import type { CredentialReference } from '@/lib/credentials/reference'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { Gate } from '@/lib/kernel/gate'
import { prepareSandbox } from '@/lib/sandbox/prepare-sandbox'
import { testDataKey } from '../fixtures/factories'
import { inTest } from '../fixtures/sandboxes'
import { newClient, newKey, startOffice } from './office'

/** Certification: runs of one credential, their scenes, and what was seen of its calls (sandbox.md, Certification). */

const { sql, databaseUrl, newShop, newColleague, eventsOf } = startOffice()

let db: Database

beforeAll(() => {
  const pool = new Pool(databaseUrl(), { prepare: true, applicationName: 'test' })
  db = new Database(pool, new Gate({ size: 6, waitMsMax: 10_000, queueMax: 200 }))
})

afterAll(() => db?.pool.close())

const certificateKey = signingKey(testDataKey)
const endRun = (ctx: Parameters<typeof startRun>[0] & IntegrationsContext, asked: { runId: number }) =>
  end({ ...ctx, certificateKey }, asked)

const unexpected = (error: unknown) => {
  throw error
}

const nothingTyped = { chargedTotal: undefined, shownDiscount: undefined, newTotal: undefined } as const
const nothingTicked = { wasStopped: false, wasSold: false, wasShown: false } as const
const nothing = { ...nothingTyped, ...nothingTicked }

const plain = { noItems: false, noOffline: false, processes: 1 } as const

type Shop = Awaited<ReturnType<typeof newShop>>

const keyOf = async ({ ctx }: Pick<Shop, 'ctx'>, name = 'Caja 1'): Promise<CredentialReference> => ({
  kind: 'api_key',
  id: (await newKey(ctx, name)).id,
})

const newRun = async () => {
  const shop = await newShop()
  const credential = await keyOf(shop)
  const { id: runId } = await startRun(shop.ctx, { credential, ...plain })
  return { ...shop, credential, runId, merchantId: shop.merchant.id }
}

let calls = 0

const seenOf = (credential: CredentialReference, more: Partial<SeenCall> = {}): SeenCall => {
  calls += 1
  const at = Date.now()
  return {
    id: randomUUID(),
    requestId: `llamada-${calls}`,
    ...{ credential, operation: 'checkEligibility', method: 'POST', arrivedAt: at, answeredAt: at + 5 },
    ...{ status: 200, userAgent: 'Caja/1.0 (Windows)', sent: {}, answered: {} },
    ...more,
  }
}

const record = async (merchantId: number, ...seen: readonly SeenCall[]) => {
  const recorder = new SeenRecorder(db, { error: unexpected, dropped: unexpected }, { againMs: 3_600_000 })
  for (const one of seen) recorder.record({ merchantId, seen: one })
  await recorder.close()
}

const fault = (code: string, more = {}) => expect.objectContaining({ code, ...more })

const runOf = async (runId: number) => {
  const [row] = await sql()<Record<string, unknown>[]>`
    select state, adapter, ended_at is null as running, verdicts is null as unjudged from certification_runs where id = ${runId}`
  return row
}

describe('a run', () => {
  it('is of one live credential, lasts 90 minutes, and knows what its adapter is not made for', async () => {
    const { ctx, runId, credential } = await newRun()
    const { run, scenes, verdicts, calls: seen } = await showRun(ctx, runId, new Date())
    expect(run).toMatchObject({ state: 'open', planVersion: 1, adapter: null, isOver: false, code: null })
    expect(run.declared).toEqual({ apiKeyOnly: true, noItems: false, noOffline: false, processes: 1 })
    expect(run.endsAt.getTime() - run.openedAt.getTime()).toBe(90 * 60_000)
    expect(scenes.map(({ times }) => times)).toEqual(scenes.map(() => 0))
    expect(seen).toEqual([])
    expect(verdicts.find(({ check }) => check === 'C15')?.outcome).toBe('not_applicable')
    await expect(startRun(ctx, { credential, ...plain })).rejects.toEqual(fault('run_open', { field: 'credential' }))
    expect((await listRuns(ctx)).credentials).toEqual([])
  })

  it('begins with an emptied sandbox, where one is prepared', async () => {
    const shop = await newShop()
    const credential = await keyOf(shop)
    const ctx = inTest(shop.ctx)
    await prepareSandbox(ctx)
    await sql()`update discount_usage u set uses = 3 from discounts d
      where d.merchant_id = ${shop.merchant.id} and d.id = u.discount_id and d.key = 'sandbox:budget'`
    await startRun(ctx, { credential, ...plain })
    const [used] = await sql()`select u.uses from discount_usage u join discounts d on d.id = u.discount_id
      where d.merchant_id = ${shop.merchant.id} and d.key = 'sandbox:budget'`
    expect(used).toEqual({ uses: 0 })
    expect((await eventsOf(shop.merchant.id)).at(-1)).toMatchObject({
      ...{ action: 'certification.started', details: { name: 'Caja 1', released: 0 } },
    })
  })

  it('of an OAuth client is judged by its tokens too', async () => {
    const { ctx } = await newShop()
    const client = await newClient(ctx)
    const { id } = await startRun(ctx, { ...plain, credential: { kind: 'oauth_client', id: client.id }, noItems: true })
    const { run, verdicts } = await showRun(ctx, id, new Date())
    expect(run.declared).toEqual({ apiKeyOnly: false, noItems: true, noOffline: false, processes: 1 })
    expect(verdicts.find(({ check }) => check === 'C15')?.outcome).toBe('not_shown')
    expect(verdicts.find(({ check }) => check === 'C25')?.outcome).toBe('not_applicable')
  })

  it('does not begin in production, with a credential that has ended, nor with another merchant’s', async () => {
    const shop = await newShop()
    const credential = await keyOf(shop)
    const other = await keyOf(await newShop())
    const production = { ...shop.ctx, environment: 'production' } as const
    expect(() => startRun(production, { credential, ...plain })).toThrow(fault('test_environment_only'))
    expect(() => openScene(production, { runId: 1, scene: 'buy' })).toThrow(fault('test_environment_only'))
    expect(() => endRun(production, { runId: 1 })).toThrow(fault('test_environment_only'))
    await expect(startRun(shop.ctx, { credential: other, ...plain })).rejects.toEqual(fault('not_found'))
    await revokeApiKey(shop.ctx, { id: credential.id, confirmation: 'Caja 1' })
    await expect(startRun(shop.ctx, { credential, ...plain })).rejects.toEqual(fault('credential_over'))
    expect(await sql()`select from certification_runs where merchant_id = ${shop.merchant.id}`).toHaveLength(0)
  })

  it('whose time is over plays no more, can be judged, and makes room for another', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    const other = await newRun()
    for (const id of [runId, other.runId])
      await sql()`update certification_runs set opened_at = opened_at - interval '2 hours', ends_at = ends_at - interval '2 hours' where id = ${id}`
    await expect(openScene(ctx, { runId, scene: 'buy' })).rejects.toEqual(fault('run_over'))
    await record(merchantId, seenOf(credential))
    expect((await showRun(ctx, runId, new Date())).calls).toEqual([])
    expect(await endRun(ctx, { runId })).toEqual({ state: 'failed' })
    await startRun(other.ctx, { credential: other.credential, ...plain })
    expect(await runOf(other.runId)).toMatchObject({ state: 'ended', running: false, unjudged: true })
  })

  it('needs the permission, and is another merchant’s to nobody', async () => {
    const { ctx, runId, merchantId, credential } = await newRun()
    const { ctx: powerless } = await newColleague(merchantId, { permissions: ['merchant.team.manage'] })
    const { ctx: stranger } = await newShop()
    const scene = { runId, scene: 'buy' } as const
    await openScene(ctx, scene)
    for (const attempt of [
      () => startRun(powerless, { credential, ...plain }),
      () => openScene(powerless, scene),
      () => closeScene(powerless, { ...scene, ...nothing }),
      () => attestScene(powerless, { ...scene, ...nothing }),
      () => dropScene(powerless, scene),
      () => endRun(powerless, { runId }),
      () => listRuns(powerless),
      () => showRun(powerless, runId, new Date()),
      () => stampOfRun(powerless, { runId }),
      () => readEvidence(powerless, runId),
    ])
      await expect(attempt()).rejects.toEqual(fault('permission_missing'))
    for (const attempt of [
      () => startRun(stranger, { credential, ...plain }),
      () => openScene(stranger, scene),
      () => closeScene(stranger, { ...scene, ...nothing }),
      () => attestScene(stranger, { ...scene, ...nothing }),
      () => dropScene(stranger, scene),
      () => endRun(stranger, { runId }),
      () => showRun(stranger, runId, new Date()),
      () => stampOfRun(stranger, { runId }),
      () => readEvidence(stranger, runId),
    ])
      await expect(attempt()).rejects.toEqual(fault('not_found'))
    expect((await listRuns(stranger)).runs).toEqual([])
    expect(await runOf(runId)).toMatchObject({ state: 'open' })
  })
})

describe('a scene', () => {
  it('is one at a time, keeps what it asks a person, and counts as it was played the last time', async () => {
    const { ctx, runId } = await newRun()
    const buy = { runId, scene: 'buy' } as const
    await expect(closeScene(ctx, { ...buy, ...nothing })).rejects.toEqual(fault('scene_not_open'))
    await expect(attestScene(ctx, { ...buy, ...nothing })).rejects.toEqual(fault('scene_not_closed'))
    await openScene(ctx, buy)
    await expect(openScene(ctx, { runId, scene: 'stranger' })).rejects.toEqual(fault('scene_open'))
    await expect(closeScene(ctx, { runId, scene: 'stranger', ...nothing })).rejects.toEqual(fault('scene_not_open'))
    // Of what is typed, only what the scene asks is kept.
    await closeScene(ctx, { ...buy, ...nothing, chargedTotal: '922.50', newTotal: '1.00' })
    await openScene(ctx, buy)
    await dropScene(ctx, buy)
    const once = (await showRun(ctx, runId, new Date())).scenes[0]
    expect(once).toMatchObject({ times: 1, last: { attested: { chargedTotal: '922.50' } } })
    await openScene(ctx, buy)
    await closeScene(ctx, { ...buy, ...nothing })
    await attestScene(ctx, { ...buy, ...nothing, chargedTotal: '900.00' })
    const twice = (await showRun(ctx, runId, new Date())).scenes[0]
    expect(twice).toMatchObject({ times: 2, last: { attested: { chargedTotal: '900.00' } } })
  })

  it('is not closed before what must not happen has had the time to', async () => {
    const { ctx, runId } = await newRun()
    const abandon = { runId, scene: 'abandon' } as const
    await openScene(ctx, abandon)
    await expect(closeScene(ctx, { ...abandon, ...nothing })).rejects.toEqual(fault('scene_too_early'))
    await sql()`update certification_scenes set opened_at = opened_at - interval '26 seconds' where run_id = ${runId}`
    await closeScene(ctx, { ...abandon, ...nothing })
  })

  it('has the calls that came while it was open', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    await record(merchantId, seenOf(credential))
    await openScene(ctx, { runId, scene: 'stranger' })
    const during = seenOf(credential, { arrivedAt: Date.now() + 1_000 })
    await record(merchantId, during)
    const before = await stampOfRun(ctx, { runId })
    const { scenes, calls: all } = await showRun(ctx, runId, new Date())
    expect(all).toHaveLength(2)
    expect(scenes.flatMap(({ scene, calls: own }) => own.map(({ id }) => [scene.id, id]))).toEqual([
      ['stranger', during.id],
    ])
    await closeScene(ctx, { runId, scene: 'stranger', ...nothing })
    expect(await stampOfRun(ctx, { runId })).not.toBe(before)
  })
})

describe('what is seen of calls', () => {
  it('is written down for the open run of the credential alone, once', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    const other = await newRun()
    const idle = await keyOf(other, 'Caja 2')
    const seen = seenOf(credential, { sent: { purchaseAmount: '1025.00' } })
    const early = seenOf(credential, { arrivedAt: Date.now() - 60_000 })
    await record(merchantId, seen, early, seenOf(idle), seenOf(other.credential))
    await record(merchantId, seen)
    expect((await showRun(ctx, runId, new Date())).calls).toEqual([seen])
    // Neither under another merchant's name.
    expect((await showRun(other.ctx, other.runId, new Date())).calls).toEqual([])
  })

  it('names the adapter by its first call, and makes the run void when another version calls', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    const at = Date.now()
    const token = seenOf(credential, { operation: 'issueToken', userAgent: 'oauth-library/3', arrivedAt: at })
    await record(merchantId, token, seenOf(credential, { arrivedAt: at + 1 }))
    await record(merchantId, seenOf(credential, { userAgent: 'Caja/1.0 (Linux)' }), token)
    expect(await runOf(runId)).toMatchObject({ state: 'open', adapter: 'Caja/1.0' })
    await record(merchantId, seenOf(credential, { userAgent: 'Caja/1.1 (Windows)' }))
    expect(await runOf(runId)).toMatchObject({ state: 'void', adapter: 'Caja/1.0', unjudged: true })
    expect((await eventsOf(merchantId)).at(-1)).toMatchObject({
      ...{ action: 'certification.voided', actor: 'service', subject: `certification ${runId}` },
      details: { name: 'Caja/1.1', was: 'Caja/1.0' },
    })
    await expect(endRun(ctx, { runId })).rejects.toEqual(fault('run_over'))
    await record(merchantId, seenOf(credential))
    expect((await showRun(ctx, runId, new Date())).calls).toHaveLength(4)
  })

  it('makes the run void at its end, when two processes wrote of two versions at the same time', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    await record(merchantId, seenOf(credential))
    const late = seenOf(credential, { userAgent: 'Caja/2.0' })
    await sql()`insert into certification_calls (merchant_id, run_id, id, arrived_at, seen)
      values (${merchantId}, ${runId}, ${late.id}, now(), ${JSON.stringify(late)}::text::json)`
    expect(await endRun(ctx, { runId })).toEqual({ state: 'void' })
  })

  it('is dropped and told when there is no room, and waits for a database that is away', async () => {
    const { credential, merchantId } = await newRun()
    let dropped = 0
    const recorder = new SeenRecorder(
      db,
      { error: unexpected, dropped: (count) => (dropped += count) },
      { againMs: 3_600_000, queueMax: 2 },
    )
    for (const _ of [1, 2, 3]) recorder.record({ merchantId, seen: seenOf(credential) })
    await recorder.close()
    expect(dropped).toBe(1)
    expect(await sql()`select from certification_calls where merchant_id = ${merchantId}`).toHaveLength(2)
  })

  it('is gone after 30 days, and the verdicts stay', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    await record(merchantId, seenOf(credential))
    await endRun(ctx, { runId })
    await sql()`update certification_calls set arrived_at = now() - interval '31 days' where merchant_id = ${merchantId}`
    await sweepCertificationCalls(ctx.db)
    const { calls: left, verdicts } = await showRun(ctx, runId, new Date())
    expect([left.length, verdicts.length]).toEqual([0, 26])
  })
})

describe('an end', () => {
  it('judges all checks, and certifies nothing that was not shown', async () => {
    const { ctx, runId, merchantId } = await newRun()
    await openScene(ctx, { runId, scene: 'buy' })
    expect(await endRun(ctx, { runId })).toEqual({ state: 'failed' })
    const { run, verdicts, scenes } = await showRun(ctx, runId, new Date())
    expect(run).toMatchObject({ state: 'failed', code: null, validUntil: null })
    expect(verdicts).toHaveLength(26)
    expect(scenes[0]?.last?.closedAt).toBeInstanceOf(Date)
    await expect(endRun(ctx, { runId })).rejects.toEqual(fault('run_over'))
    await expect(readEvidence(ctx, runId)).rejects.toEqual(fault('not_found'))
    expect((await eventsOf(merchantId)).map(({ action }) => action).slice(1)).toEqual([
      ...['certification.started', 'certification.scene_opened', 'certification.ended'],
    ])
  })

  it('with a certificate is known to everybody by its code: adapter, plan, days, and the merchant’s name alone', async () => {
    const { ctx, merchant, runId } = await newRun()
    const code = `TEST-${runId}`
    await sql()`update certification_runs set state = 'passed', adapter = 'Caja/1.0', verdicts = '[]', code = ${code}, evidence = '{}',
      ended_at = now(), valid_until = now() + interval '12 months' where id = ${runId}`
    const view = await showCertificate(ctx, code)
    expect(view).toEqual({
      ...{ code, merchant: merchant.name, adapter: 'Caja/1.0', planVersion: 1, state: 'valid' },
      ...{ issuedAt: expect.any(Date), validUntil: expect.any(Date) },
    })
    await sql()`update certification_runs set valid_until = now() where id = ${runId}`
    expect(await showCertificate({ ...ctx, now: () => new Date(Date.now() + 1_000) }, code)).toMatchObject({
      state: 'expired',
    })
    await sql()`update certification_runs set suspended_at = now() where id = ${runId}`
    expect(await showCertificate(ctx, code)).toMatchObject({ state: 'suspended' })
    expect(await showCertificate(ctx, 'NADA')).toBeUndefined()
  })

  it('is suspended while more than one in a hundred of the calls since then break it, of its credential alone', async () => {
    const { ctx, runId, credential, merchantId } = await newRun()
    const other = await keyOf({ ctx }, 'Caja 2')
    const code = `TEST-${runId}`
    await sql()`update certification_runs set state = 'passed', adapter = 'Caja/1.0', verdicts = '[]', code = ${code}, evidence = '{}',
      ended_at = now() - interval '1 hour', valid_until = now() + interval '12 months' where id = ${runId}`
    const kept = async (of: CredentialReference, minutesAgo: number, count: number, key?: string) => {
      await sql()`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
        select ${merchantId}, at, gen_random_uuid(), ${of.id}, 'applyDiscount', 201, 5, 'llamada-' || n, jsonb_build_object('idempotencyKey', coalesce(${key ?? null}, n || '-' || ${minutesAgo}),
          'input', jsonb_build_object('reference', n || '-' || ${minutesAgo}))::json
        from generate_series(1, ${count}::int) n, lateral (select date_trunc('milliseconds', now()) - ${minutesAgo}::int * interval '1 minute' + n * interval '1 ms' as at) t`
    }
    const standing = async () => {
      const { standing: inOffice } = await showRun(ctx, runId, new Date())
      expect((await showCertificate(ctx, code))?.state).toBe(inOffice?.state)
      return [inOffice?.state, inOffice?.brokenBy]
    }
    await kept(credential, 30, 50)
    // Of another credential, and of before it was issued.
    await kept(other, 20, 2, 'the same')
    await kept(credential, 70, 2, 'the same before')
    expect(await standing()).toEqual(['valid', []])
    await kept(credential, 10, 2, 'the same')
    expect(await standing()).toEqual(['suspended', ['C05']])
    await kept(credential, 5, 50)
    expect(await standing()).toEqual(['valid', []])
  })
})
