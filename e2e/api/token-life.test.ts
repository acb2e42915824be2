import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mintClientSecret } from '@/lib/credentials/secret'
import { type Answer, call, form, send, tokenOf } from '../fixtures/client'
import type { OAuthClient } from '../fixtures/factories'
import { startApi } from './till'

/** What becomes of a client's secret and tokens: rotation, deletion, expiry, revocation, guessing (D49 to D51, D56, D57). */

const api = startApi()

type Token = Awaited<ReturnType<typeof tokenOf>>

const sent = (client: OAuthClient) => ({ client_id: client.clientId, client_secret: client.clientSecret })
const ask = (client: OAuthClient) =>
  form(api().url, '/connect/token', { grant_type: 'client_credentials', ...sent(client) })
const use = async (credential: Token): Promise<number> =>
  (await call(api().url, 'listIdentificationTypes', { credential })).status
const hashOf = ({ token }: Token) => createHash('sha256').update(token).digest()

async function newClient(): Promise<OAuthClient> {
  const { make } = api()
  return make.oauthClient((await make.merchant()).id)
}

/** What the office does when it rotates a secret: the old one is kept to be recognised, never to be accepted. */
async function rotate(client: OAuthClient): Promise<OAuthClient> {
  const { clientSecret, secretHash } = mintClientSecret(client.clientId)
  await api().sql`update oauth_clients
    set previous_secret_hash = secret_hash, secret_hash = ${secretHash}, rotated_at = now() where id = ${client.id}`
  return { ...client, clientSecret: clientSecret.reveal() }
}

describe('rotating a secret (contract, 5)', () => {
  it('refuses the old one at once, takes the new one, and leaves issued tokens alive', async () => {
    const client = await newClient()
    const token = await tokenOf(api().url, client)
    const rotated = await rotate(client)
    const refused = await ask(client)
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    expect(await use(token)).toBe(200)
    expect(await use(await tokenOf(api().url, rotated))).toBe(200)
  })

  it('says nothing of it to the till that missed it: the same bytes as to a stranger', async () => {
    const client = await newClient()
    await rotate(client)
    const stranger = await ask({ ...client, clientSecret: 'guess' })
    expect((await ask(client)).text).toBe(stranger.text)
  })
})

describe('deleting a client (contract, 5; D49)', () => {
  it('kills its tokens at once, all of them, and gives no new one', async () => {
    const [client, another] = [await newClient(), await newClient()]
    const tokens = [await tokenOf(api().url, client), await tokenOf(api().url, client)]
    const survivor = await tokenOf(api().url, another)
    await api().sql`update oauth_clients set deleted_at = now() where id = ${client.id}`
    for (const token of tokens) expect(await use(token)).toBe(401)
    expect((await ask(client)).status).toBe(401)
    const revocation = { ...sent(client), token: survivor.token }
    expect((await form(api().url, '/connect/revocation', revocation)).status).toBe(401)
    expect(await use(survivor)).toBe(200)
  })
})

describe('an access token', () => {
  it('dies when its time is over', async () => {
    const token = await tokenOf(api().url, await newClient())
    expect(await use(token)).toBe(200)
    await api().sql`update access_tokens set expires_at = now() where token_hash = ${hashOf(token)}`
    expect(await use(token)).toBe(401)
  })

  it('loses what its client loses, though it was issued with it (D57)', async () => {
    const client = await newClient()
    const token = await tokenOf(api().url, client)
    expect(await use(token)).toBe(200)
    await api().sql`update oauth_clients set permissions = '{core.consumptions.read}' where id = ${client.id}`
    expect(await use(token)).toBe(403)
  })
})

