import type { SeenCall } from './seen'

/**
 * What has become of a run. `void`: the adapter's version changed in it, so that nothing is said of either. `ended`: its time was
 * over, or it was given up, before it was judged.
 */
export const runStates = ['open', 'passed', 'failed', 'void', 'ended'] as const

export type RunState = (typeof runStates)[number]

/** The longest that a run lasts. */
export const runMinutes = 90

/** How long a certificate is valid. */
export const validMonths = 12

export type CertificateState = 'valid' | 'expired' | 'suspended'

/** Whether a certificate is good at a moment. */
export const certificateStateOf = (
  { validUntil, suspendedAt }: { readonly validUntil: Date; readonly suspendedAt: Date | null },
  now: Date,
): CertificateState => (suspendedAt !== null ? 'suspended' : validUntil <= now ? 'expired' : 'valid')

const adapterLengthMax = 100

/**
 * The adapter that a User-Agent names: its first product with its version (RFC 9110, 10.1.5). What follows it may name the machine,
 * which is not the adapter. Empty for a call without the header.
 */
const productOf = (userAgent: string | undefined): string =>
  (userAgent ?? '').trim().split(/\s/, 1)[0]?.slice(0, adapterLengthMax) ?? ''

/**
 * The adapter that a call names; undefined for one that says nothing of it: a token may be asked for by a library with a name of its own.
 */
export const adapterOfCall = ({
  operation,
  userAgent,
}: Pick<SeenCall, 'operation' | 'userAgent'>): string | undefined =>
  operation === 'issueToken' || operation === 'revokeToken' ? undefined : productOf(userAgent)
