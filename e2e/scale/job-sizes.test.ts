import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import type { Database } from '@/db/database'
import type { OfficeDatabase, OfficeDb, OfficeTx } from '@/db/office'
import { listExpiryWarningsDue } from '@/db/queries/offices/api-keys'
import { findIdsWithin } from '@/db/queries/offices/audit-days'
import { sweepCertificationCalls } from '@/db/queries/offices/certification'
import { closeDay } from '@/db/queries/offices/closings'
import { findEmployedElsewhere, findPeopleByHmac, updatePeople } from '@/db/queries/offices/collaborator-imports'
import { sweepCollaboratorAccess } from '@/db/queries/offices/collaborator-links'
import { listKeyedPeople, takePeopleToRekey } from '@/db/queries/offices/data-keys'
import { sweepKnownDevices } from '@/db/queries/offices/known-devices'
import { takeDueMail } from '@/db/queries/offices/mails'
import { sumMinutes, sweepMinutes } from '@/db/queries/offices/network-minutes'
import { listMerchantsToJudge } from '@/db/queries/offices/silences'
import { sweepThrottles } from '@/db/queries/offices/throttles'
import {
  salesSumsBatch,
  sumAuthorizationDays,
  sumConsumptionCompanyDays,
  sumConsumptionDays,
} from '@/db/queries/tills/sales-sums'
import {
  archiveTerminals,
  sweepArchivedTerminals,
  sweepBatchSize,
  sweepExpiredImports,
  sweepExpiredTokens,
  sweepOldCalls,
  sweepOldRefusals,
  sweepOverdueAuthorizations,
  sweepTerminalHours,
} from '@/db/queries/tills/sweep'
import { knownDeviceBounds } from '@/lib/accounts/browser'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { trails } from '@/lib/audit/activity'
import { exportActivity } from '@/lib/audit/list-activity'
import { binBounds } from '@/lib/health/latency'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { requestFilterOf } from '@/lib/requests/filter'
import { exportRequests } from '@/lib/requests/list-requests'
import { authorizationsFilterOf } from '@/lib/sales/authorizations/filter'
import { exportAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { consumptionsFilterOf } from '@/lib/sales/consumptions/filter'
import { exportConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { comparedWith, judgedAt } from '@/lib/terminals/silence'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { fillLargeNetwork, type LargeNetwork, largest, planAsLarger } from '../fixtures/large-network'
import { contextOf } from '../fixtures/members'
import { type PlanNode, plansOf, rowsOf, tillPlansOf } from '../fixtures/plans'

/**
 * What jobs ask and write in a network of which PostgreSQL plans as of one with 10 million consumptions, with more left to do than one
 * statement does: each reads by index, and as many rows as it writes, however much is left (ADR-0071).
 */

const network: LargeNetwork = {
  ...{ merchants: 60, companies: 100, largestOf: 4, collaborators: 25_000, consumptions: 40_000, days: 365 },
  ...{ requestsPerDay: 6_000, requestDays: 4, auditEvents: 40_000, mails: 20_000 },
}

/** Rows of one batch of a file, with what each names. */
const rowsOfBatchMax = 4_000

/** More than two statements of the tills' jobs, or of the offices', do. */
const left = { tills: 5_000, terminals: 2_000, offices: 10_000 }

const ago = (days: number) => `now() - interval '${days} days' - n * interval '1 second'`
const each = (rows: number) => `from generate_series(1, ${rows}) n`
const hash = 'sha256(int8send(n))'

const backlog = [
  `update authorizations set status = 'Authorized', ended_at = null where status = 'Expired'`,
  `insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, issued_at, expires_at)
    select ${hash}, 1 + n % 60, 1 + n % 60, '{core.integrations}', ${ago(3)}, ${ago(2)} ${each(left.tills)}`,
  `insert into imports (company_id, kind, file_name, created_by, expires_at)
    select 1 + n % 100, 'collaborators', 'gente.csv', 1, ${ago(1)} ${each(left.tills)}`,
  `insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    select 1 + n % 60, 1 + n % 60, date_trunc('hour', now()) - interval '31 days' - n * interval '1 hour', 'done', 1 ${each(left.tills)}`,
  `insert into terminal_hours (merchant_id, terminal_id, hour, done)
    select merchant_id, id, date_trunc('hour', now()) - interval '40 days' - n * interval '1 hour', 1
    from terminals, generate_series(1, 5) n`,
  // Live ones unseen for long, those that were archived for it, those unseen for a year, and those without a name.
  ...[
    [100, 'null', 'n::text'],
    [200, 'now()', "'b' || n"],
    [400, 'now()', "'c' || n"],
    [100, 'now()', "''"],
  ].map(
    ([
      days,
      archived,
      name,
    ]) => `insert into terminals (merchant_id, terminal, from_address, first_seen_at, seen_at, archived_at)
      select 2, ${name}, case when ${name} = '' then n::text else '' end, ${ago(500)}, ${ago(Number(days))}, ${archived} ${each(left.terminals)}`,
  ),
  // Of one credential more than are kept, some of them of the last minutes; of the others many that are old.
  `insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times)
    select 1, 1, now() - (3000 - n) * interval '2 seconds', 'rate_limited', 'POST /x', 1 ${each(3_000)}`,
  `insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times)
    select 2 + n % 50, 2 + n % 50, ${ago(31)}, 'rate_limited', 'POST /x', 1 ${each(left.tills)}`,
  `insert into throttles (scope, subject, failures, last_failure_at)
    select 'sign_in_address', n, 1, ${ago(3)} ${each(left.offices)}`,
  `insert into known_devices (purpose, email, token_hash, second_step, last_used_at)
    select 'office', n || '@example.com', ${hash}, false, ${ago(400)} ${each(left.offices)}`,
  `insert into collaborator_links (collaborator_id, email, token_hash, expires_at)
    select n, 'x@example.com', sha256(int8send(-n)), ${ago(3)} ${each(left.offices)}`,
  `insert into collaborator_sessions (collaborator_id, email, token_hash, expires_at)
    select n, 'x@example.com', ${hash}, ${ago(3)} ${each(left.offices)}`,
  `insert into certification_calls (merchant_id, run_id, id, arrived_at, seen)
    select 1, 1, gen_random_uuid(), ${ago(31)}, '{}' ${each(left.offices)}`,
  `insert into merchant_minutes (minute, merchant_id, status, code, calls)
    select date_trunc('minute', now()) - interval '2 days' - n * interval '1 minute', 1, 200, '', 1 ${each(left.offices)}`,
]

async function leaveWork(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // No trigger, and no look-up of what each row names.
    await tx`set local session_replication_role = replica`
    for (const statement of backlog) await tx.unsafe(statement)
  })
  await sql`vacuum (analyze)`
}

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await fillLargeNetwork(database.sql, network)
  await leaveWork(database.sql)
  await planAsLarger(database.sql, 200)
}, 300_000)

