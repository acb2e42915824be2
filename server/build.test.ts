import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildEnvironment } from './build'
import { projectRoot } from './settings'

/** Every setting of the service, by its name. */
const settings = [...readFileSync(join(projectRoot, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].flatMap(
  ([, name]) => name ?? [],
)

describe('a build', () => {
  it('is told no setting of the service, whatever the environment of who starts it (H-10)', () => {
    expect(settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATA_KEY', 'NEXTAUTH_SECRET', 'SMTP_URL']))
    const given = Object.fromEntries(settings.map((name) => [name, 'secret']))
    expect(Object.values(buildEnvironment({ ...given, PATH: '/bin' }))).not.toContain('secret')
  })

  it('is told what several machines that build for themselves must agree on', () => {
    const shared = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'a key', NEXT_DEPLOYMENT_ID: 'a commit' }
    expect(buildEnvironment(shared)).toMatchObject(shared)
  })
})
