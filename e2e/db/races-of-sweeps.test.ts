import { describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { sweepOverdueAuthorizations } from '@/db/queries/tills/sweep'
import { Gate } from '@/lib/kernel/gate'
import { tally } from '../fixtures/barrier'
import { newReference, type Person } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { openForTests } from '../fixtures/open-for-tests'
import { apply, callers, calls, openTillRaces, rounds, type Till, type TillRaces } from './till-races'

/** D12, D35, D43: the sweeper tidies while the tills work, in every process, and no till ever waits for it in vain. */

const opened = openForTests(async (atEnd) => {
  const races = await openTillRaces(atEnd)
  const sweeping = new Database(
    new Pool(races.databaseUrl, { applicationName: 'test sweeper' }),
    new Gate({ size: 4, waitMsMax: 1_000, queueMax: 10 }),
  )
  atEnd(() => sweeping.pool.close())
  return { races, sweeping }
})
const races = () => opened().races

/** A till with fifty collaborators and seven reservations of each, whose time `letAllExpire` ends: nobody has marked them yet. */
async function busyTill(limits: Parameters<TillRaces['newTill']>[0]) {
  const till = await races().newTill(limits)
  const people: Person[] = [till.person]
  while (people.length < callers) people.push(await races().make.person(till.company.id))
  await races().sql`
    with overdue as (
      insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select ${till.merchant.id}, p.id || '-' || n, p.id || '-' || n, ${till.discountId}, p.company_id, p.id,
        ${till.credential.id}, 1000, 100, 900, 'PCT', 10, 'store', now() + interval '15 minutes'
      from collaborators p, generate_series(1, 7) n
      where p.company_id = ${till.company.id}
      returning merchant_id, id
    )
    insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
    select merchant_id, gen_random_uuid(), '\\x00'::bytea, id from overdue`
  const applies = () =>
    calls((n) => apply(till, n, { reference: newReference(), person: people[(n * 7) % callers] ?? till.person }))
  return { till, applies }
}

const letAllExpire = (till: Till) => races().sql`
  update authorizations set expires_at = authorized_at + interval '1 microsecond'
  where merchant_id = ${till.merchant.id} and status = 'Authorized'`

const overdueOf = async (till: Till) => {
  const [row] = await races().sql`
    select count(*)::int as rows from authorizations
    where merchant_id = ${till.merchant.id} and status = 'Authorized' and expires_at <= now()`
  return row?.rows
}

const limited = {
  'uses and budget': { usesTotal: 5_000, budget: '5000000.00' },
  'uses per day': { usesPerCollaboratorPerDay: 50 },
  'uses, budget and uses per day': { usesTotal: 5_000, budget: '5000000.00', usesPerCollaboratorPerDay: 50 },
} as const

describe.each(Object.entries(limited))('under a limit on %s', (_, limits) => {
  it.each(rounds)('fifty applies all work while three sweepers give back what expired, round %i', async () => {
    const { till, applies } = await busyTill(limits)
    await letAllExpire(till)
    let answered = false
    const sweep = async () => {
      while (!answered) await sweepOverdueAuthorizations(opened().sweeping)
    }
    let sweeps: Promise<unknown> = Promise.resolve()
    const answers = await races().race(applies(), () => {
      sweeps = Promise.all([sweep(), sweep(), sweep()])
    })
    answered = true
    await sweeps
    expect(tally(answers)).toEqual({ '201': callers })
    await expect.poll(() => overdueOf(till)).toBe(0)
  })
})

describe('a sweep that waits for a discount', () => {
  it('holds nothing that an apply needs meanwhile (D43)', async () => {
    const { till, applies } = await busyTill(limited['uses, budget and uses per day'])
    const waiting = () => lockWaits(races().sql)
    const { answers, swept } = await races().sql.begin(async (holder) => {
      await holder`select from discount_usage where discount_id = ${till.discountId} for update`
      await letAllExpire(till)
      // This sweep, or that of a process whose turn it is.
      const swept = sweepOverdueAuthorizations(opened().sweeping)
      await expect.poll(waiting, { interval: 1 }).toBe(1)
      const answers = races().race(applies().slice(0, 16))
      await expect.poll(waiting, { interval: 1 }).toBe(17)
      return { answers, swept }
    })
    expect(tally(await answers)).toEqual({ '201': 16 })
    await swept
    await expect.poll(() => overdueOf(till)).toBe(0)
  })
})
