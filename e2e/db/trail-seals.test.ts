import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { sealNextDay } from '@/lib/audit/seal-days'
import { auditKey, chainDay, noDayBefore } from '@/lib/audit/trail-file'
import { verifyRows } from '@/lib/audit/verify-rows'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { testDataKey } from '../fixtures/factories'
import { startCompanies } from './company'

/** Finished days of the trail are sealed though nobody exports them, and a later change of their rows is found (P-42). */

const { world } = startCompanies()
const key = auditKey(testDataKey)
const root = fileURLToPath(new URL('../..', import.meta.url))

const today = localDayOf(new Date())
/** Three days ago, the day after without events, and yesterday. */
const [one, two, three] = [addDays(today, -3), addDays(today, -2), addDays(today, -1)]
const now = () => new Date(startOfDay(today).getTime() + 2 * 3_600_000)

/** The trail is append-only for everybody but the owner of the tables, who can switch its triggers off. */
const asOwner = (change: (sql: Sql) => Promise<unknown>) =>
  world().sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await change(sql as never)
  })

const events = (sql: Sql, day: string, subjects: readonly string[]) => sql`
  insert into audit_events (occurred_at, actor, action, subject_type, subject_id, details)
  select ${new Date(startOfDay(day).getTime() + 3_600_000)}, 'operator', 'branch.renamed', 'branch', subject, '{"name": "ñ"}'
  from unnest(${[...subjects]}::text[]) subject`

const sealNext = (at = now) => sealNextDay({ db: world().office.db, now: at, auditKey: key })
const sealAll = async () => {
  while ((await sealNext()) !== undefined);
}
const verified = () => verifyRows(world().office.db, key)

beforeEach(() =>
  asOwner(async (sql) => {
    await sql`delete from audit_days`
    await sql`delete from audit_events`
    const many = Array.from({ length: 1_200 }, (_, at) => String(at + 1))
    await events(sql, one, many)
    await events(sql, three, ['x'])
  }),
)

describe('a day of the trail that is over', () => {
  it('is sealed without being exported, one at a time, with or without events, and the present one is not', async () => {
    const late = new Date(startOfDay(today).getTime() + 59 * 60_000)
    expect(await verified()).toEqual({ kind: 'unsealed' })
    expect([await sealNext(() => late), await sealNext(() => late), await sealNext(() => late)]).toEqual([
      one,
      two,
      undefined,
    ])
    expect([await sealNext(), await sealNext()]).toEqual([three, undefined])
    const days = await world()
      .sql`select day::text, events, octet_length(signature) as signed from audit_days order by day`
    expect(days).toMatchObject([
      { day: one, events: 1_200, signed: 64 },
      { day: two, events: 0, signed: 64 },
      { day: three, events: 1, signed: 64 },
    ])
    expect(await verified()).toEqual({ kind: 'valid', first: one, last: three, events: 1_201, notSigned: 0 })
  })

  it('is sealed once by all processes together', async () => {
    await Promise.all(Array.from({ length: 4 }, sealAll))
    const [sealed] = await world().sql`select count(*)::int as days from audit_days`
    expect(sealed?.days).toBe(3)
    expect(await verified()).toMatchObject({ kind: 'valid', last: three })
  })

  it('is known to be another when a row of it is changed, removed or added', async () => {
    await sealAll()
    const changes: readonly [string, (sql: Sql) => Promise<unknown>, string][] = [
      ['changed', (sql) => sql`update audit_events set subject_id = 'y' where subject_id = '700'`, one],
      ['removed', (sql) => sql`delete from audit_events where subject_id = '1200'`, one],
      ['added', (sql) => events(sql, two, ['z']), two],
    ]
    for (const [what, change, day] of changes) {
      await asOwner((sql) => sql`create table before as select * from audit_events`)
      await asOwner(change)
      expect([what, await verified()]).toEqual([what, { kind: 'faulty', day, fault: 'rows_changed' }])
      await asOwner(async (sql) => {
        await sql`delete from audit_events`
        await sql`insert into audit_events overriding system value select * from before`
        await sql`drop table before`
      })
      expect(await verified()).toMatchObject({ kind: 'valid' })
    }
    await asOwner((sql) => events(sql, addDays(one, -1), ['early']))
    expect(await verified()).toEqual({ kind: 'faulty', day: one, fault: 'event_before' })
  })

  it('is known to be another when its seal was made to fit, is gone, or lost its signature', async () => {
    await sealAll()
    const chained = chainDay(one, noDayBefore, [])
    await asOwner(async (sql) => {
      await sql`delete from audit_events where occurred_at < ${startOfDay(two)}`
      await sql`update audit_days set events = 0, last_hash = decode(${chained.last}, 'hex') where day = ${one}`
    })
    expect(await verified()).toEqual({ kind: 'faulty', day: one, fault: 'signature_wrong' })
    await asOwner((sql) => sql`delete from audit_days where day = ${one}`)
    expect(await verified()).toMatchObject({ kind: 'faulty', day: two })
  })

  it('misses no seal between two, and none has lost its signature after one that has it', async () => {
    await sealAll()
    await asOwner((sql) => sql`update audit_days set signature = null where day = ${one}`)
    expect(await verified()).toMatchObject({ kind: 'valid', notSigned: 1 })
    await asOwner((sql) => sql`update audit_days set signature = null where day = ${three}`)
    expect(await verified()).toEqual({ kind: 'faulty', day: three, fault: 'not_signed' })
    await asOwner((sql) => sql`delete from audit_days where day = ${two}`)
    expect(await verified()).toEqual({ kind: 'faulty', day: two, fault: 'day_missing' })
  })
})

describe('npm run audit:verify, without a file', () => {
  const run = () =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: world().databaseUrl, DATA_KEY: testDataKey }
      execFile(process.execPath, ['--import', 'tsx', 'server/audit-verify.ts'], { cwd: root, env }, (error, stdout) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
      })
    })

  it('says what the rows of the database are, and ends with 1 when they were changed', async () => {
    await sealAll()
    expect(await run()).toEqual({
      code: 0,
      stdout: `Valid.\nfirst day  ${one}\nlast day   ${three}\nevents     1201\n`,
    })
    await asOwner((sql) => sql`update audit_events set outcome = 'denied' where subject_id = 'x'`)
    expect(await run()).toEqual({
      code: 1,
      stdout: `Not valid: ${three} is not what it was when it was sealed: a row was changed, removed or added.\n`,
    })
  })
})
