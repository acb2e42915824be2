import type { RefusalReason } from '@/db/queries/tills/credential-calls'
import type { FieldProblem } from '@/lib/kernel/fault'
import type { Shown } from './snapshot'

/** What is kept of a call beyond what lists show, as JSON in its row. A reader must expect any optional field to be absent. */
export type RequestDetails = {
  readonly input?: Readonly<Record<string, Shown>>
  /** Names of fields that were sent and that the operation does not know. */
  readonly unknown?: readonly string[]
  readonly idempotencyKey?: string
  /** What was wrong with which field; `problemText` of lib/http has the words. */
  readonly problems?: readonly FieldProblem[]
  /** The terminal that it named, or that its header was ill-formed (D58). */
  readonly terminal?: string
  readonly terminalIllFormed?: true
  /** Why the credential was refused; only its merchant sees it. */
  readonly reason?: RefusalReason
  /** What the token endpoint said. */
  readonly description?: string
  readonly value?: Shown
  /** What the test environment staged for it: the two digits of an assigned identification, or an armed fault. */
  readonly staged?: string
  /** The connection was cut before the answer: nobody got it. */
  readonly cut?: true
}
