import { describe, expect, it } from 'vitest'
import { call, form, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import type { ApiKey } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { startApi } from './till'

/** D55: when, from where and with what a credential was last used. Written every five seconds, and when the process stops. */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '150' })

/** Waits for the recorder: its turn comes every five seconds, so the tests of this file wait for it together. */
const untilWritten = (id: number) => eventually(async () => expect(await lastUse(id)).not.toEqual(never))

const list = (credential: ApiKey, headers: Record<string, string> = {}, url = api().url) =>
  call(url, 'listIdentificationTypes', { credential, headers })

type Use = { at: Date | null; address: string | null; userAgent: string | null }

async function lastUse(id: number): Promise<Use | undefined> {
  const [row] = await api().sql<Use[]>`
    select last_used_at as at, last_used_address as address, last_used_user_agent as "userAgent"
    from api_keys where id = ${id}`
  return row
}

/** The last uses of a client: of the API, and of the token endpoint. */
async function clientUses(id: number) {
  const [row] = await api().sql`
    select last_used_at as "usedAt", last_used_user_agent as "usedBy", last_token_at as "tokenAt",
      last_token_address as "tokenAddress", last_token_user_agent as "tokenBy"
    from oauth_clients where id = ${id}`
  return row
}

const never: Use = { at: null, address: null, userAgent: null }

describe.concurrent('an accepted call', () => {
  it('is written with its moment, address and user agent, within seconds', async () => {
    const { credential } = await api().make.shop()
    expect(await lastUse(credential.id)).toEqual(never)
    const startedAt = Date.now()
    expect((await list(credential, { 'User-Agent': 'Caja 3 (POS/2.1)' })).status).toBe(200)
    const endedAt = Date.now()
    await untilWritten(credential.id)
    const use = await lastUse(credential.id)
    expect(use).toMatchObject({ userAgent: 'Caja 3 (POS/2.1)' })
    expect(use?.address).toMatch(/^(::ffff:)?127\.0\.0\.1$/)
    expect(use?.at?.getTime()).toBeGreaterThanOrEqual(startedAt)
    expect(use?.at?.getTime()).toBeLessThanOrEqual(endedAt)
  })

  it('never believes what the caller writes of its address, and cuts a long user agent', async () => {
    const { credential } = await api().make.shop()
    await list(credential, { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'x'.repeat(5_000) })
    await untilWritten(credential.id)
    const use = await lastUse(credential.id)
    expect(use?.address).not.toContain('203.0.113.9')
    expect(use?.userAgent).toBe('x'.repeat(256))
  })

  it('counts also when its body is refused: the credential was accepted', async () => {
    const { credential } = await api().make.shop()
    expect((await call(api().url, 'checkEligibility', { credential, body: '{' })).status).toBe(400)
    await untilWritten(credential.id)
  })

  it('is written before a process that is told to stop ends', async () => {
    const { credential } = await api().make.shop()
    const service = await startService(api().databaseUrl)
    expect((await list(credential, { 'User-Agent': 'the last one' }, service.url)).status).toBe(200)
    expect(await service.stop()).toBe(0)
    expect(await lastUse(credential.id)).toMatchObject({ userAgent: 'the last one' })
  })

  it('is told apart from a token request', async () => {
    const { make, url } = api()
    const client = await make.oauthClient((await make.merchant()).id)
    const fields = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret }
    await form(url, '/connect/token', fields, { 'User-Agent': 'token' })
    await eventually(async () => expect((await clientUses(client.id))?.tokenAt).not.toBeNull())
    expect(await clientUses(client.id)).toMatchObject({ tokenBy: 'token', usedAt: null, usedBy: null })
    expect((await clientUses(client.id))?.tokenAddress).toMatch(/127\.0\.0\.1$/)
    const before = await clientUses(client.id)
    const { token } = await tokenOf(url, client)
    const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'call' }
    expect((await call(url, 'listIdentificationTypes', { headers })).status).toBe(200)
    await eventually(async () => expect((await clientUses(client.id))?.usedAt).not.toBeNull())
    expect(await clientUses(client.id)).toMatchObject({ tokenAt: before?.tokenAt, tokenBy: 'token', usedBy: 'call' })
  })
})

