import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseEnv } from './env'
import { requireProduction } from './production'

const needed = { DATABASE_URL: 'postgres://db/aliado', DATA_KEY: randomBytes(32).toString('base64') }

const production = {
  ...needed,
  SERVICE_ENVIRONMENT: 'production',
  PUBLIC_OFFICE_URL: 'https://aliado.example',
  SMTP_URL: 'smtps://user:word@mail.example:465',
  NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
}

describe('the standby that lists are read from', () => {
  it.each([
    ['postgres://user:hush@standby:5433/aliado', true],
    ['', true],
    ['postgres://user:hush@standby1,standby2/aliado', false],
    ['postgres://user:hush@standby/aliado?target_session_attrs=primary', false],
    ['standby', false],
  ])('may be %o: %s', (url, fits) => {
    const parse = () => parseEnv({ ...needed, DATABASE_READ_URL: url })
    if (fits) expect(parse().DATABASE_READ_URL).toBe(url || undefined)
    else expect(parse).toThrow(/^The environment does not fit:\n {2}DATABASE_READ_URL: (?!.*hush)/)
  })
})

describe('where the doors listen', () => {
  it.each([
    ['every interface, with nothing set', {}, undefined],
    [
      'loopback alone behind proxies, since who reached a port could write its own X-Forwarded-For',
      { TRUSTED_PROXY_HOPS: '1' },
      '127.0.0.1',
    ],
    ['what HOST says, behind proxies too', { TRUSTED_PROXY_HOPS: '2', HOST: '10.0.0.7' }, '10.0.0.7'],
    ['what HOST says, without proxies', { HOST: '::1' }, '::1'],
    ['as though HOST were not there, when it is empty', { HOST: '' }, undefined],
  ])('is %s', (_, variables, host) => {
    expect(parseEnv({ ...needed, ...variables }).HOST).toBe(host)
  })

  it.each([{ HOST: 'a-name-that-a-shell-set' }, { TRUSTED_PROXIES: '10.0.0.0/40' }])(
    'is refused for %o',
    (variables) => {
      const [name] = Object.keys(variables)
      expect(() => parseEnv({ ...needed, ...variables })).toThrow(
        new RegExp(`^The environment does not fit:\n  ${name}: `),
      )
    },
  )
})

/** The faults that a change of valid settings causes, a line for each variable. */
function said(changes: Record<string, string | undefined>): string[] {
  try {
    requireProduction({ ...production, ...changes })
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1) : []
  }
}

describe('production', () => {
  it('is content with an https address of its offices, a mail server and secrets of its own', () => {
    expect(said({})).toEqual([])
    for (let n = 0; n < 1000; n++) {
      const secrets = { DATA_KEY: randomBytes(32).toString('base64'), NEXTAUTH_SECRET: randomBytes(32).toString('hex') }
      expect(said(secrets)).toEqual([])
    }
  })

  it('says everything that is missing in one message, a line for each setting, and never a value', () => {
    const nothing = Object.fromEntries(Object.keys(production).map((name) => [name, undefined]))
    const lines = said({ ...nothing, SERVICE_ENVIRONMENT: 'production', API_PORT: 'a door' })
    expect(lines.map((line) => line.trim().split(':')[0])).toEqual([
      'PUBLIC_OFFICE_URL',
      'SMTP_URL',
      'NEXTAUTH_SECRET',
      'DATA_KEY',
      'DATABASE_URL',
      'API_PORT',
    ])
    expect(said({ SMTP_URL: 'https://hush', NEXTAUTH_SECRET: 'hush' }).join()).not.toContain('hush')
  })

  it.each([
    ['PUBLIC_OFFICE_URL', 'http://aliado.example'],
    ['PUBLIC_OFFICE_URL', 'aliado.example'],
    ['SMTP_URL', ''],
    ['SMTP_URL', 'mail.example'],
    ['NEXTAUTH_SECRET', 'too short'],
    ['NEXTAUTH_SECRET', 'change-me-change-me-change-me-change-me'],
    ['NEXTAUTH_SECRET', 'the example of a secret that everybody can read'],
    ['NEXTAUTH_SECRET', production.DATA_KEY],
    ['DATA_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['DATA_KEY', randomBytes(16).toString('base64')],
    ['DEMO_NETWORK', 'true'],
    ['SERVICE_ENVIRONMENT', 'prod'],
  ])('refuses %s=%s', (name, value) => {
    expect(said({ [name]: value }).map((line) => line.trim().split(':')[0])).toEqual([name])
  })

  it('demands nothing of a test environment', () => {
    expect(said({ SERVICE_ENVIRONMENT: 'test', SMTP_URL: '', PUBLIC_OFFICE_URL: '' })).toEqual([])
    expect(said({ SERVICE_ENVIRONMENT: '', DATA_KEY: '' })).toEqual([])
  })
})
