import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/db/database'
import { planSettings } from '@/db/plan-settings'
import { Pool } from '@/db/pool'
import { type Reservation, reserve } from '@/db/queries/tills/authorizations'
import { consume, consumeByAccessToken, consumeByApiKey } from '@/db/queries/tills/consumptions'
import { findAccessToken, findApiKey, findClientAndIssue } from '@/db/queries/tills/credentials'
import { findOffers, loadApplyGround } from '@/db/queries/tills/offers'
import {
  findOffersByAccessToken,
  findOffersByApiKey,
  loadApplyGroundByAccessToken,
  loadApplyGroundByApiKey,
} from '@/db/queries/tills/openings'
import { type ReservationAsked, reserveByAccessToken, reserveByApiKey } from '@/db/queries/tills/reservations'
import { Gate } from '@/lib/kernel/gate'
import { createDatabase, type TestDatabase } from '../fixtures/database'

/**
 * A till's statement is planned once for each connection, perhaps on the first day of a network, and must read by index when the tables
 * have grown: also for a person who may stand under several keys (ADR-0060).
 */

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Parent Relationship'?: string
  Plans?: readonly Node[]
}

const flat = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/** What both sides of a join are read by; the tables of a statement that are worked out before are not among its sides. */
const joinedBy = ({ Plans = [] }: Node): readonly string[] =>
  Plans.filter((plan) => ['Outer', 'Inner'].includes(plan['Parent Relationship'] ?? ''))
    .map((plan) => (plan['Node Type'] === 'Hash' ? (plan.Plans?.[0] ?? plan) : plan))
    .map((plan) => plan['Node Type'])

let database: TestDatabase
let client: postgres.Sql
let sent: string | undefined

/** Runs statements like any pool, with the settings of the tills, and keeps the last. */
class RecordingPool extends Pool {
  override async run<T>(statement: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
    return statement(client)
  }
}

let db: Database

beforeAll(async () => {
  database = await createDatabase()
  client = postgres(database.databaseUrl, {
    max: 1,
    connection: planSettings,
    onnotice: () => {},
    debug: (_, text, parameters) => {
      if (parameters.length > 0) sent = text
    },
  })
  const pool = new RecordingPool(database.databaseUrl, { applicationName: 'test' })
  db = new Database(pool, new Gate({ size: 1, waitMsMax: 1_000, queueMax: 1 }), pool)
})

afterAll(async () => {
  await client.end({ timeout: 1 })
  await db.pool.close()
  await database.drop()
})

/** A lone call has a text of its own (ADR-0087): what each asks is looked at alone, and as one of two. */
const howMany = [
  ['alone', (ask: () => Promise<unknown>) => ask(), []],
  ['beside another', (ask: () => Promise<unknown>) => Promise.all([ask(), ask()]), ['Function Scan']],
] as const

/** The plan for all values. */
async function nodesOf(ask: () => Promise<unknown>): Promise<readonly Node[]> {
  sent = undefined
  await ask()
  if (sent === undefined) throw new Error('it asks the database')
  const [row] = await client.unsafe(`explain (generic_plan, format json) ${sent}`)
  return flat(row?.['QUERY PLAN'][0].Plan)
}

const hmacs = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const person = { identificationTypeId: 1, identificationHmacs: hmacs, branchId: 1 }
const apply = { ...person, discountId: 1, idempotencyKey: randomUUID() }
const key = { prefix: 'x'.repeat(16), secretHash: Buffer.alloc(32, 3) }
const token = { tokenDigest: '04'.repeat(32) }

