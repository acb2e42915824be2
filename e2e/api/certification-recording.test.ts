import { describe, expect, it } from 'vitest'
import { endRun } from '@/lib/certification/end-run'
import { signingKey } from '@/lib/certification/evidence'
import { openScene } from '@/lib/certification/play-scene'
import { showRun } from '@/lib/certification/show-run'
import { startRun } from '@/lib/certification/start-run'
import { tokenOf } from '../fixtures/client'
import { testDataKey } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { startService } from '../fixtures/service'
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
  const seen = async (count: number) => {
    const { calls } = await showRun(ctx, runId, new Date())
    expect(calls).toHaveLength(count)
    return calls
  }
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
    expect((await showRun(ctx, again.id, new Date())).calls).toHaveLength(1)
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

  it('of two processes is judged when the run ends with the last answer', async () => {
    const { shop, ctx, runId, close } = await newRun()
    const other = await startService(api().databaseUrl)
    const tills = [till(api().url, shop), till(other.url, shop)]
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => tills[i % 2]?.eligibility()))
    await endRun({ ...ctx, certificateKey: signingKey(testDataKey) }, { runId })
    const { calls } = await showRun(ctx, runId, new Date())
    const ids = answers.map((answer) => answer?.headers.get('x-request-id'))
    expect(calls.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted())
    expect(await other.stop()).toBe(0)
    await close()
  })

  it('says how many of its SKUs the catalogue has not, of a body that was accepted', async () => {
    const { shop, seen, close } = await newRun()
    await api().make.article(shop.merchant.id, 'AGUA')
    const [line, unknown] = ['AGUA', 'NADA'].map((sku) => ({ sku, quantity: 1, unitPrice: 500 }))
    const mine = till(api().url, shop)
    expect((await mine.apply({ items: [line, unknown, unknown] })).status).toBe(201)
    expect((await mine.apply({ items: [line, { ...unknown, quantity: 'dos' }] })).status).toBe(400)
    const [accepted, refused] = await seen(2)
    expect(accepted?.sent.items).toEqual({ lines: 3, sum: '1500.00', unknownSkus: 2 })
    expect(refused?.sent.items).not.toHaveProperty('unknownSkus')
    await close()
  })
})

describe('a request for a token', () => {
  it('is seen of a client with a run, once its secret was accepted, with the life of the token and not the token', async () => {
    const { shop, ctx, close } = await newRun()
    const client = await api().make.oauthClient(shop.merchant.id)
    const { id: runId } = await startRun(ctx, { credential: { kind: 'oauth_client', id: client.id }, ...plain })
    const { token } = await tokenOf(api().url, client)
    const wrong = { ...client, clientSecret: client.clientSecret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) }
    await tokenOf(api().url, wrong).catch(() => undefined)
    await tokenOf(api().url, await api().make.oauthClient(shop.merchant.id))
    const { calls, verdicts } = await showRun(ctx, runId, new Date())
    expect(calls).toMatchObject([
      { operation: 'issueToken', status: 200, sent: {}, answered: { expiresInSeconds: 900 } },
    ])
    expect(verdicts.find(({ check }) => check === 'C15')).toMatchObject({ outcome: 'pass' })
    const text = JSON.stringify(calls)
    for (const secret of [token, client.clientSecret]) expect(text).not.toContain(secret)
    await tokenOf(api().url, client)
    const again = await showRun(ctx, runId, new Date())
    expect(again.verdicts.find(({ check }) => check === 'C15')).toMatchObject({
      ...{ outcome: 'fail', reason: 'tokenNotReused', requestIds: [again.calls.at(-1)?.requestId] },
    })
    await close()
  })
})
