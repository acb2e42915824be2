import { execFile } from 'node:child_process'
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { copyPublishedDriver } from '../e2e/fixtures/published-driver'
import { asPublished, files, mendDriver } from './mend-driver'

const paths = files.map(({ path }) => path)

const run = promisify(execFile)

let folder: string

beforeEach(async () => {
  folder = await copyPublishedDriver()
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const textOf = (path: string) => readFile(join(folder, path), 'utf8')
const edit = async (path: string, change: (text: string) => string) =>
  writeFile(join(folder, path), change(await textOf(path)))

/** What a connection gives after a statement that failed behind two rows (porsager/postgres 1119, 1181). */
async function afterFailure(driver: typeof postgres) {
  const sql = driver(inject('serverUrl'), { max: 1, onnotice: () => {} })
  try {
    const failed = sql`select i, 1/(i-3) from generate_series(1, 5) i`
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    const result = await sql<{ x: string }[]>`select 'x' as x`
    return { length: result.length, first: result[0]?.x, count: result.count }
  } finally {
    await sql.end()
  }
}

/** Whether the two that receive a statement's outcome are among V8's young objects. A program of its own: such a question needs an option. */
async function areYoung(path: string): Promise<string> {
  const program = `
    import(${JSON.stringify(pathToFileURL(join(folder, path)).href)}).then(({ default: driver }) => {
      const { resolve, reject } = driver('postgres://nobody@localhost/none').unsafe('select 1')
      console.log(%InYoungGeneration(resolve), %InYoungGeneration(reject))
    })`
  const { stdout } = await run(process.execPath, ['--allow-natives-syntax', '--eval', program])
  return stdout.trim()
}

/** The driver in that folder, as `import` finds it and as `require` does. */
const drivers = async () => ({
  src: ((await import(pathToFileURL(join(folder, 'src/index.js')).href)) as { default: typeof postgres }).default,
  cjs: createRequire(import.meta.url)(join(folder, 'cjs/src/index.js')) as typeof postgres,
})

describe('the PostgreSQL driver', () => {
  it('as published gives empty places before the first row after a failed statement: what is corrected is still there', async () => {
    const { src, cjs } = await drivers()
    const wrong = { length: 3, first: undefined, count: 1 }
    expect([await afterFailure(src), await afterFailure(cjs)]).toEqual([wrong, wrong])
  })

  it('once corrected gives the rows alone, by import and by require', async () => {
    await mendDriver(folder)
    const { src, cjs } = await drivers()
    const right = { length: 1, first: 'x', count: 1 }
    expect([await afterFailure(src), await afterFailure(cjs)]).toEqual([right, right])
  })

  it.each(['src/index.js', 'cjs/src/index.js'])(
    'as published makes old objects for each statement, and once corrected young ones: %s',
    async (path) => {
      expect(await areYoung(path)).toBe('false false')
      await mendDriver(folder)
      expect(await areYoung(path)).toBe('true true')
    },
  )

  it('is the corrected one for every test and every program, by import and by require', async () => {
    const required: typeof postgres = createRequire(import.meta.url)('postgres')
    const right = { length: 1, first: 'x', count: 1 }
    expect([await afterFailure(postgres), await afterFailure(required)]).toEqual([right, right])
    await mendDriver()
  })
})

describe('its correction', () => {
  it('changes what is named alone, may be made again and by several at once, and leaves nothing beside', async () => {
    const before = await Promise.all(paths.map(textOf))
    const names = (await readdir(folder, { recursive: true })).sort()
    await Promise.all(Array.from({ length: 8 }, () => mendDriver(folder)))
    await mendDriver(folder)
    const after = await Promise.all(paths.map(textOf))
    expect(after.map(asPublished)).toEqual(before)
    expect(after).not.toEqual(before)
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(names)
  })

  it('leaves a file that shares its bytes with another installation as it was there', async () => {
    const elsewhere = join(folder, 'elsewhere.js')
    await link(join(folder, files[0].path), elsewhere)
    const before = await readFile(elsewhere, 'utf8')
    await mendDriver(folder)
    expect(await readFile(elsewhere, 'utf8')).toBe(before)
    expect((await stat(elsewhere)).nlink).toBe(1)
  })

  it('refuses another version, and says what to read', async () => {
    await edit('package.json', (text) => text.replace('"version": "3.4.9"', '"version": "3.4.10"'))
    await expect(mendDriver(folder)).rejects.toThrow(/version 3\.4\.10 is installed.*0018/)
  })

  it.each(paths)('refuses another %s, and changes nothing in it', async (path) => {
    await edit(path, (text) => `${text}// another\n`)
    const before = await textOf(path)
    await expect(mendDriver(folder)).rejects.toThrow(`${path} has the checksum`)
    expect(await textOf(path)).toBe(before)
  })
})
