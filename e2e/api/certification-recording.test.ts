import { describe, expect, it } from 'vitest'
import { endRun } from '@/lib/certification/end-run'
import { signingKey } from '@/lib/certification/evidence'
import { openScene } from '@/lib/certification/play-scene'
import { showRun } from '@/lib/certification/show-run'
import { startRun } from '@/lib/certification/start-run'
import { eventually } from '../fixtures/eventually'
import { testDataKey } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { startApi, till } from './till'

/** Calls of a credential with a run of the certification are seen, without who stood at the till (sandbox.md, Certification 3; D32). */

const api = startApi()

const plain = { noItems: false, noOffline: false, processes: 1 } as const

/** A shop whose key has a run, and a member who looks at it. */
async function newRun() {
  const shop = await api().make.shop()
  const member = await people(api().sql).newMember(shop.merchant.id)
  const office = openTestOffice(api().databaseUrl)
  const ctx = contextOf(office, shop.merchant.id, member)
  const credential = { kind: 'api_key', id: shop.credential.id } as const
  const { id: runId } = await startRun(ctx, { credential, ...plain })
  const seen = async (count: number) =>
    eventually(async () => {
      const { calls } = await showRun(ctx, runId, new Date())
      expect(calls).toHaveLength(count)
      return calls
    })
  return { shop, ctx, runId, seen, close: () => office.sql.end() }
}

describe('a call of a credential with a run', () => {
  it('is seen with what was sent and answered, and without an identification, a key or a secret', async () => {
    const { shop, ctx, runId, seen, close } = await newRun()
    const mine = till(api().url, shop)
    await openScene(ctx, { runId, scene: 'buy' })
    const headers = { 'User-Agent': 'Caja/1.0', 'X-Terminal-Id': 'CAJA-1' }
    expect((await mine.eligibility({ purchaseAmount: 1025 }, { headers })).status).toBe(200)
    expect((await mine.apply({ purchaseAmount: 1025 }, { headers })).status).toBe(201)
    const [asked, applied] = await seen(2)
    expect(asked).toMatchObject({
      ...{ operation: 'checkEligibility', status: 200, userAgent: 'Caja/1.0', terminal: 'CAJA-1' },
      ...{ sent: { purchaseAmount: '1025.00' }, answered: { isEligible: true } },
    })
    expect(applied).toMatchObject({ operation: 'applyDiscount', status: 201, answered: { state: 'Authorized' } })
    expect(applied?.key).toMatch(/^[0-9a-f]{64}$/)
    expect(applied?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const text = JSON.stringify([asked, applied])
    expect(text).not.toContain(shop.person.identification)
    expect(text).not.toContain(shop.credential.apiKey)
    const { scenes, run } = await showRun(ctx, runId, new Date())
    expect(run.adapter).toBe('Caja/1.0')
    expect(scenes[0]?.calls).toHaveLength(2)
    await close()
  })

  it('is not seen where the credential has no run, nor after the run has ended', async () => {
    const { shop, ctx, runId, seen, close } = await newRun()
    const other = await api().make.shop()
    await till(api().url, other).eligibility()
    await till(api().url, shop).eligibility()
    await seen(1)
    await endRun({ ...ctx, certificateKey: signingKey(testDataKey) }, { runId })
    await till(api().url, shop).eligibility()
    const again = await startRun(ctx, { credential: { kind: 'api_key', id: shop.credential.id }, ...plain })
    await till(api().url, shop).eligibility()
    await eventually(async () => {
      expect((await showRun(ctx, again.id, new Date())).calls).toHaveLength(1)
    })
    await seen(1)
    await close()
  })

  it('loses its answer where the scene says so, and is found by its retry', async () => {
    const { shop, ctx, runId, seen, close } = await newRun()
    const mine = till(api().url, shop)
    await openScene(ctx, { runId, scene: 'restart' })
    await expect(mine.apply()).rejects.toThrow()
    const [lost] = await seen(1)
    expect(lost).toMatchObject({ operation: 'applyDiscount', status: 201, isCut: true })
    await close()
  })
})