describe('POST /connect/revocation (RFC 7009; D51)', () => {
  const revoke = (client: OAuthClient, fields: Record<string, string>): Promise<Answer> =>
    form(api().url, '/connect/revocation', { ...sent(client), ...fields })

  it('ends a token of the client, and answers the same the second time', async () => {
    const client = await newClient()
    const [token, kept] = [await tokenOf(api().url, client), await tokenOf(api().url, client)]
    for (const hint of [{}, { token_type_hint: 'refresh_token' }]) {
      const answer = await revoke(client, { token: token.token, ...hint })
      expect([answer.status, answer.text]).toEqual([200, '{}'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await use(token)).toBe(401)
    expect(await use(kept)).toBe(200)
  })

  it('answers 200 for a token that is unknown, malformed, or another client’s, which stays alive', async () => {
    const [client, another] = [await newClient(), await newClient()]
    const theirs = await tokenOf(api().url, another)
    for (const token of ['a'.repeat(43), 'x', 'eyJ.a.b', theirs.token]) {
      expect((await revoke(client, { token })).status).toBe(200)
    }
    expect(await use(theirs)).toBe(200)
  })

  it('refuses a client that is not known, a request without a token, and other methods', async () => {
    const client = await newClient()
    const token = await tokenOf(api().url, client)
    const guess = await revoke({ ...client, clientSecret: 'guess' }, { token: token.token })
    expect([guess.status, guess.body.error]).toEqual([401, 'invalid_client'])
    expect(guess.headers.get('www-authenticate')).toBe('Basic realm="aliado"')
    const none = await revoke(client, {})
    expect([none.status, none.body.error]).toEqual([400, 'invalid_request'])
    const got = await send(`${api().url}/connect/revocation?token=${'a'.repeat(43)}`)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await use(token)).toBe(200)
  })
})

describe('GET /.well-known/oauth-authorization-server (RFC 8414; D51)', () => {
  it('names what works, under an issuer that is the address of the service', async () => {
    const { status, headers, body } = await send(`${api().url}/.well-known/oauth-authorization-server`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    const { issuer } = body
    expect(issuer).toMatch(/^https?:\/\/[^/?#]+$/)
    expect(body).toEqual({
      issuer,
      token_endpoint: `${issuer}/connect/token`,
      revocation_endpoint: `${issuer}/connect/revocation`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: ['core.integrations', 'core.consumptions.read'],
    })
    // The address that it tells is this service's: the same path there is this endpoint.
    const { pathname } = new URL(body.token_endpoint)
    expect((await send(`${api().url}${pathname}`)).headers.get('allow')).toBe('POST')
  })
})

describe('guessing at a secret (D56)', () => {
  const guess = (client: OAuthClient) => ask({ ...client, clientSecret: 'guess' })

  it('is throttled after ten failures, with Retry-After, while the right secret still works from there', async () => {
    const [client, neighbour] = [await newClient(), await newClient()]
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(client)))
    const seconds = (performance.now() - startedAt) / 1_000
    const refused = answers.filter((answer) => answer.status === 401)
    const throttled = answers.filter((answer) => answer.status === 429)
    expect(refused.length + throttled.length).toBe(30)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused.length).toBeLessThanOrEqual(10 + seconds / 6 + 1e-9)
    for (const answer of throttled) {
      expect(answer.body.error).toBe('invalid_client')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-6]$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    // Nobody can lock the shop's tills out: neither this client's, nor another's behind the same address.
    expect((await ask(client)).status).toBe(200)
    expect((await ask(neighbour)).status).toBe(200)
    expect((await guess(neighbour)).status).toBe(401)
  })

  it('counts successes never: sixty tills behind one address get their tokens', async () => {
    const client = await newClient()
    for (let till = 0; till < 60; till++) expect((await ask(client)).status).toBe(200)
    expect((await guess(client)).status).toBe(401)
  })

  it('counts at the revocation endpoint too', async () => {
    const client = await newClient()
    const tried = { ...sent(client), client_secret: 'guess', token: 'a'.repeat(43) }
    const answers = await Promise.all(Array.from({ length: 30 }, () => form(api().url, '/connect/revocation', tried)))
    expect(answers.map((answer) => answer.status)).toContain(429)
    const emptiedAt = performance.now()
    const guesses = []
    for (let n = 0; n < 10; n++) guesses.push((await guess(client)).status)
    // Of a budget of their own, all ten would be answered with 401. This one gets a failure back every six seconds.
    const seconds = (performance.now() - emptiedAt) / 1_000
    expect(new Set(guesses)).toContain(429)
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(1 + seconds / 6)
  })
})