afterAll(() => database?.drop())

const rowsRead = (nodes: readonly PlanNode[]): number =>
  nodes
    .filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
    .reduce((sum, node) => sum + rowsOf(node), 0)

describe('a job of the tills’ processes', () => {
  it.each([
    ['overdue authorizations', sweepOverdueAuthorizations],
    ['expired tokens', sweepExpiredTokens],
    ['expired imports', sweepExpiredImports],
    ['old calls', sweepOldCalls],
    ['old refusals', sweepOldRefusals],
    ['old hours of terminals', sweepTerminalHours],
    ['terminals long unseen', archiveTerminals],
    ['archived terminals', sweepArchivedTerminals],
  ] as const)(
    'takes of %s as many as one statement may, and reads no more than six times as many rows',
    async (_, sweep) => {
      const { answer, plans } = await tillPlansOf(database.databaseUrl, (db: Database) => sweep(db))
      expect([answer, plans.length]).toEqual([sweepBatchSize, 1])
      for (const { query, nodes } of plans) expect(rowsRead(nodes), query).toBeLessThanOrEqual(6 * sweepBatchSize)
    },
  )
})

describe('a job that adds up days', () => {
  it.each([
    ['consumptions', sumConsumptionDays],
    ['consumptions by company', sumConsumptionCompanyDays],
    ['authorizations', sumAuthorizationDays],
  ] as const)('goes through as many ids of %s as one transaction may, and reads their rows alone', async (_, sum) => {
    const { answer, plans } = await tillPlansOf(database.databaseUrl, (db) => sum(db))
    expect(answer).toBe(salesSumsBatch)
    for (const { query, nodes } of plans) {
      const ofMerchants = 2 * network.merchants
      expect(rowsRead(nodes), query).toBeLessThanOrEqual(salesSumsBatch + ofMerchants)
    }
  })
})

describe('a job of the offices’ processes', () => {
  it.each([
    ['failures that no longer count', 1, sweepThrottles],
    ['devices long unused', 1, (db: OfficeDb) => sweepKnownDevices(db, knownDeviceBounds)],
    ['links and sessions that died', 2, sweepCollaboratorAccess],
    ['calls of certifications', 1, sweepCertificationCalls],
    ['sums of minutes', 2, sweepMinutes],
  ] as const)(
    'takes of %s as many as one statement may, and reads no more than twice as many rows',
    async (_, statements, sweep) => {
      const plans = await plansOf(
        database.databaseUrl,
        async (db) => expect(await sweep(db), 'whether some may be left').toBe(true),
        { scans: true, analyze: true },
      )
      expect(plans).toHaveLength(statements)
      for (const { query, nodes } of plans) expect(rowsRead(nodes), query).toBeLessThanOrEqual(4_000)
    },
  )
})