const byKey = ['api_keys', /prefix = /] as const
const byToken = ['access_tokens', /token_hash = /] as const
/** The person is found by identification, and no second time. */
const byPerson = ['collaborators', /identification_hmac = ANY/] as const
const byBranch = ['branches', /^\(id = (?:q\.branch_id|\$\d+)\)$/] as const
/** By its public id, and then by its number. */
const byClient = ['oauth_clients', /client_id = |^\(id = \w+\.client\)$/] as const
const byPurchase = ['authorizations', /merchant_id = .*(?:code|reference) = /] as const
/** The one of the reference that may be overdue is found by it, and marked by its number. */
const byReference = ['authorizations', /merchant_id = .*(?:reference|\bid) = /] as const
const consumption = {
  ...{ merchantId: 1, apiKeyId: 1, oauthClientId: null, code: 'C', authorizationCode: 'A', reference: 'R' },
  ...{ consumptionDate: new Date().toISOString(), idempotencyKey: randomUUID(), fingerprint: Buffer.alloc(32, 4) },
  ...{ newTotal: null, recalculated: null },
}
const tokenAsked = {
  ...{ clientId: 'm1-x', secretHash: Buffer.alloc(32, 6), permissions: null },
  ...{ tokenHash: Buffer.alloc(32, 7), ttlSeconds: 900 },
}
const reservation: Reservation = {
  ...{ merchantId: 1, apiKeyId: 1, oauthClientId: null, code: 'A', reference: 'R', branchId: undefined },
  ...{ idempotencyKey: randomUUID(), fingerprint: Buffer.alloc(32, 5) },
  ...{ discountId: 1, companyId: 1, collaboratorId: '1', purchaseAmount: '10.00', discountAmount: '1.00' },
  ...{ finalAmount: '9.00', discountType: 'PCT', discountValue: '10.00', maximumDiscount: null, scope: 'store' },
  ...{ matchedSubtotal: null, itemsJson: null, ttlSeconds: 900 },
}
const reservationAsked: ReservationAsked = {
  ...apply,
  ...{ code: 'A', reference: 'R', fingerprint: Buffer.alloc(32, 5), purchaseAmount: '10.00', itemsJson: null },
  ...{ heldGenerations: [1], ttlSeconds: 900 },
}
/** There is nobody to reserve for: the statement is what matters. */
const reserveInVain = () => expect(reserve(db, reservation, { limited: true })).rejects.toThrow()

