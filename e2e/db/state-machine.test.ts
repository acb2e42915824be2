import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { Gate } from '@/lib/kernel/gate'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { type RunningService, startService } from '../fixtures/service'
import { expectInvariants } from './invariants'
import * as commands from './model/commands'
import type { Model } from './model/model'
import { newWorld, peopleCount, skus, type World } from './model/world'

/**
 * Any sequence of calls at two processes is answered as a model of some hundred lines says, and leaves the rows that it says.
 * A failure prints how to see it again: FC_SEED, FC_PATH and FC_REPLAY_PATH.
 */

const numRuns = 60
const maxCommands = 40

let testDatabase: TestDatabase
let services: RunningService[]
let database: Database

beforeAll(async () => {
  testDatabase = await createDatabase()
  services = await Promise.all([startService(testDatabase.databaseUrl), startService(testDatabase.databaseUrl)])
  database = new Database(
    new Pool(testDatabase.databaseUrl, { applicationName: 'test sweeper' }),
    new Gate({ size: 2, waitMsMax: 1_000, queueMax: 10 }),
  )
})

afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()))
  await database?.pool.close()
  await testDatabase?.drop()
})

const amounts = fc.oneof(
  fc.constantFrom(1n, 5n, 10_25n, 49_99n, 50_00n, 200_00n, 333_33n, 1_000_00n, 999_999_999_99n),
  fc.bigInt({ min: 1n, max: 700_00n }),
)
const references = fc.constantFrom('T-1', 't-1', 'T-2', 'T-3', 'T-4')
const manner = fc.record({ till: fc.nat(5), spelling: fc.constantFrom(0, 0, 1) })
const which = fc.nat(9)
const lines = fc.array(
  fc.record({
    sku: fc.constantFrom(...skus),
    price: fc.oneof(fc.constantFrom(0n, 10_05n, 35_00n, 120_00n), fc.bigInt({ min: 0n, max: 150_00n })),
    quantity: fc.oneof(fc.constantFrom(1_000n, 2_000n), fc.bigInt({ min: 1n, max: 3_500n })),
  }),
  { maxLength: 4 },
)
const oldKey = fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: which })
const target = fc.record({ which: fc.oneof(fc.constant(0), which), otherReference: fc.nat(11).map((n) => n === 0) })
const applyRequest = fc.record({
  operation: fc.constant('applyDiscount' as const),
  discount: fc.oneof({ weight: 20, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.constant(7) }),
  person: fc.oneof({ weight: 5, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(peopleCount - 1) }),
  amount: amounts,
  reference: references,
  branch: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('none', 'open') },
    { weight: 1, arbitrary: fc.constantFrom('closed', 'foreign') },
  ),
  items: fc.oneof({ weight: 4, arbitrary: lines }, { weight: 1, arbitrary: fc.constant(undefined) }),
})

const apply = fc.tuple(applyRequest, oldKey, manner).map((parts) => commands.apply(...parts))
const consume = fc
  .tuple(target, fc.oneof(fc.constant(undefined), amounts), oldKey, manner)
  .map((parts) => commands.consume(...parts))
const release = fc.tuple(target, manner).map((parts) => commands.release(...parts))
const expire = which.map(commands.expire)

const anyCommands = (replayPath: string | undefined) =>
  fc.commands(
    [
      apply,
      apply,
      apply,
      apply,
      consume,
      consume,
      release,
      expire,
      fc.tuple(which, manner).map((parts) => commands.again(...parts)),
      fc.tuple(which, manner).map((parts) => commands.otherBody(...parts)),
      fc.constant(null).map(commands.sweep),
      fc
        .tuple(fc.nat(peopleCount - 1), fc.oneof(fc.constantFrom(undefined, 0n), amounts), manner)
        .map((parts) => commands.checkEligibility(...parts)),
      fc.tuple(references, manner).map((parts) => commands.recover(...parts)),
    ],
    { maxCommands, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  )

/** The rows of the merchant say what the model says; nobody need have marked what is overdue. */
async function expectRows(model: Model, { sql, merchantId }: World): Promise<void> {
  const rows = await sql`
    select a.code, a.purchase_amount::text as purchase, a.discount_amount::text as granted, c.code as consumption,
      c.purchase_amount::text as paid, c.discount_amount::text as settled,
      case when a.status = 'Authorized' and a.expires_at <= now() then 'Expired' else a.status end as status
    from authorizations a left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
    where a.merchant_id = ${merchantId} order by a.id`
  const text = (cents: bigint | undefined) => (cents === undefined ? null : (Number(cents) / 100).toFixed(2))
  expect([...rows]).toEqual(
    model.authorizations.map(({ code, purchase, granted, status, consumption }) => ({
      code,
      purchase: text(purchase),
      granted: text(granted),
      consumption: consumption?.code ?? null,
      paid: text(consumption?.purchase),
      settled: text(consumption?.granted),
      status,
    })),
  )
  const [keys] = await sql`select count(*)::int as keys from idempotency_keys where merchant_id = ${merchantId}`
  expect(keys).toEqual({ keys: model.bound.length })
}

const { FC_SEED, FC_PATH, FC_REPLAY_PATH } = process.env

it('answers any sequence of calls as the model does, and keeps every invariant', { timeout: 300_000 }, async () => {
  const { sql } = testDatabase
  const urls = services.map(({ url }) => url)
  const property = fc.asyncProperty(anyCommands(FC_REPLAY_PATH), fc.boolean(), async (sequence, admitsLate) => {
    const world = await newWorld({ sql, database, urls }, admitsLate)
    await fc.asyncModelRun(() => world, sequence)
    await expectRows(world.model, world.real)
    await expectInvariants(sql)
  })
  const found = await fc.check(property, {
    numRuns,
    // Time enough to make a failure short; a sound run ends long before.
    interruptAfterTimeLimit: 240_000,
    markInterruptAsFailure: true,
    ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
    ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
  })
  if (found.failed) {
    const report = (await fc.asyncDefaultReportMessage(found)) ?? ''
    const replayPath = /replayPath="([^"]*)"/.exec(report)?.[1] ?? ''
    const settings = `FC_SEED=${found.seed} FC_PATH='${found.counterexamplePath}' FC_REPLAY_PATH='${replayPath}'`
    throw new Error(`${report}\n\nAgain: ${settings} npx vitest run e2e/db/state-machine.test.ts`, {
      cause: found.errorInstance,
    })
  }
  // The runs went where they should: the answers that a run cannot well miss were met.
  if (FC_PATH === undefined) expect(Object.keys(commands.seen)).toEqual(expect.arrayContaining(everyKind))
})

const everyKind = [
  'applyDiscount 201',
  'applyDiscount 201 replayed',
  'applyDiscount 400 branch_invalid',
  'applyDiscount 400 items_required',
  'applyDiscount 400 no_applicable_items',
  'applyDiscount 400 reference_in_use',
  'applyDiscount 404 discount_not_available minimum',
  'applyDiscount 404 discount_not_available nobody',
  'applyDiscount 404 discount_not_available uses',
  'applyDiscount 409 idempotency_key_reused',
  'registerConsumption 201',
  'registerConsumption 400 authorization_already_used',
  'registerConsumption 400 authorization_expired no policy',
  'registerConsumption 201 late',
  'registerConsumption 404 authorization_not_found',
  'registerConsumption 409 idempotency_key_reused',
  'release 200 of Authorized',
  'release 404 authorization_not_found',
  'recover 200 Authorized',
  'recover 404 authorization_not_found',
  'expire done',
  'checkEligibility eligible',
  'checkEligibility not eligible',
]
