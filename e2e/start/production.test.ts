import { randomBytes } from 'node:crypto'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { loadNetwork } from '@/lib/network-file/load-network'
import { officesCommand } from '@/server/build'
import network from '@/server/demo-network.json' with { type: 'json' }
import { buildOnce } from '../fixtures/build'
import { createDatabase } from '../fixtures/database'
import { portForTest } from '../fixtures/program'
import { ending, newDataDirectory, startProgram, startWholeService } from '../fixtures/whole-service'

/** SERVICE_ENVIRONMENT=production: what it insists on before anything is touched (ADR-0022). */

const own = () => ({
  SERVICE_ENVIRONMENT: 'production',
  PUBLIC_OFFICE_URL: 'https://aliado.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
  DATA_KEY: randomBytes(32).toString('base64'),
})

/** Who waits where the database would be, and counts who comes. */
let waiting: Server
let comers = 0
let databaseUrl: string

beforeAll(async () => {
  waiting = createServer((socket) => {
    comers += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve))
  databaseUrl = `postgres://u:hush@127.0.0.1:${(waiting.address() as AddressInfo).port}/aliado`
})

afterAll(() => {
  waiting.close()
})

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const linesOf = (said: string) => [...said.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)

describe('npm start in production', () => {
  it.each([
    ['on a database that somebody named', true],
    ['on the embedded database', false],
  ])('says all that is missing in one message, and touches nothing, %s', async (_, isNamed) => {
    const DATA_DIRECTORY = newDataDirectory()
    const { code, said } = await ending(startProgram, {
      SERVICE_ENVIRONMENT: 'production',
      DATA_DIRECTORY,
      DATABASE_URL: isNamed ? databaseUrl : '',
    })
    expect(code).toBe(1)
    expect(linesOf(said)).toEqual(['PUBLIC_OFFICE_URL', 'SMTP_URL', 'NEXTAUTH_SECRET', 'DATA_KEY'])
    expect(said).not.toContain('hush')
    expect(await exists(DATA_DIRECTORY)).toBe(false)
    expect(comers).toBe(0)
  })

  it('refuses the secrets that a test environment has generated, which lie beside the database', async () => {
    const DATA_DIRECTORY = newDataDirectory()
    const settings = own()
    await mkdir(DATA_DIRECTORY)
    await writeFile(join(DATA_DIRECTORY, 'data-key'), `${settings.DATA_KEY}\n`)
    await writeFile(join(DATA_DIRECTORY, 'nextauth-secret'), `${settings.NEXTAUTH_SECRET}\n`)
    const { code, said } = await ending(startProgram, { ...settings, DATA_DIRECTORY, DATABASE_URL: databaseUrl })
    expect([code, linesOf(said)]).toEqual([1, ['DATA_KEY', 'NEXTAUTH_SECRET']])
    expect(said).not.toContain(settings.DATA_KEY)
    expect(comers).toBe(0)
  })

  it('refuses a database that holds the demo network', async () => {
    const database = await createDatabase()
    const settings = own()
    await loadNetwork(database.sql, network, deriveIdentificationKeys(settings.DATA_KEY), 'test')
    const refused = await ending(startProgram, { ...settings, DATABASE_URL: database.databaseUrl })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('holds the demo network') })
    await database.drop()
  })

  it('starts when nothing is missing, without a demo network', async () => {
    await buildOnce()
    const database = await createDatabase('template0')
    const service = await startWholeService({ ...own(), DATABASE_URL: database.databaseUrl })
    expect(service.said).toContain('(production environment)')
    expect(await database.sql`select from users`).toHaveLength(0)
    expect((await service.stop()).code).toBe(0)
    await database.drop()
  })
})

describe('next start in production', () => {
  it('ends when a setting is missing, and says which', async () => {
    await buildOnce()
    const port = String(await portForTest())
    const { code, said } = await ending([...officesCommand, '-p', port, '-H', '127.0.0.1'], {
      ...own(),
      DATABASE_URL: databaseUrl,
      SMTP_URL: '',
    })
    expect([code, linesOf(said)]).toEqual([1, ['SMTP_URL']])
    expect(comers).toBe(0)
  })
})
