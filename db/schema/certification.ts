import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Attestations, Declarations, SceneId } from '@/lib/certification/plan'
import type { SeenCall } from '@/lib/certification/seen'
import type { RunState } from '@/lib/certification/state'
import type { Verdict } from '@/lib/certification/verdict'
import { users } from './accounts'
import { bigIdentity, createdAt, instant } from './columns'
import { apiKeys, oauthClients } from './credentials'

/** Runs of the certification: what a merchant's adapter does with one credential, judged by one version of the plan. */
export const certificationRuns = pgTable(
  'certification_runs',
  {
    id: bigIdentity(),
    merchantId: integer().notNull(),
    apiKeyId: integer(),
    oauthClientId: integer(),
    planVersion: smallint().notNull(),
    declared: json().$type<Declarations>().notNull(),
    /** Product and version of the first call's User-Agent; null until there is one. */
    adapter: text(),
    state: text().$type<RunState>().notNull().default('open'),
    openedAt: createdAt(),
    openedBy: integer()
      .notNull()
      .references(() => users.id),
    endsAt: instant().notNull(),
    endedAt: instant(),
    /** Of each check; null until it is judged. */
    verdicts: json().$type<readonly Verdict[]>(),
    /** Of the certificate, and of its public page. */
    code: text().unique(),
    /** As it was signed: a text, of which no byte changes. */
    evidence: text(),
    validUntil: instant(),
    suspendedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex('certification_runs_of_key').on(t.merchantId, t.apiKeyId).where(sql`${t.state} = 'open'`),
    uniqueIndex('certification_runs_of_client').on(t.merchantId, t.oauthClientId).where(sql`${t.state} = 'open'`),
    foreignKey({
      name: 'certification_runs_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'certification_runs_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('certification_runs_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('certification_runs_state', sql`${t.state} in ('open', 'passed', 'failed', 'void', 'ended')`),
    check('certification_runs_ended', sql`(${t.state} = 'open') = (${t.endedAt} is null)`),
    check(
      'certification_runs_minutes',
      sql`${t.endsAt} > ${t.openedAt} and ${t.endsAt} <= ${t.openedAt} + interval '90 minutes'`,
    ),
    check('certification_runs_judged', sql`(${t.state} in ('passed', 'failed')) = (${t.verdicts} is not null)`),
    check(
      'certification_runs_certificate',
      sql`num_nonnulls(${t.code}, ${t.validUntil}) = case when ${t.state} = 'passed' then 2 else 0 end
        and (${t.suspendedAt} is null or ${t.state} = 'passed')`,
    ),
  ],
)

/** The scenes of a run as they were played; one that is repeated has several rows, of which the last counts. */
export const certificationScenes = pgTable(
  'certification_scenes',
  {
    id: bigIdentity(),
    merchantId: integer().notNull(),
    runId: bigint({ mode: 'number' }).notNull(),
    scene: text().$type<SceneId>().notNull(),
    openedAt: createdAt(),
    closedAt: instant(),
    attested: json().$type<Attestations>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index('certification_scenes_of_run').on(t.merchantId, t.runId),
    uniqueIndex('certification_scenes_one_open').on(t.merchantId, t.runId).where(sql`${t.closedAt} is null`),
    foreignKey({
      name: 'certification_scenes_run',
      columns: [t.merchantId, t.runId],
      foreignColumns: [certificationRuns.merchantId, certificationRuns.id],
    }),
  ],
)

/** What was seen of the calls of a run, in which there is no identification in clear. Kept for 30 days, and never changed. */
export const certificationCalls = pgTable(
  'certification_calls',
  {
    merchantId: integer().notNull(),
    runId: bigint({ mode: 'number' }).notNull(),
    id: uuid().notNull(),
    arrivedAt: instant().notNull(),
    seen: json().$type<SeenCall>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.runId, t.id] }),
    index('certification_calls_arrived').on(t.arrivedAt),
    foreignKey({
      name: 'certification_calls_run',
      columns: [t.merchantId, t.runId],
      foreignColumns: [certificationRuns.merchantId, certificationRuns.id],
    }),
  ],
)