const company = largest.companyId
const day = {
  from: startOfDay(addDays(localDayOf(new Date()), -2)),
  to: startOfDay(addDays(localDayOf(new Date()), -1)),
}
/** Some who are in the company, some who are in another one, and many who are in none. */
const peopleOfFile = Array.from({ length: 5_000 }, (_, n) => ({
  identificationTypeId: 1,
  hmac: createHash('sha256')
    .update(bigint(BigInt(n)))
    .digest('hex'),
  oldHmac: createHash('sha256')
    .update(bigint(BigInt(-n)))
    .digest('hex'),
}))

function bigint(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

/** A file's batch after so many others. */
async function begin(batches: AsyncIterable<unknown>, count: number): Promise<void> {
  let read = 0
  for await (const _ of batches) if (++read === count) return
}

const inTransaction = (ask: (tx: OfficeTx) => Promise<unknown>) => (db: OfficeDb) => db.transaction(ask)
const sumTenMinutes = inTransaction((tx) =>
  sumMinutes(tx, {
    from: new Date(Date.now() - 86_400_000),
    to: new Date(Date.now() - 85_800_000),
    bounds: binBounds,
  }),
)
const merchant = (db: OfficeDb) =>
  contextOf({ db } as OfficeDatabase, largest.merchantId, { id: largest.userId, permissions: merchantPermissions })

describe('what an office asks or writes beside its pages', () => {
  it.each<[string, number, (db: OfficeDb) => Promise<unknown>]>([
    ['an import seeks the people of its file', 10_000, (db) => findPeopleByHmac(db, company, peopleOfFile)],
    ['an import seeks them at other companies', 10_000, (db) => findEmployedElsewhere(db, company, peopleOfFile)],
    [
      'an import changes people',
      10_000,
      inTransaction((tx) =>
        updatePeople(
          tx,
          company,
          Array.from({ length: 500 }, (_, n) => ({
            ...{ id: 1 + 50 * n, firstName: 'Ana', lastName: 'Peña', email: null, active: true, typeId: undefined },
          })),
        ),
      ),
    ],
    [
      'a day of a branch is closed',
      6_000,
      inTransaction((tx) =>
        closeDay(tx, largest.merchantId, {
          ...{ userId: largest.userId, branch: 7, day: addDays(localDayOf(new Date()), -2), ...day },
        }),
      ),
    ],
    [
      'the third batch of a file of consumptions',
      3 * rowsOfBatchMax,
      (db) => begin(exportConsumptions(merchant(db), consumptionsFilterOf({ period: 'all' })), 3),
    ],
    [
      'the third batch of a file of authorizations',
      3 * rowsOfBatchMax,
      (db) => begin(exportAuthorizations(merchant(db), authorizationsFilterOf({ period: 'all' })), 3),
    ],
    [
      'the third batch of a file of calls',
      3 * rowsOfBatchMax,
      (db) => begin(exportRequests(merchant(db), requestFilterOf({}), new Date()), 3),
    ],
    [
      'the third batch of a trail',
      3 * rowsOfBatchMax,
      (db) => begin(exportActivity(merchant(db), trails.merchant.filterOf({ period: 'all' })), 3),
    ],
    ['ten minutes of the network are summed', 6_000, sumTenMinutes],
    ['keys that end soon', 2_000, (db) => listExpiryWarningsDue(db, 200)],
    ['merchants with a silent till', 4_000, (db) => listMerchantsToJudge(db, comparedWith(judgedAt(new Date())))],
    ['a day of the trail to seal', 1_500, (db) => findIdsWithin(db, day)],
    [
      'people to bring under another key',
      250,
      inTransaction((tx) => takePeopleToRekey(tx, 2, { after: 12_000, limit: 100 })),
    ],
    ['people that were brought under it are read back', 1_000, (db) => listKeyedPeople(db, 12_000, 1_000)],
    ['the next mail', 10, takeDueMail],
  ])('%s: by index, and %i rows at most by one statement', async (_, rowsMax, ask) => {
    const plans = await plansOf(database.databaseUrl, ask, { scans: true, analyze: true })
    expect(plans.length).toBeGreaterThan(0)
    for (const { query, nodes } of plans) {
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 2_000)
      expect(
        whole.map((node) => node['Relation Name']),
        query,
      ).toEqual([])
      expect(rowsRead(nodes), query).toBeLessThanOrEqual(rowsMax)
    }
  })
  it('the calls of a moment are read once for all merchants', async () => {
    const plans = await plansOf(database.databaseUrl, sumTenMinutes, { scans: true, analyze: true })
    const ofCalls = plans.flatMap(({ nodes }) => nodes.filter((node) => /^d\d{8}$/.test(node['Relation Name'] ?? '')))
    expect(ofCalls.filter((node) => rowsOf(node) > 0).map((node) => node['Actual Loops'])).toEqual([1])
  })
})
