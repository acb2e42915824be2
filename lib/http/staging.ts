import type { FaultCode } from '@/lib/kernel/fault'
import type { Authenticated } from './authenticate'
import type { Answer, ApiRequest } from './exchange'
import type { Service } from './service'

/** Whose call it is, as far as the test environment looks. */
export type Looked = Pick<Authenticated, 'merchantId' | 'credential' | 'inSandbox'>

/** A call whose input is accepted, before anything is done; of a token's, one whose client is known. */
export type Entering = {
  readonly shared: Service
  readonly operation: string
  readonly request: ApiRequest
  readonly actor: Looked
  readonly input: unknown
}

/** A fault as data: Next's copies of a module do not know each other's classes. */
export type Refused = { readonly code: FaultCode; readonly headers?: Record<string, string> }

/** Whether an answer is none of ours, and stands instead of one. */
export const isForeign = (instead: Refused | Answer): instead is Answer => 'body' in instead

/** What is staged for one call. */
export type Scene = {
  /** For the log and for the merchant's list of calls: which identity or fault it is. */
  readonly staged: string
  /** Answered instead of doing what was asked: a refusal of ours, or something that is none of the contract's. */
  readonly instead?: Refused | Answer
  /** The life of the reservation that it makes, instead of the policy's. */
  readonly authorizationTtlSeconds?: number
  readonly newCode?: () => string
  /**
   * What becomes of the answer, after everything is done and no connection of the database is held. `isNew` says that the call itself
   * did what it asked for. `cut`: nobody gets it, and its connection is reset once the call is written down.
   */
  readonly leave?: (answer: Answer, isNew: boolean) => Promise<Answer | 'cut'>
}

/** A call of a credential that the test environment looks into, once it is answered. */
export type Witnessed = {
  readonly shared: Service
  readonly merchantId: number
  readonly credential: Authenticated['credential']
  readonly operation: string
  readonly request: ApiRequest
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  /** Equal for the same operation with the same input (D44). */
  readonly fingerprint: Buffer | undefined
  /** As it was sent; it may hold an identification. Undefined where nothing could be read. */
  readonly sent: unknown
  /** The `value` that was answered, or a token's answer. */
  readonly answered: unknown
  readonly status: number
  readonly code: string | undefined
  readonly isReplay: boolean
  readonly isCut: boolean
  readonly staged: string | undefined
  readonly retryAfter: string | null
  /** Milliseconds of the service's clock. */
  readonly arrivedAt: number
  readonly answeredAt: number
}

/** What stands in front of the operations in the test environment (sandbox.md, Identities 2). */
export type Layer = {
  /** Whether anything may be staged for an accepted input, whoever calls. */
  readonly knows: (call: Pick<Entering, 'operation' | 'input'>) => boolean
  /** What is staged for a call; undefined for every ordinary one, decided in memory and at once. */
  readonly enter: (call: Entering) => Scene | Promise<Scene | undefined> | undefined
  /**
   * Told of each call of a credential that is looked into, before it is answered: who was answered finds the call written down.
   * It does not throw, and waits for a second at most.
   */
  readonly witness: (call: Witnessed) => Promise<void>
  /** Ends every delay: a process that stops waits for nobody. */
  readonly hurry: () => void
}

/** Next bundles a module more than once; all its copies in a process share one layer. */
const holder = globalThis as typeof globalThis & { aliadoLayer?: Layer }

/** The layer of this process; undefined in production, whose processes do not load it (ADR-0049). */
export const staging = (): Layer | undefined => holder.aliadoLayer

export const setStaging = (layer: Layer): void => {
  holder.aliadoLayer = layer
}
