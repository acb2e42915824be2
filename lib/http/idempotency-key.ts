import type { Idempotency } from '@/lib/context'
import { canonical } from '@/lib/kernel/canonical'
import { Fault } from '@/lib/kernel/fault'
import { hmacOf } from '@/lib/kernel/hmac'
import type { ApiRequest } from './exchange'

const uuid = /^(?:"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/i

/**
 * The Idempotency-Key of a request, in lower case (D44): a UUID of any case, bare or in double quotes. Repeated headers
 * with the same value count as one. Throws `idempotency_key_missing` or `idempotency_key_invalid`.
 */
export function readIdempotencyKey(request: ApiRequest): string {
  const header = request.headers.get('idempotency-key')
  if (header === null || header.trim() === '') throw new Fault('idempotency_key_missing')
  const keys = new Set<string>()
  for (const value of header.split(',')) {
    const [, quoted, bare] = uuid.exec(value.trim()) ?? []
    const key = quoted ?? bare
    if (key === undefined) throw new Fault('idempotency_key_invalid')
    keys.add(key.toLowerCase())
  }
  const [key, another] = keys
  if (key === undefined || another !== undefined) throw new Fault('idempotency_key_invalid')
  return key
}

/**
 * 32 bytes that are equal exactly for the same operation with the same body, whatever its key order, white space and
 * spelling of numbers. The hash has a key, because a body holds an identification: anyone could find it from a plain
 * digest by trying all identifications (D32).
 */
export const fingerprint = (key: Buffer, operationId: string, input: unknown): Buffer =>
  hmacOf(key, `${operationId}\n${canonical(input)}`)

/** The keys of fingerprints of a process: its own, and those that others may have used (ADR-0060). */
export type FingerprintKeys = {
  readonly fingerprintKey: Buffer
  readonly formerFingerprintKeys: (() => Promise<readonly Buffer[]>) | undefined
}

/** A key with the fingerprint of what it is for (D44). */
export const idempotencyOf = (
  { fingerprintKey, formerFingerprintKeys: former }: FingerprintKeys,
  operationId: string,
  key: string,
  input: unknown,
): Idempotency => ({
  key,
  fingerprint: fingerprint(fingerprintKey, operationId, input),
  ...(former && { formerly: async () => (await former()).map((each) => fingerprint(each, operationId, input)) }),
})
