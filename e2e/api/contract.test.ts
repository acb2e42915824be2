import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operations } from '@/lib/http/operations'
import { type Answer, type CallOptions, call, type OperationId, send, tokenOf } from '../fixtures/client'
import { factories } from '../fixtures/factories'
import { cases, newWorld, permitted, type World } from './contract-cases'
import { startApi } from './till'

/** What every operation of the catalogue promises: who may call it, and how it answers whom. */

const api = startApi()

const others = { 'core.integrations': 'core.consumptions.read', 'core.consumptions.read': 'core.integrations' } as const
const noCredential = { 'X-Api-Key': `ck_${'A'.repeat(16)}.${'A'.repeat(49)}` }

it('has a case for every operation, and none for a ghost', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(operations).sort())
})

describe.each(Object.values(operations))('$method $path', (operation) => {
  const id: OperationId = operation.id
  const world = () => newWorld(api().url, api().sql, id)
  const ask = async (on: World, options: CallOptions = {}) =>
    call(api().url, id, { ...(await cases[id].valid(on)), ...options })

  const expectFault = (answer: Answer, status: number, code: string) => {
    expect([answer.status, answer.body?.code], answer.text).toEqual([status, code])
    expect(Object.keys(answer.body)).toEqual(['code', 'title', 'messages'])
  }

  it('answers its own success envelope to a key and to a token that may (D46, D47)', async () => {
    const on = await world()
    const client = await factories(api().sql).oauthClient(on.shop.merchant.id, permitted(id))
    for (const credential of [on.credential, await tokenOf(api().url, client)]) {
      const answer = await ask(on, { credential })
      expect(answer.status, answer.text).toBe(operation.status)
      expect(Object.keys(answer.body)).toEqual(['title', 'messages', 'value', 'meta'])
    }
  })

  it('refuses a call without a credential, with a bare challenge (D48)', async () => {
    const answer = await ask(await world())
    expectFault(answer, 401, 'credential_missing')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="aliado"')
  })

  it('takes no credential from the query string (D47)', async () => {
    const on = await world()
    const { query, ...input } = await cases[id].valid(on)
    for (const name of ['X-Api-Key', 'api_key', 'access_token', 'authorization']) {
      expectFault(
        await call(api().url, id, { ...input, query: { ...query, [name]: on.credential.apiKey } }),
        401,
        'credential_missing',
      )
    }
  })

  it('refuses every credential that has ended with the same bytes (D48)', async () => {
    const on = await world()
    const { sql } = api()
    const make = factories(sql)
    const newKey = () => make.apiKey(on.shop.merchant.id, permitted(id))
    const [revoked, expired, unknown, wrong] = [await newKey(), await newKey(), await newKey(), await newKey()]
    await sql`update api_keys set revoked_at = now() where id = ${revoked.id}`
    await sql`update api_keys set expires_at = now() where id = ${expired.id}`
    await sql`delete from api_keys where id = ${unknown.id}`
    await sql`update api_keys set secret_hash = ${randomBytes(32)} where id = ${wrong.id}`
    const newToken = async () => tokenOf(api().url, await make.oauthClient(on.shop.merchant.id, permitted(id)))
    const [revokedToken, expiredToken, orphan] = [await newToken(), await newToken(), await newToken()]
    const tokenHash = ({ token }: { token: string }) => sql`sha256(${token}::bytea)`
    await sql`update access_tokens set revoked_at = now() where token_hash = ${tokenHash(revokedToken)}`
    await sql`update access_tokens set expires_at = now() where token_hash = ${tokenHash(expiredToken)}`
    await sql`update oauth_clients set deleted_at = now()
      where id = (select oauth_client_id from access_tokens where token_hash = ${tokenHash(orphan)})`

    const ended: CallOptions[] = [
      ...[revoked, expired, unknown, wrong, revokedToken, expiredToken, orphan].map((credential) => ({ credential })),
      ...['', 'x', on.credential.apiKey.slice(0, -1), `${on.credential.apiKey}, ${on.credential.apiKey}`].map(
        (key) => ({
          headers: { 'X-Api-Key': key },
        }),
      ),
      ...['Bearer', 'Bearer x', `Bearer ${'a'.repeat(43)}`, 'Basic YTpi', `Bearer ${on.credential.apiKey}`, 'x'].map(
        (authorization) => ({ headers: { Authorization: authorization } }),
      ),
    ]
    const bodies = new Set<string>()
    for (const options of ended) {
      const answer = await ask(on, options)
      expectFault(answer, 401, 'credential_invalid')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="aliado", error="invalid_token"')
      bodies.add(answer.text)
    }
    expect(bodies.size).toBe(1)
  })

  it('refuses two credentials at once, good or bad (D47)', async () => {
    const on = await world()
    for (const authorization of ['Bearer x', 'Basic x']) {
      expectFault(
        await ask(on, { credential: on.credential, headers: { Authorization: authorization } }),
        400,
        'invalid_request',
      )
    }
  })

  it('refuses a credential without its permission, where it has one (D48, D54)', async () => {
    const on = await world()
    const make = factories(api().sql)
    const permission = operation.permission
    const lacking = { permissions: [others[permission ?? 'core.integrations']] }
    const client = await make.oauthClient(on.shop.merchant.id, lacking)
    for (const credential of [await make.apiKey(on.shop.merchant.id, lacking), await tokenOf(api().url, client)]) {
      const answer = await ask(on, { credential })
      if (permission === null) {
        expect(answer.status).toBe(operation.status)
        continue
      }
      expectFault(answer, 403, 'permission_missing')
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer realm="aliado", error="insufficient_scope", scope="${permission}"`,
      )
    }
  })

  it('refuses a merchant that is not enabled (contract, 5)', async () => {
    const on = await world()
    const input = await cases[id].valid(on)
    await api().sql`update merchants set enabled = false where id = ${on.shop.merchant.id}`
    expectFault(await call(api().url, id, { ...input, credential: on.credential }), 403, 'merchant_disabled')
  })

  it('refuses other methods with Allow, before it asks who calls (D1, D9)', async () => {
    const allowed = operation.method === 'GET' ? 'GET, HEAD' : 'POST'
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (method === operation.method) continue
      const answer = await call(api().url, id, { method, idempotencyKey: false })
      expectFault(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe(allowed)
    }
  })

  it('answers HEAD as GET without a body, or refuses it', async () => {
    const on = await world()
    const { query } = await cases[id].valid(on)
    const answer = await call(api().url, id, {
      method: 'HEAD',
      ...(query ? { query } : {}),
      credential: on.credential,
      idempotencyKey: false,
    })
    expect([answer.status, answer.text]).toEqual([operation.method === 'GET' ? 200 : 405, ''])
  })

  it('knows no path beside its own (D1)', async () => {
    for (const path of [
      `${operation.path}//`,
      `${operation.path}/1`,
      `${operation.path}x`,
      operation.path.toUpperCase(),
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectFault(await send(`${api().url}${path}`, { method, headers: noCredential }), 404, 'not_found')
      }
    }
  })

  it('takes a slash at the end of its path for nothing', async () => {
    const { method } = operation
    expectFault(await send(`${api().url}${operation.path}/`, { method }), 401, 'credential_missing')
  })

  it('echoes a well-formed request id and replaces any other, whatever it answers (D5)', async () => {
    const on = await world()
    const answers = async (requestId: string) => {
      const headers = { 'X-Request-Id': requestId }
      return [
        await ask(on, { credential: on.credential, headers }),
        await ask(on, { headers }),
        await call(api().url, id, { method: 'DELETE', idempotencyKey: false, headers }),
        await send(`${api().url}${operation.path}/x`, { headers }),
      ].map((answer) => answer.headers.get('x-request-id'))
    }
    for (const given of ['a', 'A-z_0.9', 'x'.repeat(64)]) {
      expect(await answers(given)).toEqual([given, given, given, given])
    }
    for (const given of ['', 'x'.repeat(65), 'a b', 'a/b', '"a"', 'ñ', 'a,b']) {
      const ids = await answers(given)
      for (const made of ids) expect(made).toMatch(/^req_[a-z0-9]{20}$/)
      expect(new Set(ids).size).toBe(4)
    }
  })

  it('sends the same headers with every answer, and none for browsers (D1, D10, D11, H-04)', async () => {
    const on = await world()
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }
    const success = await ask(on, { credential: on.credential, headers })
    expect(success.status).toBe(operation.status)
    const answers = [
      success,
      await ask(on, { headers }),
      await call(api().url, id, { method: 'OPTIONS', idempotencyKey: false, headers }),
      await send(`${api().url}${operation.path}/x`, { headers }),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-powered-by')).toBeNull()
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      if (answer !== success) expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const cached = id === 'listIdentificationTypes'
    expect(success.headers.get('cache-control')).toBe(cached ? 'private, max-age=86400' : 'no-store')
    expect(success.headers.get('vary')).toBe(cached ? 'Authorization, X-Api-Key' : null)
  })

  it.each([
    [undefined, 'es'],
    ['en', 'en'],
    ['en;q=0.2,es', 'es'],
    ['fr,en', 'en'],
    [';;q=x,', 'es'],
  ] as const)('speaks to Accept-Language %j in %s (D4)', async (header, language) => {
    const on = await world()
    const headers: Record<string, string> = header === undefined ? {} : { 'Accept-Language': header }
    const success = await ask(on, { credential: on.credential, headers })
    expect(success.body.title).toBe(operation.title[language])
    const refused = await ask(on, { headers })
    expect(refused.body).toMatchObject({
      code: 'credential_missing',
      title: { es: 'Falta la credencial', en: 'Credential missing' }[language],
    })
  })

  it.each(cases[id].foreign)("answers about another merchant's $what exactly as about nothing", async (foreign) => {
    const [owner, stranger] = [await world(), await world()]
    const { theirs, nothing, owners } = await foreign.ask(owner, stranger)
    const seen = await call(api().url, id, { ...theirs, credential: stranger.credential })
    const unseen = await call(api().url, id, { ...nothing, credential: stranger.credential })
    expect([seen.status, seen.text]).toEqual([unseen.status, unseen.text])
    // It was there all the time, and the stranger's call has left it as it was.
    const own = await call(api().url, id, { ...(owners ?? theirs), credential: owner.credential })
    expect(own.status, own.text).toBe(operation.status)
    expect(own.text).not.toBe(seen.text)
  })
})
