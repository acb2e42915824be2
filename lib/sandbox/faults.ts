import { z } from 'zod'

/** Faults that a merchant arms for a credential of theirs in the test environment (sandbox.md, Identities 4). */

/** Whether a kind has seconds: what they are, and how many at most. */
export const faultKinds = {
  /** Done, and the connection is cut before the answer, also of a repetition. */
  lost: undefined,
  /** Done, and answered so much later. */
  slow: { most: 60, usual: 10 },
  /** Refused, with so much in `Retry-After`. */
  rate_limited: { most: 60, usual: 3 },
  service_unavailable: { most: 60, usual: 2 },
  internal_error: undefined,
  /** A balancer's 502, with a page of HTML. */
  html: undefined,
  credential_invalid: undefined,
  merchant_disabled: undefined,
  /** Fields that nobody knows, in an answer; a code that nobody knows, in a refusal (D62). */
  additions: undefined,
  /** A body that breaks off. */
  truncated: undefined,
  /** Nothing is done, and every connection is cut, for so long from when it is armed. */
  unreachable: { most: 120, usual: 60 },
} as const

export type FaultKind = keyof typeof faultKinds

export const faultKindNames = Object.keys(faultKinds) as [FaultKind, ...FaultKind[]]

export const faultTimesMax = 20

/** How long a fault waits for its call at most, as long as a certification lasts. */
export const faultMinutesMax = 90

const credential = { kind: z.enum(['api_key', 'oauth_client']), id: z.number().int().positive() }

/** The operations that a fault can be armed on: those that need a credential. */
export const faultOperations = [
  'checkEligibility',
  'applyDiscount',
  'registerConsumption',
  'findAuthorization',
  'releaseAuthorization',
  'listConsumptions',
  'listIdentificationTypes',
  'describeCredential',
] as const

export const disarming = z.object(credential)

export type Disarming = z.output<typeof disarming>

/** A fault to be armed. Seconds for the kinds that have them, and not more than each allows. */
export const arming = z
  .object({
    ...credential,
    fault: z.enum(faultKindNames),
    operation: z.enum(faultOperations).nullable(),
    seconds: z.number().int().min(1).nullable(),
    times: z.number().int().min(1).max(faultTimesMax),
    minutes: z.number().int().min(1).max(faultMinutesMax),
  })
  .refine(({ fault, seconds }) => seconds === null || seconds <= (faultKinds[fault]?.most ?? 0), { path: ['seconds'] })

export type Arming = z.output<typeof arming>
