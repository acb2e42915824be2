import { describe, expect, it } from 'vitest'
import { type OperatorPermission, operatorPermissions } from '@/lib/accounts/permissions'
import { approve } from '@/lib/approvals/decide-approval'
import { findApprovalView, listApprovals } from '@/lib/approvals/list-approvals'
import { trails } from '@/lib/audit/activity'
import { listActivity } from '@/lib/audit/list-activity'
import { addType, renameType, retireType } from '@/lib/policies/change-type'
import type { PolicyOrder } from '@/lib/policies/drafts'
import { setPolicy } from '@/lib/policies/set-policy'
import { listPolicies, showPolicies } from '@/lib/policies/show-policies'
import { contextOf, operatorContextOf, people } from '../fixtures/members'
import { startCompanies } from './company'

/** What the operator sets for merchants, and the identification types: history, trail, and what one person cannot decide. */

const { world } = startCompanies()

const defaults = { callsPerMinute: 1_200, callsBurst: 200, missesPerMinute: 120, authorizationTtlSeconds: 900 }

async function newOperator(permissions: readonly OperatorPermission[] = operatorPermissions) {
  const member = await people(world().sql).newOperator({ permissions: [...permissions] })
  return { member, ctx: { ...operatorContextOf(world().office, member), now: () => new Date() } }
}

type Operator = Awaited<ReturnType<typeof newOperator>>

async function newMerchant() {
  const { id } = await world().make.merchant()
  return id
}

const order = (merchantId: number, changed: Partial<PolicyOrder> = {}): PolicyOrder => ({
  ...{ merchantId, policy: 'calls', value: 2_400, burst: 400, until: null, reason: 'Feria' },
  ...changed,
})

const inForce = async ({ ctx }: Operator, merchantId: number) => {
  const { policies } = await showPolicies(ctx, merchantId, defaults)
  return Object.fromEntries(
    policies.map(({ policy, inForce: { value, burst }, until }) => [policy, [value, burst, until]]),
  )
}

describe('a policy', () => {
  it('holds at once, stands in the history with who set it and why, and in both trails, the merchant’s without the person', async () => {
    const operator = await newOperator()
    const merchantId = await newMerchant()
    const until = new Date(Date.now() + 86_400_000)
    await setPolicy(operator.ctx, order(merchantId), defaults)
    await setPolicy(operator.ctx, order(merchantId, { policy: 'late_notification', value: 24, burst: null }), defaults)
    await setPolicy(
      operator.ctx,
      order(merchantId, { value: 6_000, burst: null, until: until.toISOString() }),
      defaults,
    )
    expect(await inForce(operator, merchantId)).toEqual({
      calls: [6_000, null, until],
      misses: [null, null, null],
      late_notification: [24, null, null],
      authorization_life: [null, null, null],
    })
    const { changes } = await showPolicies(operator.ctx, merchantId, defaults)
    expect(
      changes.map(({ policy, value, burst, changedBy, approvedBy }) => [policy, value, burst, changedBy, approvedBy]),
    ).toEqual([
      ['calls', 6_000, null, operator.member.name, null],
      ['late_notification', 24, null, operator.member.name, null],
      ['calls', 2_400, 400, operator.member.name, null],
    ])
    const owner = await people(world().sql).newMember(merchantId)
    const own = contextOf(world().office, merchantId, owner)
    const seen = await listActivity(own, trails.merchant.filterOf({}))
    expect(seen.events.map(({ action, person, isOperators }) => [action, person, isOperators])).toEqual(
      new Array(3).fill(['policy.set', null, true]),
    )
    const all = await listActivity(operator.ctx, trails.operator.filterOf({}))
    expect(all.events[0]).toMatchObject({ action: 'policy.set', person: operator.member.name })
  })

  it('is back where it was once its moment has come, and the list of what differs says so', async () => {
    const operator = await newOperator()
    const merchantId = await newMerchant()
    const isListed = async () => (await listPolicies(operator.ctx, '')).merchants.some(({ id }) => id === merchantId)
    expect(await isListed()).toBe(false)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await setPolicy(
      operator.ctx,
      order(merchantId, { policy: 'authorization_life', value: 60, burst: null, until }),
      defaults,
    )
    expect(await isListed()).toBe(true)
    await world().sql`update merchants set authorization_ttl_until = now() where id = ${merchantId}`
    expect((await inForce(operator, merchantId)).authorization_life).toEqual([null, null, null])
    expect(await isListed()).toBe(false)
  })

  it('beyond ten times the usual is not set by one person, and neither is one whose end has passed; nothing is written', async () => {
    const operator = await newOperator()
    const merchantId = await newMerchant()
    const asked = (changed: Partial<PolicyOrder>) => setPolicy(operator.ctx, order(merchantId, changed), defaults)
    expect(await asked({ value: 12_001 })).toMatchObject({ waits: true })
    expect(await asked({ burst: 2_001 })).toMatchObject({ waits: true })
    expect(await asked({ policy: 'misses', value: 1_201, burst: null })).toMatchObject({ waits: true })
    await expect(asked({ until: new Date(Date.now() - 1_000).toISOString() })).rejects.toThrow('until_passed')
    expect(await inForce(operator, merchantId)).toMatchObject({ calls: [null, null, null], misses: [null, null, null] })
    expect((await showPolicies(operator.ctx, merchantId, defaults)).changes).toEqual([])
    await expect(setPolicy(operator.ctx, order(999_999), defaults)).rejects.toThrow('not_found')
    await expect(asked({ value: 12_001, until: new Date(0).toISOString() })).rejects.toThrow('until_passed')
  })

  it('beyond ten times the usual holds once another person has approved it, and not for who proposed it', async () => {
    const [operator, other] = [await newOperator(), await newOperator()]
    const merchantId = await newMerchant()
    const asked = await setPolicy(operator.ctx, order(merchantId, { value: 20_000, burst: 3_000 }), defaults)
    if (!asked.waits) throw new Error('one person decided it')
    const { approvalId } = asked
    await expect(approve(operator.ctx, { approvalId })).rejects.toThrow()
    expect((await inForce(operator, merchantId)).calls).toEqual([null, null, null])
    await approve(other.ctx, { approvalId })
    expect((await inForce(operator, merchantId)).calls).toEqual([20_000, 3_000, null])
    await expect(approve(other.ctx, { approvalId })).rejects.toThrow()
    expect((await showPolicies(operator.ctx, merchantId, defaults)).changes).toHaveLength(1)
  })

  it('beyond ten times the usual is put before the other person as which limit, from what to what, and until when', async () => {
    const [operator, other] = [await newOperator(), await newOperator()]
    const merchantId = await newMerchant()
    await setPolicy(operator.ctx, order(merchantId), defaults)
    const until = new Date('2199-03-01T04:00:00.000Z').toISOString()
    const asked = await setPolicy(operator.ctx, order(merchantId, { value: 20_000, burst: null, until }), defaults)
    if (!asked.waits) throw new Error('one person decided it')
    const { waiting } = await listApprovals(other.ctx)
    const words = { policy: 'calls', from: 2_400, fromBurst: 400, to: 20_000, toBurst: '', until: '2199-02-28' }
    expect(waiting.find(({ id }) => id === asked.approvalId)?.words).toMatchObject({ ...words, message: 'Feria' })
    const misses = await setPolicy(
      operator.ctx,
      order(merchantId, { policy: 'misses', value: 1_500, burst: null }),
      defaults,
    )
    if (!misses.waits) throw new Error('one person decided it')
    const { words: told } = (await findApprovalView(other.ctx, misses.approvalId)) ?? {}
    expect(told).toMatchObject({ policy: 'misses', from: '', to: 1_500, until: '' })
    const { ctx: team } = await newOperator(['operator.team.manage'])
    expect(await findApprovalView(team, misses.approvalId)).toBeUndefined()
  })

  it('is set and seen by who may, alone', async () => {
    const watcher = await newOperator(['operator.network.manage'])
    const merchantId = await newMerchant()
    await expect(setPolicy(watcher.ctx, order(merchantId), defaults)).rejects.toThrow('permission_missing')
    await expect(showPolicies(watcher.ctx, merchantId, defaults)).rejects.toThrow('permission_missing')
    await expect(listPolicies(watcher.ctx, '')).rejects.toThrow('permission_missing')
    await expect(addType(watcher.ctx, { name: 'Carnet' })).rejects.toThrow('permission_missing')
  })

  it('leaves a history that nobody edits', async () => {
    const operator = await newOperator()
    await setPolicy(operator.ctx, order(await newMerchant()), defaults)
    await expect(world().sql`update merchant_policy_changes set reason = 'Otra'`).rejects.toThrow('append-only')
    await expect(world().sql`delete from merchant_policy_changes`).rejects.toThrow('append-only')
  })
})

