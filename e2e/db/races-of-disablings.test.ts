import { afterAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { disableDueMerchants } from '@/db/queries/tills/sweep'
import { Gate } from '@/lib/kernel/gate'
import { disablingDraft } from '@/lib/network-merchants/drafts'
import { enableMerchant, undoDisabling } from '@/lib/network-merchants/order-disabling'
import { startOfficeRaces } from './office-races'
import { disableByOrder, operatorsOf } from './operators-world'
import { rounds } from './till-races'

/** Two of the operator's people, and the job of two processes, act on one merchant at once: it comes to one state, told once. */

const races = startOfficeRaces()

const each = 8

let jobs: readonly Database[] = []

const openJobs = () => {
  if (jobs.length === 0)
    jobs = [0, 1].map(() => {
      const gate = new Gate({ size: 4, waitMsMax: 60_000, queueMax: 100 })
      return new Database(new Pool(races().databaseUrl, { applicationName: 'test jobs' }), gate)
    })
  return jobs
}

afterAll(async () => {
  await Promise.all(jobs.map(({ pool }) => pool.close()))
})

async function newRace() {
  const [one, two] = races().offices
  if (!one || !two) throw new Error('there are two')
  const sides = [operatorsOf(races().sql, one), operatorsOf(races().sql, two)] as const
  const merchant = await sides[0].make.merchant()
  const operators = [await sides[0].newOperator(), await sides[1].newOperator()] as const
  const done = async () =>
    (await sides[0].eventsOf({ merchantId: merchant.id })).map(({ action }) => action as string).sort()
  return { world: sides[0], merchant, contexts: operators.map(({ ctx }) => ctx), done }
}

const draftOf = ({ id, name }: { id: number; name: string }) =>
  disablingDraft.parse({
    merchantId: id,
    cause: 'security',
    message: 'Una clave se filtró.',
    when: 'now',
    confirmation: name,
  })

const due = (merchantId: number, userId: number) => races().sql`
  insert into merchant_disablings (merchant_id, cause, message, ordered_by, takes_effect_at)
  values (${merchantId}, 'requested', 'Como acordamos.', ${userId}, now())`

describe('a disabling', () => {
  it.each(rounds.slice(0, 5))('that many order at once is ordered by one of them, round %i', async () => {
    const { world, merchant, contexts, done } = await newRace()
    const runs = Array.from({ length: 2 * each }, (_, n) => () => {
      const ctx = contexts[n % 2]
      if (!ctx) throw new Error('there are two')
      return disableByOrder(ctx, draftOf(merchant))
    })
    const { tally } = await races().race(runs)
    expect(tally).toEqual({ done: 1, already_disabled: 2 * each - 1 })
    expect(await world.disablingsOf(merchant.id)).toMatchObject([{ tookEffect: true, ended: false }])
    expect(await done()).toEqual(['merchant.disabled'])
  })

  it.each(rounds)('that is due and is undone at once comes to one of both, round %i', async (round) => {
    const { world, merchant, contexts, done } = await newRace()
    const [one, two] = contexts
    if (!one || !two) throw new Error('there are two')
    await due(merchant.id, one.member.userId)
    const undo = Array.from({ length: each }, (_, n) => async () => {
      await undoDisabling(n % 2 === 0 ? one : two, { merchantId: merchant.id })
    })
    const carry = Array.from({ length: each }, (_, n) => async () => {
      const job = openJobs()[n % 2]
      if (job) await disableDueMerchants(job)
    })
    const runs = undo.flatMap((run, n) => {
      const other = carry[n]
      return other === undefined ? [run] : (n + round) % 2 === 0 ? [run, other] : [other, run]
    })
    const { tally } = await races().race(runs)
    const isUndone = await world.isEnabled(merchant.id)
    // The job answers whatever it found; of those who undo, one wins or none does.
    expect(tally).toEqual(
      isUndone ? { done: each + 1, nothing_ordered: each - 1 } : { done: each, already_disabled: each },
    )
    expect(await world.disablingsOf(merchant.id)).toMatchObject([{ tookEffect: !isUndone, ended: isUndone }])
    expect(await done()).toEqual([isUndone ? 'merchant.disabling_undone' : 'merchant.disabled'])
  })

  it.each(rounds.slice(0, 5))('that ends while another is ordered leaves what its row says, round %i', async () => {
    const { world, merchant, contexts } = await newRace()
    const [one, two] = contexts
    if (!one || !two) throw new Error('there are two')
    await disableByOrder(one, draftOf(merchant))
    const runs = Array.from(
      { length: 2 * each },
      (_, n) => () =>
        n % 2 === 0 ? enableMerchant(one, { merchantId: merchant.id }) : disableByOrder(two, draftOf(merchant)),
    )
    const { tally } = await races().race(runs)
    expect(Object.keys(tally).every((kind) => ['done', 'already_enabled', 'already_disabled'].includes(kind))).toBe(
      true,
    )
    const open = (await world.disablingsOf(merchant.id)).filter(({ ended }) => !ended)
    expect(open).toHaveLength((await world.isEnabled(merchant.id)) ? 0 : 1)
  })
})

describe('the job', () => {
  it('disables what is due and nothing else, once, and says so in the trail of the merchant', async () => {
    const { world, merchant, contexts } = await newRace()
    const userId = contexts[0]?.member.userId ?? 0
    const ahead = await world.make.merchant()
    const undone = await world.make.merchant()
    await due(merchant.id, userId)
    await due(ahead.id, userId)
    await due(undone.id, userId)
    await races()
      .sql`update merchant_disablings set takes_effect_at = now() + interval '1 hour' where merchant_id = ${ahead.id}`
    await races()
      .sql`update merchant_disablings set ended_at = now(), ended_by = ${userId} where merchant_id = ${undone.id}`
    const [job] = openJobs()
    if (!job) throw new Error('there are two')
    expect(await disableDueMerchants(job)).toBe(1)
    expect(await disableDueMerchants(job)).toBe(0)
    expect(await Promise.all([merchant, ahead, undone].map(({ id }) => world.isEnabled(id)))).toEqual([
      false,
      true,
      true,
    ])
    expect(await world.eventsOf({ merchantId: merchant.id })).toEqual([
      {
        actor: 'operator',
        userId: null,
        action: 'merchant.disabled',
        details: { name: merchant.name, cause: 'requested', message: 'Como acordamos.' },
      },
    ])
  })
})