describe.concurrent('a refused call never moves it', () => {
  /** Once a later use of another credential stands, whatever these calls had to write is written. */
  async function untilAllIsWritten(): Promise<void> {
    const { credential } = await api().make.shop()
    await list(credential)
    await untilWritten(credential.id)
  }

  it('whether it is 401, 403 or 429', async () => {
    const { make, sql, url } = api()
    const keys = await Promise.all(Array.from({ length: 4 }, async () => (await make.shop()).credential))
    const [revoked, lacking, disabled, spoiled] = keys as [ApiKey, ApiKey, ApiKey, ApiKey]
    await sql`update api_keys set revoked_at = now() where id = ${revoked.id}`
    await sql`update api_keys set permissions = '{core.consumptions.read}' where id = ${lacking.id}`
    await sql`update merchants set enabled = false
      where id = (select merchant_id from api_keys where id = ${disabled.id})`
    const both = { headers: { Authorization: 'Bearer x' }, credential: spoiled }
    expect((await list(revoked)).status).toBe(401)
    expect((await list(lacking)).status).toBe(403)
    expect((await list(disabled)).status).toBe(403)
    expect((await call(url, 'listIdentificationTypes', both)).status).toBe(400)
    expect((await call(url, 'listIdentificationTypes', { credential: spoiled, method: 'DELETE' })).status).toBe(405)
    await untilAllIsWritten()
    for (const key of keys) expect(await lastUse(key.id)).toEqual(never)
  })

  it('when the rate is exceeded: the last granted call stands', async () => {
    const { credential } = await api().make.shop()
    const agents = Array.from({ length: 400 }, (_, i) => `call ${i}`)
    const granted: string[] = []
    const statuses = new Set<number>()
    for (const agent of agents) {
      const { status } = await list(credential, { 'User-Agent': agent })
      statuses.add(status)
      if (status !== 200) break
      granted.push(agent)
    }
    expect([...statuses]).toEqual([200, 429])
    await untilAllIsWritten()
    await eventually(async () => expect((await lastUse(credential.id))?.userAgent).not.toBeNull())
    expect(granted).toContain((await lastUse(credential.id))?.userAgent)
  })

  it('at the token endpoint', async () => {
    const { make, url } = api()
    const client = await make.oauthClient((await make.merchant()).id)
    const fields = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: 'guess' }
    expect((await form(url, '/connect/token', fields)).status).toBe(401)
    const scope = { ...fields, client_secret: client.clientSecret, scope: 'core.consumptions.read' }
    expect((await form(url, '/connect/token', scope)).status).toBe(400)
    const marker = await make.oauthClient((await make.merchant()).id)
    await tokenOf(url, marker)
    await eventually(async () => expect((await clientUses(marker.id))?.tokenAt).not.toBeNull())
    expect((await clientUses(client.id))?.tokenAt).toBeNull()
  })
})

describe.concurrent('the update', () => {
  it('comes once for a hundred calls, on two processes at once', async () => {
    const { sql, make, databaseUrl } = api()
    const { credential } = await make.shop()
    await sql`create table uses_written (id int)`
    await sql`create function count_use() returns trigger language plpgsql as $$
      begin insert into uses_written values (new.id); return new; end $$`
    await sql`create trigger count_use before update on api_keys for each row execute function count_use()`
    const other = await startService(databaseUrl)
    const calls = Array.from({ length: 100 }, (_, i) => list(credential, {}, i % 2 ? api().url : other.url))
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200)
    await untilWritten(credential.id)
    // The other process writes whatever it still holds when it stops.
    expect(await other.stop()).toBe(0)
    expect(await sql`select from uses_written where id = ${credential.id}`).toHaveLength(1)
  })

  it('goes forward only, and corrects a value in the future', async () => {
    const { sql, make } = api()
    const [ahead, recent] = [(await make.shop()).credential, (await make.shop()).credential]
    await sql`update api_keys set last_used_at = now() + interval '1 year' where id = ${ahead.id}`
    await sql`update api_keys set last_used_at = now() - interval '20 seconds', last_used_user_agent = 'before'
      where id = ${recent.id}`
    await list(recent, { 'User-Agent': 'after' })
    await list(ahead, { 'User-Agent': 'now' })
    await eventually(async () => expect((await lastUse(ahead.id))?.userAgent).toBe('now'))
    expect((await lastUse(ahead.id))?.at?.getTime()).toBeLessThanOrEqual(Date.now())
    // Written less than a minute ago: at most a minute late is soon enough.
    expect(await lastUse(recent.id)).toMatchObject({ userAgent: 'before' })
  })

  it('waits for nobody: while a row is locked calls are answered, and others’ uses are written', async () => {
    const { sql, make } = api()
    const [locked, free] = [(await make.shop()).credential, (await make.shop()).credential]
    await sql.begin(async (held) => {
      await held`select from api_keys where id = ${locked.id} for update`
      expect((await list(locked, { 'User-Agent': 'while locked' })).status).toBe(200)
      await list(free)
      await untilWritten(free.id)
      expect(await lastUse(locked.id)).toEqual(never)
    })
    await eventually(async () => expect((await lastUse(locked.id))?.userAgent).toBe('while locked'))
  })

  it('of a credential that was revoked meanwhile is not made', async () => {
    const { sql, make } = api()
    const { credential } = await make.shop()
    const service = await startService(api().databaseUrl)
    // The lock keeps the use from being written before the revocation.
    await sql.begin(async (held) => {
      await held`select from api_keys where id = ${credential.id} for update`
      expect((await list(credential, {}, service.url)).status).toBe(200)
      await held`update api_keys set revoked_at = now() where id = ${credential.id}`
    })
    expect(await service.stop()).toBe(0)
    expect(await lastUse(credential.id)).toEqual(never)
  })
})
