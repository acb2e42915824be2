import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'

// T-12, trust.md A6: the audit trail is append-only for whoever is connected, the owner of the database included.

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(async () => {
  await database.drop()
})

/** An event of a merchant's own, and the events of that merchant. */
async function newEvent() {
  const { sql } = database
  const merchant = await factories(sql).merchant()
  const [event] = await sql<{ id: string }[]>`
    insert into audit_events (merchant_id, actor, action, subject_type, subject_id)
    values (${merchant.id}, 'operator', 'api_key.created', 'api_key', ${randomUUID()}) returning id`
  return { id: event?.id ?? '', events: async () => [...(await sql`select * from audit_events order by id`)] }
}

test.each([
  ['an update', (id: string) => `update audit_events set action = 'nothing' where id = ${id}`],
  ['an update of what is not there', () => `update audit_events set action = 'nothing' where false`],
  ['a deletion', (id: string) => `delete from audit_events where id = ${id}`],
  ['a deletion of everything', () => 'delete from audit_events'],
  ['a truncation', () => 'truncate audit_events'],
  ['the truncation of what it names', () => 'truncate merchants cascade'],
  [
    'an insertion that would update',
    (id: string) => `
      insert into audit_events (id, actor, action, subject_type, subject_id) overriding system value
      values (${id}, 'operator', 'nothing', 'nothing', '1') on conflict (id) do update set action = 'nothing'`,
  ],
  [
    'a merge',
    (id: string) => `
      merge into audit_events e using (values (${id}::bigint)) as v (id) on e.id = v.id
      when matched then update set action = 'nothing'`,
  ],
])('%s of audit events is refused, and changes nothing', async (_, statement) => {
  const { id, events } = await newEvent()
  const before = await events()
  await expect(database.sql.unsafe(statement(id))).rejects.toMatchObject({
    code: '42501',
    message: 'audit_events is append-only',
  })
  expect(await events()).toEqual(before)
})

test('nobody is deleted whom an audit event names', async () => {
  const { id } = await newEvent()
  const deletion = database.sql`delete from merchants where id = (select merchant_id from audit_events where id = ${id})`
  await expect(deletion).rejects.toMatchObject({ code: '23503' })
})
