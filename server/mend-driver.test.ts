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

/** What V8 says of what a file of the driver gives as its default. A program of its own: such questions need an option. */
async function askV8(path: string, question: (given: string) => string): Promise<string> {
  const url = JSON.stringify(pathToFileURL(join(folder, path)).href)
  const program = `import(${url}).then(({ default: given }) => console.log(${question('given')}))`
  const { stdout } = await run(process.execPath, ['--allow-natives-syntax', '--eval', program])
  return stdout.trim()
}

const statementOf = (driver: string) => `${driver}('postgres://nobody@localhost/none').unsafe('select 1')`

/** Whether the two that receive a statement's outcome are among V8's young objects. */
const areYoung = (path: string) =>
  askV8(
    path,
    (driver) =>
      `...[${statementOf(driver)}].flatMap((query) => [%InYoungGeneration(query.resolve), %InYoungGeneration(query.reject)])`,
  )

/** A class whose own properties are in a dictionary is never optimised, nor is what makes an object of it (ADR-0089). */
const hasNoDictionary = (path: string, ofClass: (given: string) => string) =>
  askV8(path, (given) => `%HasFastProperties(${ofClass(given)})`)

const statementClass = (driver: string) => `${statementOf(driver)}.constructor`
const resultClass = (given: string) => given

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

  it.each([
    ['src/index.js', statementClass],
    ['cjs/src/index.js', statementClass],
    ['src/result.js', resultClass],
    ['cjs/src/result.js', resultClass],
  ])('as published has a class that V8 never optimises, and once corrected none: %s', async (path, ofClass) => {
    expect(await hasNoDictionary(path, ofClass)).toBe('false')
    await mendDriver(folder)
    expect(await hasNoDictionary(path, ofClass)).toBe('true')
  })

  it('once corrected makes plain arrays and promises of its own, as before', async () => {
    await mendDriver(folder)
    for (const driver of Object.values(await drivers())) {
      const sql = driver(inject('serverUrl'), { max: 1 })
      try {
        const statement = sql`select 1 as x`
        const result = await statement
        expect(result.map(({ x }) => x)).toEqual([1])
        expect(result.map(({ x }) => x).constructor).toBe(Array)
        expect(statement.then().constructor).toBe(Promise)
        expect(Object.keys(result)).toEqual(['0'])
      } finally {
        await sql.end()
      }
    }
  })

  it('once corrected prepares a text once for each list of types, and gives each its own answer', async () => {
    await mendDriver(folder)
    for (const driver of Object.values(await drivers())) {
      const sql = driver(inject('serverUrl'), { max: 1 })
      const ask = async (value: boolean | string) => {
        const [row] = await sql.unsafe('select $1 as x', [value], { prepare: true })
        return row?.x as unknown
      }
      try {
        const answers = []
        for (const value of [true, 'a', false, 'b', true]) answers.push(await ask(value))
        expect(answers).toEqual([true, 'a', false, 'b', true])
        const prepared =
          await sql`select parameter_types::text as types from pg_prepared_statements where statement = 'select $1 as x'`
        expect(prepared.map(({ types }) => types as unknown).sort()).toEqual(['{boolean}', '{text}'])
      } finally {
        await sql.end()
      }
    }
  })

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
