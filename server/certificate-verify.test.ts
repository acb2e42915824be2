import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certifiedDay } from '@/e2e/fixtures/certified-day'
import { evidenceOf, signEvidence, signingKey } from '@/lib/certification/evidence'
import { judgeRun } from '@/lib/certification/judgement'
import { publishedKey } from '@/lib/kernel/signing-key'

const dataKey = Buffer.alloc(32, 7).toString('base64')
const key = signingKey(dataKey)
const run = certifiedDay().run()
const evidence = evidenceOf(
  {
    issuer: 'https://aliado.example',
    certificate: '7KQM-2WXA-9DPT-HV4C-N8RB',
    merchant: 'Ferretería Peña',
    credential: 'oauth_client',
    userAgent: 'Caja/2.1.0',
    startedAt: '2026-11-23T12:00:00.000Z',
    endedAt: '2026-11-23T13:00:00.000Z',
    validUntil: '2099-11-23T13:00:00.000Z',
  },
  run,
  judgeRun(run),
)

describe('npm run certificate:verify', () => {
  let folder: string
  const at = (name: string) => join(folder, name)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'certificate-'))
    const signed = signEvidence(evidence, key)
    writeFileSync(at('valid.json'), signed)
    writeFileSync(at('changed.json'), signed.replace('"Caja"', '"Caxa"'))
    writeFileSync(at('over.json'), signEvidence({ ...evidence, validUntil: '2020-01-01T00:00:00.000Z' }, key))
    writeFileSync(at('failed.json'), signEvidence({ ...evidence, isPassed: false }, key))
    writeFileSync(at('text.json'), 'text')
    writeFileSync(at('key.pem'), publishedKey(key).pem)
    writeFileSync(at('key.jwk'), JSON.stringify(publishedKey(key).jwk))
    writeFileSync(at('other.pem'), publishedKey(signingKey(Buffer.alloc(32, 8).toString('base64'))).pem)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function command(given: readonly string[], environment: Record<string, string> = {}) {
    const script = join(import.meta.dirname, 'certificate-verify.ts')
    const ran = spawnSync(process.execPath, ['--import', 'tsx', script, ...given], {
      encoding: 'utf8',
      env: { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIRECTORY: folder, ...environment },
    })
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}` }
  }

  it.each(['key.pem', 'key.jwk'])('says that a certificate is valid, with the published %s alone', (name) => {
    const { code, said } = command([at('valid.json'), '--key', at(name)])
    expect(said).toContain('Valid.\n')
    expect(said).toContain('Caja 2.1.0')
    expect(said).toContain('26 of 26 pass')
    expect(code).toBe(0)
  })

  it('takes the key of its installation when none is given', () => {
    expect(command([at('valid.json')], { DATA_KEY: dataKey })).toMatchObject({ code: 0 })
    expect(command([at('valid.json')])).toMatchObject({ code: 1, said: expect.stringContaining('--key') })
  })

  it.each([
    ['changed.json', 'key.pem', 'not what was signed'],
    ['over.json', 'key.pem', 'genuine, and over'],
    ['failed.json', 'key.pem', 'a run that was not passed'],
    ['text.json', 'key.pem', 'not JSON'],
    ['key.jwk', 'key.pem', 'no evidence'],
    ['valid.json', 'other.pem', 'another key'],
    ['valid.json', 'text.json', 'no public key'],
    ['none.json', 'key.pem', 'ENOENT'],
  ])('says of %s with %s why not: %s', (file, by, why) => {
    const { code, said } = command([at(file), '--key', at(by)])
    expect(said).toContain(why)
    expect(code).toBe(1)
  })

  it.each([[[]], [['--key']], [['a', 'b']], [['a', '--key']]])('says how it is used: %j', (given) => {
    expect(command(given)).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
  })
})