describe('an identification type', () => {
  const types = async ({ ctx }: Operator) =>
    (await listPolicies(ctx, '')).types.map(({ id, name, retiredAt }) => ({ id, name, retired: retiredAt !== null }))

  it('gets an id that none had, also of several at once and after one was retired', async () => {
    const operator = await newOperator()
    const before = await types(operator)
    await Promise.all(['Carnet A', 'Carnet B', 'Carnet C'].map((name) => addType(operator.ctx, { name })))
    const added = (await types(operator)).slice(before.length)
    expect(added.map(({ name }) => name).toSorted()).toEqual(['Carnet A', 'Carnet B', 'Carnet C'])
    const last = added.at(-1)
    await retireType(operator.ctx, { typeId: last?.id ?? 0 })
    await addType(operator.ctx, { name: 'Carnet D' })
    const ids = (await types(operator)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.at(-1)).toBe((last?.id ?? 0) + 1)
  })

  it('has a name of its own among those in use, and a retired one is changed no more', async () => {
    const operator = await newOperator()
    await addType(operator.ctx, { name: 'Licencia' })
    const typeId = (await types(operator)).at(-1)?.id ?? 0
    await expect(addType(operator.ctx, { name: ' licencia' })).rejects.toThrow('name_taken')
    await renameType(operator.ctx, { typeId, name: 'Licencia de conducir' })
    await retireType(operator.ctx, { typeId })
    expect((await types(operator)).at(-1)).toEqual({ id: typeId, name: 'Licencia de conducir', retired: true })
    await expect(renameType(operator.ctx, { typeId, name: 'Otra' })).rejects.toThrow('not_found')
    await expect(retireType(operator.ctx, { typeId })).rejects.toThrow('not_found')
    await addType(operator.ctx, { name: 'Licencia de conducir' })
  })

  it('is not retired when it is the only one in use, also of two retirements at once', async () => {
    const operator = await newOperator()
    const [first, second, ...rest] = (await types(operator)).filter(({ retired }) => !retired)
    for (const { id } of rest) await retireType(operator.ctx, { typeId: id })
    const both = await Promise.allSettled(
      [first, second].map((one) => retireType(operator.ctx, { typeId: one?.id ?? 0 })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await types(operator)).filter(({ retired }) => !retired)).toHaveLength(1)
  })
})
