import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startApi } from '../api/till'
import { projectRoot } from '../law/files'

const api = startApi()

it('npm run demo sells with a key and with an OAuth client, and meets every promise', async () => {
  const { url, make } = api()
  const { merchant, person, credential } = await make.shop()
  const client = await make.oauthClient(merchant.id, { permissions: ['core.integrations', 'core.consumptions.read'] })
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/demo/till.ts'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALIADO_URL: url,
      ALIADO_API_KEY: credential.apiKey,
      ALIADO_CLIENT_ID: client.clientId,
      ALIADO_CLIENT_SECRET: client.clientSecret,
      ALIADO_IDENTIFICATION: person.identification,
    },
  })
  expect(stdout.match(/ Consumption \S+ \(Registered\): discount RD\$100\.00, charged RD\$900\.00/g)).toHaveLength(2)
  expect(stdout).toMatch(/Confirming it now is refused: 400 authorization_expired\./)
  expect(stdout).toMatch(/\nDone: every step answered as the contract says\.\n$/)
  for (const secret of [credential.apiKey, client.clientSecret, person.identification]) {
    expect(stdout).not.toContain(secret)
  }
})
