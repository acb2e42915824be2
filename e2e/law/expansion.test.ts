import { describe, expect, it } from 'vitest'
import { contractionsIn, statementsOf } from './expansion'
import { filesUnder, textOf } from './files'

/** Migrations only expand, since the version before serves until the last of its processes is replaced (ADR-0064). */

/**
 * Statements that do more, as each begins, and why no version that still serves is hurt: the version that stopped using what they take
 * away, or what makes them an expansion although they do not look like one.
 */
const contracts: readonly { migration: string; begins: string; since: string }[] = [
  {
    migration: '0011_collaborator_email',
    begins: 'ALTER TABLE "collaborator_links" ADD COLUMN "email"',
    since: 'before the first version: nothing had written this table',
  },
  {
    migration: '0011_collaborator_email',
    begins: 'ALTER TABLE "collaborator_sessions" ADD COLUMN "email"',
    since: 'before the first version: nothing had written this table',
  },
  {
    migration: '0035_operators',
    begins: 'ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor"',
    since: 'an expansion: what the constraint of that name allowed before, and one actor more',
  },
  {
    migration: '0043_erasures',
    begins: 'ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_tombstone"',
    since: 'an expansion: no version before wrote erased_at, or the HMAC of an erased person',
  },
  ...['discount_usage', 'discount_daily_usage'].map((table) => ({
    migration: '0045_keys_name_the_merchant',
    begins: `ALTER TABLE "${table}" ALTER COLUMN "merchant_id" SET NOT NULL`,
    since: 'an expansion: a trigger of the same migration fills the column for whoever leaves it out',
  })),
  ...[
    ['discount_usage', 'discount_usage_pkey'],
    ['discount_daily_usage', 'discount_daily_usage_discount_id_collaborator_id_local_day_pk'],
    ['discount_usage', 'discount_usage_discount_id_discounts_id_fk'],
    ['discount_daily_usage', 'discount_daily_usage_discount_id_discounts_id_fk'],
    ['access_tokens', 'access_tokens_pkey'],
    ['credential_calls', 'credential_calls_of_hour'],
    ['credential_refusals', 'credential_refusals_pkey'],
  ].map(([table, constraint]) => ({
    migration: '0045_keys_name_the_merchant',
    begins: `ALTER TABLE "${table}" DROP CONSTRAINT "${constraint}"`,
    since: 'an expansion: the same columns and the merchant, which they determine, are a key in its place (ADR-0067)',
  })),
  {
    migration: '0064_days_of_authorizations_are_filled',
    begins: 'ALTER TABLE "authorizations" ALTER COLUMN "local_day" DROP EXPRESSION',
    since: 'an expansion: a default and triggers of the same migration fill the column with what the expression gave',
  },
  ...['collaborator_links', 'collaborator_sessions', 'known_devices', 'mails'].map((table) => ({
    migration: '0045_keys_name_the_merchant',
    begins: `ALTER TABLE "${table}" ALTER COLUMN "id" SET DATA TYPE bigint`,
    since: 'an expansion: versions before read these ids as texts too, and none of them is beyond 32 bits',
  })),
]

const migrations = filesUnder(['db/migrations'], /\.sql$/).map((file) => ({
  tag: file.replace(/^.*\/|\.sql$/g, ''),
  statements: statementsOf(textOf(file)),
}))

const found = migrations.flatMap(({ tag, statements }, at) =>
  contractionsIn(
    statements,
    migrations.slice(0, at).flatMap((each) => each.statements),
  ).map(([statement, why]) => ({ tag, statement, why })),
)

const isListed = ({ tag, statement }: { tag: string; statement: string }) =>
  contracts.some(({ migration, begins }) => migration === tag && statement.startsWith(begins))

describe('migrations', () => {
  it('only expand, but for what is listed with the version that stopped using it', () => {
    expect(migrations.length).toBeGreaterThanOrEqual(40)
    expect(found.filter((each) => !isListed(each))).toEqual([])
  })

  it('have no entry in that list that is not needed', () => {
    const unused = contracts.filter(
      ({ migration, begins }) => !found.some(({ tag, statement }) => tag === migration && statement.startsWith(begins)),
    )
    expect(unused).toEqual([])
  })
})

describe('the rule', () => {
  const before = ['CREATE UNIQUE INDEX "keys_one" ON "keys" ("a")', 'CREATE INDEX "keys_list" ON "keys" ("b")']
  const whys = (sql: string) => contractionsIn(statementsOf(sql), before).map(([, why]) => why)

  it.each([
    ['DROP TABLE "keys"', 'drops what may be in use'],
    ['ALTER TABLE "keys" DROP COLUMN "a"', 'drops a column'],
    ['ALTER TABLE "keys" RENAME COLUMN "a" TO "b"', 'renames'],
    ['ALTER TABLE "keys" ALTER COLUMN "a" SET DATA TYPE bigint', 'changes a type'],
    ['ALTER TABLE "keys" ALTER COLUMN "a" SET NOT NULL', 'refuses rows without a value'],
    ['ALTER TABLE "keys" ALTER COLUMN "a" DROP DEFAULT', 'takes a value away'],
    ['ALTER TABLE "keys" ADD COLUMN "c" text NOT NULL', 'adds a column that must have a value, without a default'],
    ['DROP INDEX "keys_one"', 'drops a rule that writes lean on'],
    ['ALTER TABLE "keys" DROP CONSTRAINT "keys_pkey"', 'drops a rule that writes lean on'],
    ['ALTER TABLE "keys" ADD CONSTRAINT "keys_a" CHECK ("keys"."a" > 0)', 'refuses rows that were allowed'],
    ['CREATE UNIQUE INDEX "keys_b" ON "keys" USING btree ("b")', 'refuses rows that were allowed'],
    ['-- a note\nREVOKE select ON "keys" FROM service', 'takes rights away'],
  ])('refuses %s', (sql, why) => expect(whys(sql)).toEqual([why]))

  it.each([
    'ALTER TABLE "keys" ADD COLUMN "c" text DEFAULT \'\' NOT NULL',
    'ALTER TABLE "keys" ADD COLUMN "c" text',
    'ALTER TABLE "keys" ALTER COLUMN "a" DROP NOT NULL',
    'DROP INDEX "keys_list"',
    'ALTER TABLE "keys" ADD COLUMN "c" text;--> statement-breakpoint\nALTER TABLE "keys" ADD CONSTRAINT "keys_c" CHECK ("keys"."c" > 0)',
    'CREATE TABLE "new" ("a" text NOT NULL);--> statement-breakpoint\nALTER TABLE "new" ALTER COLUMN "a" SET DATA TYPE bigint',
  ])('allows %s', (sql) => expect(whys(sql)).toEqual([]))
})
