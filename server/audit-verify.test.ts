import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditKey, chainDay, noDayBefore, signDay } from '@/lib/audit/trail-file'
import { publishedKey } from '@/lib/kernel/signing-key'

const dataKey = Buffer.alloc(32, 7).toString('base64')
const key = auditKey(dataKey)

describe('npm run audit:verify', () => {
  let folder: string
  const at = (name: string) => join(folder, name)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'))
    let previous = noDayBefore
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) {
      const chained = chainDay(day, previous, [])
      previous = chained.last
      writeFileSync(at(day), signDay(chained, 'https://aliado.example', key))
    }
    writeFileSync(at('key.pem'), publishedKey(key).pem)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function command(given: readonly string[], environment: Record<string, string> = {}) {
    const script = join(import.meta.dirname, 'audit-verify.ts')
    const ran = spawnSync(process.execPath, ['--import', 'tsx', script, ...given], {
      encoding: 'utf8',
      env: { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIRECTORY: folder, ...environment },
    })
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}` }
  }

  it('says that days are valid, with the published key alone or with that of the installation', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map(at)
    const valid = { code: 0, said: 'Valid.\nfirst day  2026-11-20\nlast day   2026-11-22\nevents     0\n' }
    expect(command([...days, '--key', at('key.pem')])).toEqual(valid)
    expect(command(days, { DATA_KEY: dataKey })).toEqual(valid)
  })

  it('names the file at fault, and ends with 1', () => {
    const { code, said } = command([at('2026-11-20'), at('2026-11-22'), '--key', at('key.pem')])
    expect(said).toBe(
      `Not valid: ${at('2026-11-22')} does not follow the day before: a file is missing (2026-11-21).\n`,
    )
    expect(code).toBe(1)
  })

  it.each([[['--key', 'key.pem']], [['none.jsonl']], [['none.jsonl', '--key']]])('refuses %j', (given) => {
    expect(command(given, { DATA_KEY: dataKey }).code).toBe(1)
  })
})