describe.each(howMany)('a plan for a call %s that was made in an empty database', (_, made) => {
  it.each([
    ['a key', [byKey], () => findApiKey(db, key.prefix)],
    ['a token', [byToken], () => findAccessToken(db, token.tokenDigest)],
    ["a person's offers", [byPerson, byBranch], () => findOffers(db, { ...person, merchantId: 1 })],
    ['what an apply must know', [byPerson, byBranch], () => loadApplyGround(db, { ...apply, merchantId: 1 })],
    ['a key and offers', [byKey, byPerson, byBranch], () => findOffersByApiKey(db, { presented: key, asked: person })],
    [
      'a token and offers',
      [byToken, byPerson, byBranch],
      () => findOffersByAccessToken(db, { presented: token, asked: person }),
    ],
    [
      'a key and an apply',
      [byKey, byPerson, byBranch],
      () => loadApplyGroundByApiKey(db, { presented: key, asked: apply }),
    ],
    [
      'a token and an apply',
      [byToken, byPerson, byBranch],
      () => loadApplyGroundByAccessToken(db, { presented: token, asked: apply }),
    ],
    ['what a consumption confirms', [byPurchase], () => consume(db, consumption)],
    [
      'a key and what it confirms',
      [byKey, byPurchase],
      () => consumeByApiKey(db, { presented: key, asked: consumption }),
    ],
    [
      'a token and what it confirms',
      [byToken, byPurchase],
      () => consumeByAccessToken(db, { presented: token, asked: consumption }),
    ],
    ['a client and its token', [byClient], () => findClientAndIssue(db, tokenAsked)],
    ['what an apply reserves', [byReference], reserveInVain],
    [
      'a key and what it reserves',
      [byKey, byPerson, byBranch],
      () => reserveByApiKey(db, { presented: key, asked: reservationAsked }),
    ],
    [
      'a token and what it reserves',
      [byToken, byPerson, byBranch],
      () => reserveByAccessToken(db, { presented: token, asked: reservationAsked }),
    ],
  ] as const)('reads %s row by row, by index', async (_, reads, ask) => {
    const nodes = await nodesOf(() => made(ask))
    const kinds = new Set(nodes.map((node) => node['Node Type']))
    for (const kind of ['Seq Scan', 'Merge Join', 'Materialize']) expect(kinds).not.toContain(kind)
    // Hashed is what a statement asks and writes, a few rows, and never a table (ADR-0098).
    for (const join of nodes.filter((node) => node['Node Type'] === 'Hash Join'))
      expect(joinedBy(join)).toEqual(['CTE Scan', 'CTE Scan'])
    for (const [table, condition] of reads) {
      const conditions = nodes
        .filter((node) => node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable')
        .map((node) => node['Index Cond'])
      expect(conditions, table).not.toEqual([])
      for (const each of conditions) expect(each, table).toMatch(condition)
    }
  })
})

it.each([
  ['a consumption', () => consume(db, consumption)],
  ['a consumption by a key', () => consumeByApiKey(db, { presented: key, asked: consumption })],
  ['a consumption by a token', () => consumeByAccessToken(db, { presented: token, asked: consumption })],
  ['a token', () => findClientAndIssue(db, tokenAsked)],
])('finds what it wrote for %s of several without comparing each with each (ADR-0098)', async (_, ask) => {
  const nodes = await nodesOf(() => Promise.all([ask(), ask()]))
  expect(nodes.map((node) => node['Node Type'])).toContain('Hash Join')
  const loops = nodes.filter((node) => node['Node Type'] === 'Nested Loop')
  for (const loop of loops) expect(joinedBy(loop)).not.toEqual(['CTE Scan', 'CTE Scan'])
})

describe('where each discount is granted to many companies', () => {
  beforeAll(async () => {
    await database.sql`set session_replication_role = replica`
    await database.sql`insert into companies (name) select 'Empresa ' || n from generate_series(1, 200) n`
    await database.sql`
      insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext, first_name, last_name)
      select n % 200 + 1, 1, sha256(n::text::bytea), 'x', 'Ana', 'Peña' from generate_series(1, 4000) n`
    await database.sql`insert into merchants (name) select 'Comercio ' || n from generate_series(1, 200) n`
    await database.sql`
      insert into discounts (merchant_id, name, description, discount_type, discount_value, scope, status, valid_from, valid_to)
      select n % 200 + 1, 'Diez', 'Diez', 'PCT', 10, 'store', 'published', now(), now() + interval '1 day' from generate_series(1, 2000) n`
    await database.sql`
      insert into affiliations (company_id, merchant_id)
      select c, m from generate_series(1, 200) c, generate_series(1, 200) m where (c + m) % 5 = 0`
    await database.sql`
      insert into grants (company_id, merchant_id, discount_id) select company_id, merchant_id, d.id from affiliations join discounts d using (merchant_id)`
    await database.sql`analyze`
    await client`discard plans`
  })

  const asked = [
    ['an apply', () => loadApplyGround(db, { ...apply, merchantId: 1 })],
    ['a key and an apply', () => loadApplyGroundByApiKey(db, { presented: key, asked: apply })],
    ['a token and an apply', () => loadApplyGroundByAccessToken(db, { presented: token, asked: apply })],
    ["a person's offers", () => findOffers(db, { ...person, merchantId: 1 })],
    ['a key and what it reserves', () => reserveByApiKey(db, { presented: key, asked: reservationAsked })],
    ['a token and what it reserves', () => reserveByAccessToken(db, { presented: token, asked: reservationAsked })],
  ] as const

  describe.each(howMany)('a plan for a call %s', (_, made, ofQuestions) => {
    it.each(asked)(
      'reads for %s the person by its identification, and the grants of its company at the merchant alone',
      async (_, ask) => {
        const nodes = await nodesOf(() => made(ask))
        expect(nodes.map((node) => node['Node Type']).filter((kind) => kind === 'Function Scan')).toEqual(ofQuestions)
        const conditionsOn = (table: string) =>
          nodes
            .filter((node) => node['Relation Name'] === table)
            .map((node) => node['Index Cond'] ?? node['Recheck Cond'])
        expect(conditionsOn('collaborators')).toEqual([expect.stringMatching(byPerson[1])])
        expect(conditionsOn('grants')).not.toEqual([])
        for (const condition of conditionsOn('grants')) expect(condition).toMatch(/company_id = .*merchant_id = /)
      },
    )
  })
})

it('asks for no branch in the plan of a lone call that names none', async () => {
  const nodes = await nodesOf(() =>
    findOffersByApiKey(db, { presented: key, asked: { ...person, branchId: undefined } }),
  )
  expect(nodes.map((node) => node['Relation Name'])).toContain('collaborators')
  expect(nodes.map((node) => node['Relation Name'])).not.toContain('branches')
})
