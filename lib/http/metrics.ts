import type { AuthorizationOutcome } from '@/lib/context'
import type { RequestLine } from './log'

/**
 * What is told of the service while it works, to whoever counts. On the request's path: nothing here waits or throws, and
 * nothing but operations, statuses, codes and rules is ever a label (D32).
 */
export type Metrics = {
  /** A request was answered. */
  request(line: RequestLine): void
  /** So many authorizations came to be this, in the database. */
  authorizations(outcome: AuthorizationOutcome, count: number): void
  /** So many calls are missing from the list that their merchants see. */
  requestsDropped(count: number): void
}
