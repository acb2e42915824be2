import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Abandoned } from '@/db/abandoned'
import { connect } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { Gate } from '@/lib/kernel/gate'
import { projectRoot } from '@/server/settings'
import { call } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { factories, newReference } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { startPrimaryAndStandby } from '../fixtures/primary-and-standby'
import { startProcess } from '../fixtures/service'

/** A commit that waits for a standby outlives its call: it is not cancelled, and its connection is counted (ADR-0061, D12, D44). */

const poolMax = 4
/** Together they wait for longer than a connection is waited for: a pool that forgets what it gave up dials anew for each. */
const bursts = 3

const opened = openForTests(async (atEnd) => {
  const { primary, stop } = await startPrimaryAndStandby()
  atEnd(stop)
  await migrateDatabase(primary.url, join(projectRoot, 'db/migrations'))
  const api = await startProcess(primary.url, { DATABASE_POOL_MAX: String(poolMax) })
  atEnd(() => api.kill('SIGKILL'))
  const sql = connect(primary.url, { applicationName: 'test', poolMax: 2, statementTimeoutMs: 60_000 })
  atEnd(() => sql.end({ timeout: 5 }))
  return { api, sql, url: primary.url }
})

it('while no standby confirms, calls are 503, the pool dials no more than its size, and the same keys settle everything afterwards', async () => {
  const { api, sql } = opened()
  const shop = await factories(sql).shop()
  const apply = (reference: string, idempotencyKey?: string) =>
    call(api.url, 'applyDiscount', {
      credential: shop.credential,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      body: {
        identificationTypeId: shop.person.identificationTypeId,
        identification: shop.person.identification,
        merchantDiscountId: shop.discountId,
        purchaseAmount: 100,
        reference,
      },
    })
  expect((await apply(newReference())).status).toBe(201)
  const setStandby = async (name: string) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '${name}'`)
    await sql`select pg_reload_conf()`
    await eventually(async () =>
      expect((await sql`select current_setting('synchronous_standby_names') as name`)[0]?.name).toBe(name),
    )
  }
  const sessions = async () => {
    const [row] = await sql<{ open: number; waiting: number }[]>`
      select count(*)::int as open, count(*) filter (where wait_event = 'SyncRep')::int as waiting
      from pg_stat_activity where application_name like 'aliado api%'`
    return row ?? { open: Number.NaN, waiting: Number.NaN }
  }

  await setStandby('nobody')
  const meant = Array.from({ length: 2 * poolMax * bursts }, () => ({
    reference: newReference(),
    key: crypto.randomUUID(),
  }))
  let [isOver, most] = [false, 0]
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await sessions()).waiting)
      await wait(20)
    }
  })()
  const statuses: number[] = []
  for (let burst = 0; burst < bursts; burst++) {
    const part = meant.slice(burst * 2 * poolMax, (burst + 1) * 2 * poolMax)
    const answers = await Promise.all(part.map(({ reference, key }) => apply(reference, key)))
    statuses.push(...answers.map(({ status }) => status))
  }
  isOver = true
  await watching
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(poolMax)
  // One beside the pool asks what became of those that were given up; one that ends needs a moment.
  await eventually(async () => expect((await sessions()).open).toBeLessThanOrEqual(poolMax + 1))

  await setStandby('')
  for (const { reference, key } of meant)
    await eventually(async () => expect((await apply(reference, key)).status).toBe(201))
  const records = await sql`
    select reference from authorizations where merchant_id = ${shop.merchant.id} group by reference having count(*) = 1`
  expect(records).toHaveLength(meant.length + 1)
  await eventually(async () => expect((await sessions()).open).toBeLessThanOrEqual(poolMax))
})

it('what waits for its client, who is gone, keeps no place, also while something between keeps its connection', async () => {
  const { url, sql } = opened()
  const gate = new Gate({ size: 1, waitMsMax: 100, queueMax: 1 })
  const abandoned = new Abandoned(url, { applicationName: 'test' }, gate)
  await sql.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    abandoned.hold(backend?.pid ?? Number.NaN, undefined)
    expect(gate.load.running).toBe(1)
    await eventually(async () => expect(gate.load.running).toBe(0))
  })
  abandoned.close()
})
