import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certifiedDay } from '@/e2e/fixtures/certified-day'
import { publishedKey, readPublicKey } from '@/lib/kernel/signing-key'
import { adapterOf, type EvidenceFacts, evidenceOf, signEvidence, signingKey, verifyEvidence } from './evidence'
import { judgeRun } from './judgement'

const dataKey = Buffer.alloc(32, 7).toString('base64')
const key = signingKey(dataKey)
const published = publishedKey(key)
const now = new Date('2026-12-01T00:00:00Z')

const facts: EvidenceFacts = {
  issuer: 'https://aliado.example',
  certificate: '7KQM-2WXA-9DPT-HV4C-N8RB',
  merchant: 'Ferretería Peña',
  credential: 'oauth_client',
  userAgent: 'CajaÑandú/2.1.0 (Windows NT 10.0)',
  startedAt: '2026-11-23T12:00:00.000Z',
  endedAt: '2026-11-23T13:00:00.000Z',
  validUntil: '2027-11-23T13:00:00.000Z',
}
const run = certifiedDay().run()
const evidence = evidenceOf(facts, run, judgeRun(run))
const file = signEvidence(evidence, key)

const publicKey = () => {
  const read = readPublicKey(published.pem)
  if (read === undefined) throw new Error('the published key cannot be read')
  return read
}

describe('the evidence of a run', () => {
  it('says what was judged, with the calls that show it, and nobody’s identification', () => {
    expect(evidence).toMatchObject({ isPassed: true, plan: 1, adapter: { name: 'CajaÑandú', version: '2.1.0' } })
    expect(evidence.checks).toHaveLength(26)
    const [first] = evidence.checks
    expect(first).toMatchObject({ check: 'C01', level: 'must', outcome: 'pass', reason: null })
    expect(first?.calls.length).toBe(3)
    expect(file).not.toMatch(/digest-|999000000/)
  })

  it.each([
    ['Caja/2.1', 'Caja', '2.1'],
    ['  Caja/2.1;beta (x)', 'Caja', '2.1'],
    ['Caja de Juan', 'Caja de Juan', null],
    ['', '', null],
  ])('reads the adapter of %j', (userAgent, name, version) => {
    expect(adapterOf(userAgent)).toEqual({ name, version, userAgent })
  })
})

describe('the key of certificates', () => {
  it('is the installation’s: the same for the same DATA_KEY, another for another', () => {
    expect(publishedKey(signingKey(dataKey))).toEqual(published)
    expect(publishedKey(signingKey(Buffer.alloc(32, 8).toString('base64'))).id).not.toBe(published.id)
  })

  it('is published without its private half, as PEM and as JWK', () => {
    expect(published.pem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(Object.keys(published.jwk)).not.toContain('d')
    for (const text of [published.pem, JSON.stringify(published.jwk)]) {
      const read = readPublicKey(text)
      expect(read && publishedKey(read)).toEqual(published)
    }
  })

  it('is of Ed25519, and no other is taken', () => {
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(readPublicKey(other.export({ format: 'pem', type: 'spki' }).toString())).toBeUndefined()
    expect(readPublicKey('{"kty":"OKP"}')).toBeUndefined()
    expect(readPublicKey('nothing')).toBeUndefined()
  })
})

describe('a certificate', () => {
  it('is valid as it was signed, with the published key alone', () => {
    expect(verifyEvidence(file, publicKey(), now)).toEqual({ kind: 'valid', evidence })
  })

  it('is over after its last day, and none when the run was not passed', () => {
    expect(verifyEvidence(file, publicKey(), new Date('2027-11-23T13:00:00Z')).kind).toBe('expired')
    const failed = signEvidence({ ...evidence, isPassed: false }, key)
    expect(verifyEvidence(failed, publicKey(), now).kind).toBe('not_passed')
  })

  it('is not valid with the key of another installation', () => {
    const other = publishedKey(signingKey(Buffer.alloc(32, 8).toString('base64')))
    const read = readPublicKey(other.pem)
    expect(read && verifyEvidence(file, read, now).kind).toBe('other_key')
  })

  it('is not valid when any byte of it was changed, taken out or put in', () => {
    const bytes = Buffer.from(file)
    const change = fc.record({
      at: fc.nat({ max: bytes.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
      how: fc.constantFrom('changed', 'taken out', 'put in'),
    })
    fc.assert(
      fc.property(change, ({ at, by, how }) => {
        const middle = how === 'changed' ? [(bytes[at] ?? 0) ^ by] : how === 'put in' ? [by, bytes[at] ?? 0] : []
        const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), bytes.subarray(at + 1)])
        fc.pre(!changed.equals(bytes))
        const { kind } = verifyEvidence(changed.toString('utf8'), publicKey(), now)
        expect(['not_json', 'unknown_format', 'changed', 'other_key']).toContain(kind)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not valid in another spelling of the same JSON', () => {
    expect(verifyEvidence(`${file}\n`, publicKey(), now).kind).toBe('changed')
    expect(verifyEvidence(JSON.stringify(JSON.parse(file), null, 2), publicKey(), now).kind).toBe('changed')
    expect(verifyEvidence(file.replace('{', '{"extra":1,'), publicKey(), now).kind).toBe('changed')
  })

  it.each(['', 'null', '[]', '"text"', '{}', '{"evidence":null}', '{"evidence":{"format":"other"}}'])(
    'is not %j',
    (text) => {
      expect(['not_json', 'unknown_format']).toContain(verifyEvidence(text, publicKey(), now).kind)
    },
  )
})
