import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StatementSql } from '@/db/client'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { LastUseRecorder } from '@/lib/credentials/record-last-use'
import { Gate } from '@/lib/kernel/gate'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'

/** When a credential was last used (D55). */

let database: TestDatabase
let db: HeldDatabase

/** Its statements are sent when they are let go. */
class HeldDatabase extends Database {
  begun = 0
  letGo = () => {}
  readonly #held = new Promise<void>((resolve) => {
    this.letGo = resolve
  })

  override async run<T>(statement: (sql: StatementSql) => PromiseLike<T>): Promise<T> {
    this.begun += 1
    await this.#held
    return super.run(statement)
  }
}

beforeAll(async () => {
  database = await createDatabase()
  const pool = new Pool(database.databaseUrl, { prepare: true, applicationName: 'test' })
  db = new HeldDatabase(pool, new Gate({ size: 4, waitMsMax: 5_000, queueMax: 100 }))
})

afterAll(async () => {
  await db?.pool.close()
  await database?.drop()
})

it('are all written by a process that ends while it writes: no write passes over a row that another holds', async () => {
  const make = factories(database.sql)
  const { id: merchantId } = await make.merchant()
  const { id: credentialId } = await make.oauthClient(merchantId)
  const recorder = new LastUseRecorder(db, (error) => {
    throw error
  })
  const use = { credentialId, at: new Date(), address: null, userAgent: null }
  recorder.record({ kind: 'oauth_client', ...use })
  const under = recorder.flush(false)
  await Promise.resolve()
  recorder.record({ kind: 'oauth_client_token', ...use })
  const ended = recorder.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(db.begun).toBe(1)
  db.letGo()
  await Promise.all([under, ended])
  const [row] = await database.sql`
    select last_used_at is not null as used, last_token_at is not null as issued from oauth_clients where id = ${credentialId}`
  expect(row).toEqual({ used: true, issued: true })
})
