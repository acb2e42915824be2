import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from '@/db/client'
import { officeOver } from '@/db/office'
import { theOnly } from '@/db/rows'
import type { DataKeys } from '@/lib/kernel/data-keys'
import type { LoadedNetwork } from '@/lib/network-file/load-network'
import network from './demo-network.json' with { type: 'json' }

/** Any number, as long as every process of this service uses the same. */
const demoLock = 7_203_611_451

/** Runs the demo network. As with its other people, anybody who has read our sources knows the password. */
const demoOperator = { email: 'operacion@aliado.example', name: 'Olga Peralta', password: 'correct-horse-battery' }

/** What a busy computer may need for a few dozen rows and their password hashes. */
const statementTimeoutMs = 60_000

/**
 * Loads the demo network into a database without merchants; one process at a time, and never beside anybody's own merchants.
 * Its credentials are kept in `<directory>/demo-credentials.json`, mode 0600, and come back as a text to show to a person;
 * undefined when there was nothing to load.
 */
export async function loadDemoNetwork(
  databaseUrl: string,
  dataKeys: DataKeys | string,
  directory: string,
): Promise<string | undefined> {
  const timeouts = { statementTimeoutMs, lockTimeoutMs: statementTimeoutMs }
  const sql = connect(databaseUrl, { poolMax: 2, applicationName: 'aliado demo', ...timeouts })
  try {
    if (await hasMerchants(sql)) return undefined
    const guard = await sql.reserve()
    try {
      await guard`select pg_advisory_lock(${demoLock})`
      if (await hasMerchants(guard)) return undefined
      const [{ loadNetwork }, { deriveIdentificationKeys }, { prepareSandboxes }] = await Promise.all([
        import('@/lib/network-file/load-network'),
        import('@/lib/identification/identification'),
        import('@/lib/sandbox/prepare-sandbox'),
      ])
      const keys = deriveIdentificationKeys(dataKeys)
      const loaded = await loadNetwork(sql, network, keys, 'test')
      await prepareSandboxes(
        officeOver(sql),
        Object.values(loaded.merchants).map(({ id }) => id),
        keys,
      )
      await addOperator(sql)
      const file = join(directory, 'demo-credentials.json')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(file, `${JSON.stringify(loaded, null, 2)}\n`, { mode: 0o600 })
      return summary(loaded, file)
    } finally {
      await guard`select pg_advisory_unlock(${demoLock})`
      guard.release()
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** For production: throws when a user of the demo network is there, since anybody who has read our sources knows the password. */
export async function refuseDemoNetwork(databaseUrl: string): Promise<void> {
  const emails = [...network.merchants, ...network.companies].flatMap(({ users = [] }) =>
    users.map(({ email }) => email),
  )
  emails.push(demoOperator.email)
  const sql = connect(databaseUrl, { poolMax: 1, applicationName: 'aliado demo', statementTimeoutMs, lockTimeoutMs: 0 })
  try {
    const found = await sql`select from users where email in ${sql(emails)} and disabled_at is null limit 1`
    if (found.length === 0) return
  } finally {
    await sql.end({ timeout: 5 })
  }
  throw new Error(
    'This database holds the demo network, whose passwords are published: production needs a database of its own.',
  )
}

async function addOperator(sql: Sql): Promise<void> {
  const [{ hashForLoading }, { operatorPermissions }, { insertUser }, { upsertMembership }] = await Promise.all([
    import('@/lib/accounts/hash-password'),
    import('@/lib/accounts/permissions'),
    import('@/db/queries/offices/users'),
    import('@/db/queries/offices/memberships'),
  ])
  const { email, name, password } = demoOperator
  const passwordHash = await hashForLoading(password)
  await officeOver(sql).transaction(async (tx) => {
    const userId = await insertUser(tx, { email, name, language: 'es', passwordHash })
    if (userId === undefined) throw new Error(`${email} is somebody already`)
    await upsertMembership(tx, { operator: true }, userId, [...operatorPermissions])
  })
}

async function hasMerchants(sql: ReturnType<typeof connect>): Promise<boolean> {
  return theOnly(await sql<{ found: boolean }[]>`select exists (select from merchants) as found`).found
}

type Person = {
  identificationTypeId: number
  identification: string
  firstName: string
  lastName: string
  active?: boolean
}

/** Everything that a person needs to try the service, from the demo file and the result of the load. */
function summary(loaded: LoadedNetwork, credentialsFile: string): string {
  const merchants = network.merchants.flatMap((merchant) => {
    const { apiKeys = {}, oauthClients = {} } = loaded.merchants[merchant.key] ?? {}
    return [
      `  ${merchant.name}${merchant.enabled === false ? ' (disabled)' : ''}`,
      ...Object.entries(apiKeys).map(([key, apiKey]) => `    API key ${key}: ${apiKey}`),
      ...Object.entries(oauthClients).map(
        ([key, client]) => `    OAuth client ${key}: ${client.clientId}  secret ${client.clientSecret}`,
      ),
    ]
  })
  const people = network.companies.flatMap(({ name, collaborators }) =>
    collaborators.map((person: Person) => {
      const { identificationTypeId: type, identification, firstName, lastName, active = true } = person
      return `    type ${type}  ${identification.padEnd(12)} ${firstName} ${lastName}, ${name}${active ? '' : ', inactive'}`
    }),
  )
  const offices = [...network.merchants, ...network.companies, { name: 'the operator', users: [demoOperator] }]
  const users = offices.flatMap(({ name, users = [] }) =>
    users.map(({ email, password }) => `    ${email.padEnd(24)} ${password}  ${name}`),
  )
  return [
    'The demo network is loaded. Nothing in it is real.',
    ...merchants,
    '  Identifications',
    ...people,
    '  Office sign-ins',
    ...users,
    `  Kept in ${credentialsFile}`,
    '',
  ].join('\n')
}
