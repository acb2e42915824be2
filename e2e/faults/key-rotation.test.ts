import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { centsOfNumeric } from '@/lib/kernel/money'
import { confirmDataKey } from '@/server/confirm-data-key'
import { projectRoot } from '@/server/settings'
import { till } from '../api/till'
import { expectInvariants } from '../db/invariants'
import { canariesIn } from '../fixtures/canaries'
import { createDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, newIdentification, type Person, testDataKey } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { startProcess } from '../fixtures/service'

/** ADR-0060: DATA_KEY is changed while tills sell, by a command that is killed ten times. */

const newKey = randomBytes(32).toString('base64')
const both = { DATA_KEY: newKey, DATA_KEY_GENERATION: '2', DATA_KEY_OLD: testDataKey }
const people = 1_500
const kills = 10

const opened = openForTests(async (atEnd) => {
  const database = await createDatabase()
  atEnd(database.drop)
  const start = async (variables: Record<string, string>) => {
    const { url, stop } = await startProcess(database.databaseUrl, variables)
    atEnd(stop)
    return url
  }
  return { ...database, start }
})

/** The command as an operator runs it. */
function rotate(databaseUrl: string): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/keys-rotate.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...both },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, said })) }
}

it('changes the key while tills sell, killed ten times: no wrong answer, and every cent (ADR-0060)', async () => {
  const { sql, databaseUrl, start } = opened()
  const make = factories(sql)
  await confirmDataKey(databaseUrl, testDataKey)
  const shop = await make.shop()
  const known: Person[] = [shop.person]
  for (let n = 1; n < people; n++) known.push(await make.person(shop.company.id))
  const [old, one, two] = await Promise.all([start({}), start(both), start(both)])
  const tillOf = (url: string, person: Person) => till(url, { ...shop, person })

  // Before the change, by a process that knows nothing of it.
  const key = randomUUID()
  const early = tillOf(old, shop.person)
  const body = early.applyBody()
  const first = await early.apply(body, { idempotencyKey: key })
  expect(first.status).toBe(201)
  expect((await tillOf(one, shop.person).apply(body, { idempotencyKey: key })).text).toBe(first.text)
  expect((await tillOf(old, known[5] ?? shop.person).eligibility()).body.value.eligible).toBe(true)

  let isSelling = true
  let soldCents = 0n
  const asked = { known: 0, unknown: 0, sales: 0 }
  const sell = async (url: string, from: number) => {
    for (let n = from; isSelling; n += 7) {
      const my = tillOf(url, known[n % known.length] ?? shop.person)
      const answer = await my.eligibility()
      expect([answer.status, answer.body.value.eligible]).toEqual([200, true])
      asked.known += 1
      const stranger = await my.eligibility({ identification: newIdentification() })
      expect([stranger.status, stranger.body.value.eligible]).toEqual([200, false])
      asked.unknown += 1
      const reserved = await my.reserved({ purchaseAmount: 100.37 })
      const sold = await my.consume(reserved)
      expect(sold.status).toBe(201)
      soldCents += centsOfNumeric(String(sold.body.value.discountAmount))
      asked.sales += 1
    }
  }
  const selling = Promise.all([sell(one, 0), sell(two, 3)])
  // A process that was left with the old key alone says that it cannot answer, once rows stand under the new one; never that nobody is there.
  const leftBehind = async () => {
    const { status, body: said } = await tillOf(old, known[n(people)] ?? shop.person).eligibility()
    if (status === 200) expect(said.value.eligible).toBe(true)
    else expect(status).toBe(503)
    return status
  }

  const rekeyed = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from collaborators where key_generation = 2`
    return row?.count ?? 0
  }
  for (let kill = 0; kill < kills; kill++) {
    const before = await rekeyed()
    // The command leaves for later whom others hold, so that it cannot end before it is killed; tills do not wait for this lock.
    const reach = known[Math.floor(((kill + 1) * people) / (kills + 1))]?.id ?? 0
    await sql.begin(async (tx) => {
      await tx`select from collaborators where id > ${reach} for key share`
      const { child, ended } = rotate(databaseUrl)
      await eventually(async () => expect(await rekeyed()).toBeGreaterThan(before))
      child.kill('SIGKILL')
      await ended
    })
    await leftBehind()
    expect(await rekeyed()).toBeLessThan(people)
  }
  const { code, said } = await rotate(databaseUrl).ended
  expect([code, said]).toEqual([0, expect.stringContaining('rows read back. The old key is given up')])
  expect(canariesIn(said)).toEqual([])
  expect(await leftBehind()).toBe(503)
  isSelling = false
  await selling
  expect(Math.min(...Object.values(asked))).toBeGreaterThan(0)

  // With the new key alone.
  await expect(confirmDataKey(databaseUrl, testDataKey)).rejects.toThrow('generation 1, which was given up')
  const alone = await start({ DATA_KEY: newKey, DATA_KEY_GENERATION: '2' })
  for (let at = 0; at < people; at += 100) {
    const { status, body: told } = await tillOf(alone, known[at] ?? shop.person).eligibility()
    expect([status, told.value.eligible]).toEqual([200, true])
  }
  // What a till repeats from before the change is known by its fingerprint (D44), and another body is not taken for it.
  const again = await tillOf(alone, shop.person).apply(body, { idempotencyKey: key })
  expect([again.status, again.text]).toEqual([201, first.text])
  const otherBody = await tillOf(alone, shop.person).apply({ ...body, purchaseAmount: 1 }, { idempotencyKey: key })
  expect([otherBody.status, otherBody.body.code]).toEqual([409, 'idempotency_key_reused'])
  const [sums] = await sql<{ rows: number; discounts: string }[]>`
    select count(*)::int as rows, coalesce(sum(discount_amount), 0)::text as discounts from consumptions`
  expect([sums?.rows, centsOfNumeric(sums?.discounts ?? '')]).toEqual([asked.sales, soldCents])
  await expectInvariants(sql)
})

/** Any of so many. */
const n = (below: number): number => Math.floor((Number.parseInt(randomBytes(4).toString('hex'), 16) / 2 ** 32) * below)
