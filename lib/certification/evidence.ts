import { type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from '@/lib/kernel/canonical'
import { publishedKey, signingKeyFor } from '@/lib/kernel/signing-key'
import { checks, type Declarations, type Level, planVersion, type SceneId } from './plan'
import type { Run } from './run'
import { isPassed, type Verdict } from './verdict'

/**
 * The evidence of a run: a document that can be judged without us, signed so that nobody can change it (ADR-0052). Nothing in
 * it says who was at the till: of a call it has the request id and the fingerprint alone.
 */
export type Evidence = {
  readonly format: typeof format
  /** The address of the offices, whose `/certificates/key` has the public key. */
  readonly issuer: string
  /** The code of the certificate; null for a run that was not passed. */
  readonly certificate: string | null
  readonly environment: 'test'
  readonly plan: number
  readonly merchant: string
  readonly credential: 'api_key' | 'oauth_client'
  readonly adapter: { readonly name: string; readonly version: string | null; readonly userAgent: string }
  readonly declared: Declarations
  /** Instants in UTC. */
  readonly startedAt: string
  readonly endedAt: string
  readonly validUntil: string | null
  readonly isPassed: boolean
  readonly scenes: readonly { readonly id: SceneId; readonly openedAt: string; readonly closedAt: string }[]
  readonly checks: readonly (Omit<Verdict, 'requestIds'> & {
    readonly level: Level
    readonly calls: readonly { readonly requestId: string; readonly fingerprint: string | null }[]
  })[]
}

const format = 'aliado-certification/1'

/** What is not seen in the calls. */
export type EvidenceFacts = Pick<
  Evidence,
  'issuer' | 'certificate' | 'merchant' | 'credential' | 'startedAt' | 'endedAt' | 'validUntil'
> & { readonly userAgent: string }

/** `Caja/2.1 (Windows)` is Caja, version 2.1; a text of another form is a name without a version. */
export function adapterOf(userAgent: string): Evidence['adapter'] {
  const [, name, version] = /^\s*([^\s/]+)\/([^\s;()]+)/.exec(userAgent) ?? []
  return { name: name ?? userAgent.trim(), version: version ?? null, userAgent }
}

const instant = (ms: number) => new Date(ms).toISOString()

/** The evidence of a judged run. */
export function evidenceOf(facts: EvidenceFacts, run: Run, verdicts: readonly Verdict[]): Evidence {
  const { userAgent, ...rest } = facts
  const fingerprints = new Map(run.calls.map(({ requestId, fingerprint }) => [requestId, fingerprint ?? null]))
  return {
    ...rest,
    format,
    environment: 'test',
    plan: planVersion,
    adapter: adapterOf(userAgent),
    declared: run.declared,
    isPassed: isPassed(verdicts),
    scenes: run.scenes.map(({ id, openedAt, closedAt }) => ({
      id,
      openedAt: instant(openedAt),
      closedAt: instant(closedAt),
    })),
    checks: verdicts.map(({ check, outcome, reason, requestIds }) => ({
      check,
      level: checks[check].level,
      outcome,
      reason,
      calls: requestIds.map((requestId) => ({ requestId, fingerprint: fingerprints.get(requestId) ?? null })),
    })),
  }
}

/** The key of the certificates of an installation whose DATA_KEY was never changed; `findSigningKey` has that of any. */
export const signingKey = (dataKey: string): KeyObject => signingKeyFor(dataKey, 'aliado certificate signing v1')

/** The file of a certificate: the evidence and its signature, in the one form in which it is valid. */
export function signEvidence(evidence: Evidence, key: KeyObject): string {
  const value = sign(null, Buffer.from(canonical(evidence)), key).toString('base64url')
  return canonical({ evidence, signature: { algorithm: 'Ed25519', keyId: publishedKey(key).id, value } })
}

export type Verification =
  | { readonly kind: 'valid'; readonly evidence: Evidence }
  /** Signed by us, of a run that was not passed. */
  | { readonly kind: 'not_passed'; readonly evidence: Evidence }
  /** Signed by us, and over. */
  | { readonly kind: 'expired'; readonly evidence: Evidence }
  | { readonly kind: 'not_json' | 'unknown_format' | 'changed' | 'other_key' }

/**
 * Whether a file is what was signed with the private key of that one, byte for byte: another spelling of the same JSON is
 * refused too, so that there is one file of a certificate.
 */
export function verifyEvidence(file: string, key: KeyObject, now: Date): Verification {
  let read: { readonly evidence?: unknown; readonly signature?: { readonly keyId?: unknown; readonly value?: unknown } }
  try {
    read = JSON.parse(file)
  } catch {
    return { kind: 'not_json' }
  }
  const evidence = read?.evidence as Evidence | undefined
  if (evidence?.format !== format) return { kind: 'unknown_format' }
  const { keyId, value } = read.signature ?? {}
  if (keyId !== publishedKey(key).id) return { kind: 'other_key' }
  const signature = Buffer.from(typeof value === 'string' ? value : '', 'base64url')
  const signed = Buffer.from(canonical(evidence))
  const whole = canonical({
    evidence,
    signature: { algorithm: 'Ed25519', keyId, value: signature.toString('base64url') },
  })
  if (file !== whole || !verify(null, signed, key, signature)) return { kind: 'changed' }
  if (!evidence.isPassed) return { kind: 'not_passed', evidence }
  const isOver = evidence.validUntil !== null && now.getTime() >= Date.parse(evidence.validUntil)
  return { kind: isOver ? 'expired' : 'valid', evidence }
}
