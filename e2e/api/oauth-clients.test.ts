import * as oauth4webapi from 'oauth4webapi'
import * as openidClient from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, form, send } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, type OAuthClient } from '../fixtures/factories'
import { portForTest } from '../fixtures/program'
import { type RunningService, startProcess } from '../fixtures/service'

/** The token endpoint as widely used clients use it, as they come from npm: discovery, tokens, revocation (D50, D51). */

let database: TestDatabase
let service: RunningService
let port: number
let client: OAuthClient

beforeAll(async () => {
  database = await createDatabase()
  const make = factories(database.sql)
  await make.identificationTypes()
  client = await make.oauthClient((await make.merchant()).id)
  port = await portForTest()
  service = await startProcess(database.databaseUrl, { API_PORT: String(port) })
})

afterAll(async () => {
  await service?.stop()
  await database?.drop()
})

/** The documented address, and the machine's other name for itself. */
const names = ['localhost', '127.0.0.1']
const addressOf = (name: string) => new URL(`http://${name}:${port}`)

/** That the token opens the API, and is gone after its revocation. */
async function expectUsable(token: string, revoke: () => Promise<void>): Promise<void> {
  const use = async () =>
    (await call(service.url, 'listIdentificationTypes', { credential: { kind: 'token', token } })).status
  expect(await use()).toBe(200)
  await revoke()
  expect(await use()).toBe(401)
}

describe.each(names)('at %s', (name) => {
  it.each([
    ['in the body', (secret: string) => openidClient.ClientSecretPost(secret)],
    ['by Basic', (secret: string) => openidClient.ClientSecretBasic(secret)],
  ])('openid-client discovers, asks for a token with its secret %s, and revokes it', async (_, authenticate) => {
    const config = await openidClient.discovery(
      addressOf(name),
      client.clientId,
      undefined,
      authenticate(client.clientSecret),
      { algorithm: 'oauth2', execute: [openidClient.allowInsecureRequests] },
    )
    expect(config.serverMetadata().token_endpoint).toBe(`http://${name}:${port}/connect/token`)
    const granted = await openidClient.clientCredentialsGrant(config, { scope: 'core.integrations' })
    expect([granted.expires_in, granted.scope]).toEqual([900, 'core.integrations'])
    await expectUsable(granted.access_token, () => openidClient.tokenRevocation(config, granted.access_token))
  })

  it('oauth4webapi does the same', async () => {
    const insecure = { [oauth4webapi.allowInsecureRequests]: true }
    const issuer = addressOf(name)
    const found = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth4webapi.processDiscoveryResponse(issuer, found)
    const own = { client_id: client.clientId }
    const secret = oauth4webapi.ClientSecretBasic(client.clientSecret)
    const asked = await oauth4webapi.clientCredentialsGrantRequest(
      server,
      own,
      secret,
      { scope: 'core.integrations' },
      insecure,
    )
    const granted = await oauth4webapi.processClientCredentialsResponse(server, own, asked)
    await expectUsable(granted.access_token, async () => {
      const answer = await oauth4webapi.revocationRequest(server, own, secret, granted.access_token, insecure)
      await oauth4webapi.processRevocationResponse(answer)
    })
  })
})

describe('a client that reads every answer as JSON', () => {
  it('survives a revocation, whose body says nothing (RFC 7009, 2.2)', async () => {
    const secrets = { client_id: client.clientId, client_secret: client.clientSecret }
    const response = await fetch(`${service.url}/connect/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ ...secrets, token: 'a'.repeat(43) }),
    })
    expect([response.status, response.headers.get('content-length'), await response.json()]).toEqual([200, '2', {}])
    const refused = await form(service.url, '/connect/revocation', { ...secrets, client_secret: 'guess', token: 'a' })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('the issuer (RFC 8414; ADR-0024)', () => {
  const issuerAt = async (url: string, headers: Record<string, string> = {}) =>
    (await send(`${url}/.well-known/oauth-authorization-server`, { headers })).body.issuer

  it('is the address asked, at each of our own, and no header but Host chooses it', async () => {
    const forwarded = {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Origin: 'http://evil.example',
    }
    for (const name of names) {
      expect(await issuerAt(addressOf(name).origin)).toBe(addressOf(name).origin)
      expect(await issuerAt(addressOf(name).origin, forwarded)).toBe(addressOf(name).origin)
    }
  })
})
