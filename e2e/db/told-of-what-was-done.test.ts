import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { consumeByAccessToken, consumeByApiKey } from '@/db/queries/tills/consumptions'
import { findAccessToken, findApiKey } from '@/db/queries/tills/credentials'
import { reserveByAccessToken, reserveByApiKey } from '@/db/queries/tills/reservations'
import { digest, parseApiKey } from '@/lib/credentials/secret'
import { deriveIdentificationKeys, hmacIdentification } from '@/lib/identification/identification'
import { Gate } from '@/lib/kernel/gate'
import { newCode } from '@/lib/kernel/random-text'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newReference, type Shop, testDataKey } from '../fixtures/factories'

/** ADR-0099: where a call was done its statement tells less, and what the process knows in its place is what stands in the database. */

const keys = deriveIdentificationKeys(testDataKey)

let database: TestDatabase
let db: Database
let shop: Shop
let key: { prefix: string; secretHash: Buffer }
let token: { tokenDigest: string }

beforeAll(async () => {
  database = await createDatabase()
  const make = factories(database.sql)
  shop = await make.shop()
  const pool = new Pool(database.databaseUrl, { applicationName: 'test' })
  db = new Database(pool, new Gate({ size: 4, waitMsMax: 1_000, queueMax: 100 }), pool)
  const permissions = ['core.integrations', 'core.consumptions.read'] as const
  const { apiKey } = await make.apiKey(shop.merchant.id, { permissions: [...permissions] })
  const parsed = parseApiKey(apiKey)
  if (!parsed) throw new Error('it was minted a moment ago')
  key = { prefix: parsed.prefix, secretHash: digest(parsed.secretText) }
  const client = await make.oauthClient(shop.merchant.id, { permissions: [...permissions] })
  const tokenHash = randomBytes(32)
  await database.sql`
    insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
    values (${tokenHash}, ${shop.merchant.id}, ${client.id}, ${permissions as never}, now() + interval '1 hour')`
  token = { tokenDigest: tokenHash.toString('hex') }
  // Of what no call is refused for, all that is told after a write.
  await database.sql`update merchants set misses_per_minute = 7, authorization_ttl_seconds = 1200 where id = ${shop.merchant.id}`
})

afterAll(async () => {
  await db?.pool.close()
  await database?.drop()
})

const ofKey = {
  read: () => findApiKey(db, key.prefix),
  apply: (asked: ReturnType<typeof application>) => reserveByApiKey(db, { presented: key, asked }),
  confirm: (asked: ReturnType<typeof confirmation>) => consumeByApiKey(db, { presented: key, asked }),
}
const ofToken = {
  read: () => findAccessToken(db, token.tokenDigest),
  apply: (asked: ReturnType<typeof application>) => reserveByAccessToken(db, { presented: token, asked }),
  confirm: (asked: ReturnType<typeof confirmation>) => consumeByAccessToken(db, { presented: token, asked }),
}

const fingerprint = () => createHash('sha256').update(randomUUID()).digest()

/** Each of another amount and moment: what was sent does not show whose a row is. */
const application = (reference: string, at = 0) => ({
  ...{
    code: newCode(),
    reference,
    branchId: undefined,
    discountId: shop.discountId,
    purchaseAmount: `${1234 + at}.57`,
  },
  identificationTypeId: shop.person.identificationTypeId,
  identificationHmacs: [hmacIdentification(keys, shop.person.identificationTypeId, shop.person.identification)],
  ...{
    heldGenerations: [1],
    itemsJson: null,
    ttlSeconds: 900,
    idempotencyKey: randomUUID(),
    fingerprint: fingerprint(),
  },
})

const confirmation = (authorizationCode: string, reference: string, at = 0) => ({
  ...{ code: newCode(), authorizationCode, reference, consumptionDate: `2026-01-02T03:04:0${at}.678Z` },
  ...{ idempotencyKey: randomUUID(), fingerprint: fingerprint() },
})

const authorizationOf = async (reference: string) => {
  const [row] = await database.sql`
    select code, expires_at as "expiresAt", discount_amount as "discountAmount", final_amount as "finalAmount"
    from authorizations where merchant_id = ${shop.merchant.id} and reference = ${reference}`
  return row
}

const consumptionOf = async (reference: string) => {
  const [row] = await database.sql`
    select c.code, a.code as "authorizationCode", c.reference, c.status, c.purchase_amount as "purchaseAmount",
      c.discount_amount as "discountAmount", c.final_amount as "finalAmount", c.consumption_date as "consumptionDate"
    from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
    where c.merchant_id = ${shop.merchant.id} and c.reference = ${reference}`
  return row
}

describe.each([
  ['a key', ofKey],
  ['a token', ofToken],
])('a call by %s', (_, by) => {
  describe.each([
    ['alone', 1],
    ['beside others', 5],
  ])('%s', (_, count) => {
    const references = () => Array.from({ length: count }, () => newReference())

    it('that was done tells the rows that it wrote, and its credential as it stands', async () => {
      const stands = await by.read()
      expect(stands).toMatchObject({ limits: { missesPerMinute: 7, authorizationTtlSeconds: 1200 } })
      const all = references()
      const applied = await Promise.all(all.map((reference, at) => by.apply(application(reference, at))))
      for (const [at, opened] of applied.entries()) {
        expect(opened?.ground).toEqual({ made: await authorizationOf(all[at] ?? '') })
        expect(opened?.credential).toEqual({ ...stands, permissions: ['core.integrations'] })
      }
      const codes = applied.map((opened) => opened?.ground.made?.code ?? '')
      const confirmed = await Promise.all(
        all.map((reference, at) => by.confirm(confirmation(codes[at] ?? '', reference, at))),
      )
      for (const [at, opened] of confirmed.entries()) {
        expect(opened?.ground).toMatchObject({ reference: all[at] })
        expect(opened?.ground).toEqual(await consumptionOf(all[at] ?? ''))
        expect(opened?.credential).toEqual({ ...stands, permissions: ['core.integrations'] })
      }
    })

    it('that was not done tells all that was read', async () => {
      const stands = await by.read()
      const nothing = await Promise.all(references().map((reference) => by.confirm(confirmation('A', reference))))
      for (const opened of nothing) expect(opened).toEqual({ ground: undefined, credential: stands })
      const all = references()
      await Promise.all(all.map((reference) => by.apply(application(reference))))
      const taken = await Promise.all(all.map((reference) => by.apply(application(reference))))
      for (const opened of taken) {
        expect(opened?.credential).toEqual(stands)
        expect(opened?.ground).toMatchObject({
          made: undefined,
          read: { identificationTypeKnown: true, offer: { scope: 'store' } },
        })
      }
    })
  })
})
