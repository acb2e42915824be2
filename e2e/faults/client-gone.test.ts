import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { operations } from '@/lib/http/operations'
import { till } from '../api/till'
import { expectInvariants } from '../db/invariants'
import { kindOf } from '../fixtures/barrier'
import { type Answer, call } from '../fixtures/client'
import { factories, type Shop } from '../fixtures/factories'
import { printFigures } from './history'
import { openApiOnDatabase } from './open-api'
import { backendsOf, expectNothingLeft, expectWholePool } from './pool'
import { expectAlive } from './supervised-api'

/** D44: a till that hangs up before its answer costs the service nothing, and learns by asking again what became of its write. */

const hangUps = 200
const atOnce = 20

const { database, api } = openApiOnDatabase()

type Sent = { key: string; body: object }

/** Sends an apply whole, and is gone: by a goodbye or by a reset, at once or while the service works. */
async function sendAndGo(shop: Shop, n: number): Promise<Sent> {
  const key = randomUUID()
  const body = till(api().url, shop).applyBody()
  const text = JSON.stringify(body)
  const { port, hostname, host } = new URL(api().url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    `POST ${operations.applyDiscount.path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Api-Key: ${shop.credential.apiKey}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  await new Promise<void>((written) => socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, () => written()))
  if (n % 4 >= 2) await new Promise((soon) => setTimeout(soon, n % 7))
  if (n % 2 === 0) socket.destroy()
  else socket.resetAndDestroy()
  return { key, body }
}

/** The idempotency keys of a merchant that made an authorization. */
async function keysWithRecord(sql: Sql, merchantId: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select k.key from idempotency_keys k join authorizations a on a.merchant_id = k.merchant_id and a.id = k.authorization_id
    where k.merchant_id = ${merchantId}`
  return rows.map(({ key }) => key)
}

it(`leaks nothing when ${hangUps} clients are gone before their answer, and tells each what became of its write`, async () => {
  const { sql } = database()
  const shop = await factories(sql).shop()
  const { id: merchantId } = shop.merchant
  const sent: Sent[] = []
  for (let n = 0; n < hangUps; n += atOnce) {
    sent.push(...(await Promise.all(Array.from({ length: atOnce }, (_, i) => sendAndGo(shop, n + i)))))
  }
  await expectNothingLeft(sql, api().url)
  // What a busy API has not read yet is not among these, and is made before or after the till asks again.
  const madeForNobody = await keysWithRecord(sql, merchantId)

  const answers: Answer[] = []
  const replayed: string[] = []
  for (const { key, body } of sent) {
    const answer = await call(api().url, 'applyDiscount', { credential: shop.credential, body, idempotencyKey: key })
    answers.push(answer)
    if (kindOf(answer) === '201 replayed') replayed.push(key)
  }
  printFigures(`${hangUps} clients gone before their answer`, {
    'records made before the till asked again': madeForNobody.length,
    'asked again': `${replayed.length} replays, ${answers.length - replayed.length} made now`,
    'connections to the database': (await backendsOf(sql)).open,
    'ends of the API process': api().deaths().length,
  })
  expectAlive(api())
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(replayed).toEqual(expect.arrayContaining(madeForNobody))
  expect((await keysWithRecord(sql, merchantId)).sort()).toEqual(sent.map(({ key }) => key).sort())
  const [all] = await sql`select count(*)::int as authorizations from authorizations where merchant_id = ${merchantId}`
  expect(all).toEqual({ authorizations: hangUps })
  await expectInvariants(sql)
  await expectWholePool(sql, api().url, shop)
  await expectNothingLeft(sql, api().url)
})
