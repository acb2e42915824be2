import type * as z from 'zod'
import type { AccountContext, OperatorContext } from '@/lib/context'
import type { ApprovalKind } from './kinds'

/** What approvals work with; `db` is the transaction of the approval when something is carried out. */
export type ApprovalContext = OperatorContext & Pick<AccountContext, 'officeUrl' | 'now' | 'environment'>

/** How something of a kind is done. */
export type Carried<Payload> = {
  readonly schema: z.ZodType<Payload>
  /** What a person reads of it: the values of the sentence of its kind. No identification and no secret. */
  readonly words: (ctx: ApprovalContext, payload: Payload) => Promise<Readonly<Record<string, string | number>>>
  /** Throws an OfficeFault where it could not be done now; changes nothing. */
  readonly check: (ctx: ApprovalContext, payload: Payload) => Promise<void>
  /** Does it, in the transaction of the approval. Gives what the row keeps of it. */
  readonly carryOut: (ctx: ApprovalContext, payload: Payload) => Promise<unknown>
}

/** A kind that is missing here can be neither proposed nor approved. */
export type Registry = { readonly [Kind in ApprovalKind]?: Carried<never> }
