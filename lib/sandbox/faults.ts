import * as z from 'zod'
import { credentialFormat } from '@/lib/credentials/reference'

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

/** The operations that a fault can be armed on: those that need a credential, and the one that gives a token for it. */
export const faultOperations = [
  'checkEligibility',
  'applyDiscount',
  'registerConsumption',
  'findAuthorization',
  'releaseAuthorization',
  'listConsumptions',
  'listIdentificationTypes',
  'describeCredential',
  'issueToken',
] as const

export const disarming = z.object(credential)

export type Disarming = z.output<typeof disarming>

/** Seconds for the kinds that have them, and not more than each allows. */
const secondsFit = ({ fault, seconds }: { fault: FaultKind; seconds: number | null }): boolean =>
  seconds === null || seconds <= (faultKinds[fault]?.most ?? 0)

type Aimed = { readonly kind: string; readonly fault: FaultKind; readonly operation: string | null }

/** Only an OAuth client asks for a token, and the endpoint does not look at its merchant. */
const operationFits = ({ kind, fault, operation }: Aimed): boolean =>
  operation !== 'issueToken' || (kind === 'oauth_client' && fault !== 'merchant_disabled')

/** A fault to be armed. */
export const arming = z
  .object({
    ...credential,
    fault: z.enum(faultKindNames),
    operation: z.enum(faultOperations).nullable(),
    seconds: z.number().int().min(1).nullable(),
    times: z.number().int().min(1).max(faultTimesMax),
    minutes: z.number().int().min(1).max(faultMinutesMax),
  })
  .refine(secondsFit, { path: ['seconds'] })
  .refine(operationFits, { path: ['operation'] })

export type Arming = z.output<typeof arming>

const chosen = z.string('credential_missing').transform((text, issues) => {
  const credential = credentialFormat.read(text)
  if (credential === undefined) issues.addIssue({ code: 'custom', message: 'credential_missing' })
  return credential ?? z.NEVER
})

/** A whole number from 1, as a person types it. */
const counted = (most: number, message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^[1-9]\d{0,2}$/, message)
    .transform(Number)
    .pipe(z.number().max(most, message))

/** What the office's form sends to arm a fault. No operation is every operation; no seconds are the usual ones of the kind. */
export const armingTyped = z
  .object({
    credential: chosen,
    fault: z.enum(faultKindNames, 'fault_missing'),
    operation: z.enum(['', ...faultOperations], 'invalid_input').transform((typed) => (typed === '' ? null : typed)),
    seconds: z
      .string('seconds_unfit')
      .trim()
      .regex(/^(?:[1-9]\d{0,2})?$/, 'seconds_unfit')
      .transform((typed) => (typed === '' ? null : Number(typed))),
    times: counted(faultTimesMax, 'times_unfit'),
    minutes: counted(faultMinutesMax, 'minutes_unfit'),
  })
  .refine(secondsFit, { path: ['seconds'], message: 'seconds_unfit' })
  .refine(({ credential: { kind }, ...aimed }) => operationFits({ ...aimed, kind }), {
    path: ['operation'],
    message: 'operation_unfit',
  })

/** What the button beside the armed faults of a credential sends. */
export const disarmingTyped = z.object({ credential: chosen })
