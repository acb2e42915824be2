import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import type { Database } from '@/db/database'
import type { OfficeDb } from '@/db/office'
import { sweepCertificationCalls } from '@/db/queries/offices/certification'
import { sweepCollaboratorAccess } from '@/db/queries/offices/collaborator-links'
import { sweepKnownDevices } from '@/db/queries/offices/known-devices'
import { sweepMinutes } from '@/db/queries/offices/network-minutes'
import { sweepThrottles } from '@/db/queries/offices/throttles'
import {
  sweepBatchSize,
  sweepExpiredImports,
  sweepExpiredTokens,
  sweepOldCalls,
  sweepOldRefusals,
  sweepOverdueAuthorizations,
  sweepTerminalHours,
} from '@/db/queries/tills/sweep'
import { knownDeviceBounds } from '@/lib/accounts/browser'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { fillLargeNetwork, type LargeNetwork, planAsLarger } from '../fixtures/large-network'
import { type PlanNode, plansOf, rowsOf, tillPlansOf } from '../fixtures/plans'

/**
 * What jobs ask and write in a network of which PostgreSQL plans as of one with 10 million consumptions, with more left to do than one
 * statement does: each reads by index, and as many rows as it writes, however much is left (ADR-0071).
 */

const network: LargeNetwork = {
  ...{ merchants: 60, companies: 100, largestOf: 4, collaborators: 25_000, consumptions: 40_000, days: 365 },
  ...{ requestsPerDay: 6_000, requestDays: 4, auditEvents: 40_000, mails: 20_000 },
}

/** More than two statements of the tills' jobs, or of the offices', do. */
const left = { tills: 5_000, offices: 10_000 }

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
  ] as const)(
    'takes of %s as many as one statement may, and reads no more than six times as many rows',
    async (_, sweep) => {
      const { answer, plans } = await tillPlansOf(database.databaseUrl, (db: Database) => sweep(db))
      expect([answer, plans.length]).toEqual([sweepBatchSize, 1])
      for (const { query, nodes } of plans) expect(rowsRead(nodes), query).toBeLessThanOrEqual(6 * sweepBatchSize)
    },
  )
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
