import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import example from '@/docs/network.example.json' with { type: 'json' }
import { createDatabase } from '../fixtures/database'
import { companyOfFile, everyRow, networkFile, personOfFile } from '../fixtures/network-file'

const root = fileURLToPath(new URL('../..', import.meta.url))

let database: Awaited<ReturnType<typeof createDatabase>>
let directory: string

beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'network-load-'))
})

afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** What `npm run network:load -- FILE` does with a file of that text. */
async function run(text: string, variables: Record<string, string> = {}): Promise<Outcome> {
  const file = join(directory, `${randomBytes(6).toString('hex')}.json`)
  await writeFile(file, text)
  const keys = { DATABASE_URL: database.databaseUrl, DATA_KEY: Buffer.alloc(32, 1).toString('base64') }
  const options = { cwd: root, env: { ...process.env, ...keys, ...variables } }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'server/network-load.ts', file],
      options,
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
  })
}

describe('npm run network:load', () => {
  it('prints one JSON object and nothing else to standard output, progress to standard error', async () => {
    const { code, stdout, stderr } = await run(JSON.stringify(example))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ merchants: { mercado: { id: expect.any(Number) } } })
    expect(stderr).toMatch(/^Loading 3 merchants, 2 companies, 5 collaborators\nLoaded after [\d.]+ s\n$/)
  })

  it('refuses a file that does not fit with each JSON path, exit code 1 and nothing written', async () => {
    const before = await everyRow(database.sql)
    const people = Array.from({ length: 130 }, (_, at) => personOfFile(`SECRET-${at}`))
    const { code, stdout, stderr } = await run(JSON.stringify(networkFile([companyOfFile('c', people)])))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('130 faults')
    expect(stderr).toContain('\n  companies[0].collaborators[99].identification: must be 1 to 30 letters and digits\n')
    expect(stderr).not.toContain('collaborators[100]')
    expect(stderr).toContain('and 30 more')
    expect(stderr).not.toContain('SECRET')
    expect(await everyRow(database.sql)).toEqual(before)
  })

  it.each(['', '{"a": "SECRET', '[1,]', 'SECRET', '{"password": SECRET}'])(
    'refuses %j, which is not JSON, without a quote',
    async (text) => {
      const { code, stdout, stderr } = await run(text)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^The network file is not JSON( \(line \d+\))?\.\n$/)
    },
  )

  it('refuses a database without its data key', async () => {
    const { code, stdout, stderr } = await run(JSON.stringify(example), { DATA_KEY: '' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('DATA_KEY')
  })

  it('says that the database is out of reach, with exit code 1', async () => {
    const { code, stdout, stderr } = await run(JSON.stringify(example), {
      DATABASE_URL: 'postgres://u:SECRET@127.0.0.1:9/x',
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('ECONNREFUSED')
    expect(stderr).not.toContain('SECRET')
  })
})
