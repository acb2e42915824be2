import type { AuthorizationOutcome } from '@/lib/context'
import type { RequestLine } from './log'

/**
 * What the service reports to a collector of metrics while it works. These calls are on the request's path: none of
 * them waits or throws, and only operations, statuses, codes and rules are ever labels (D32).
 */
export type Metrics = {
  /** A request was answered. */
  request(line: RequestLine): void
  /** A request for an access token was answered: with one, or with this error of RFC 6749. */
  tokenRequest(error: string | undefined): void
  /** `count` authorizations reached this outcome in the database. */
  authorizations(outcome: AuthorizationOutcome, count: number): void
  /** `count` calls are missing from the list that their merchants see. */
  requestsDropped(count: number): void
}
