import { Fault } from '@/lib/kernel/fault'
import { unavailable } from '@/lib/kernel/gate'

/** The fields of an error of PostgreSQL or of the driver. */
type DatabaseError = Error & { code?: unknown; constraint_name?: unknown; severity?: unknown }

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as DatabaseError).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Whether an error is the violation of the constraint of that name, also as drizzle wraps it. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  ((error as DatabaseError).constraint_name === constraint || violates(error.cause, constraint))

/**
 * SQLSTATEs and codes of the driver and of Node that say "not now": connection lost or refused, role or database unknown there,
 * resources, operator's intervention, a lock or a statement over its bound, a deadlock. PostgreSQL documentation, appendix A.
 */
const passing =
  /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|58030|ECONN.*|EPIPE|ERR_STREAM_.*|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_.*)$/

/**
 * Whether PostgreSQL itself refused a statement, and so undid it whole. False when the connection was lost, since the outcome is
 * then unknown, and when PostgreSQL ran out of time or resources, since it may not be asked for more then.
 */
export const wasRefused = (error: unknown): boolean =>
  error instanceof Error && (error as DatabaseError).severity === 'ERROR' && !/^(53...|57...)$/.test(codeOf(error))

/** Whether a statement met a deadlock or waited too long for a lock: alone, and with more time, it may succeed. */
export const wasBlocked = (error: unknown): boolean => codeOf(error) === '55P03' || isDeadlock(error)

/**
 * The same for an office's statement, whose error drizzle wraps. There a statement over its bound counts too, since it has mostly
 * been waiting. A statement that waited too long for a connection was never sent.
 */
export const foundNoRoom = (error: unknown): boolean =>
  error instanceof Error &&
  (wasBlocked(error) ||
    codeOf(error) === '57014' ||
    (error instanceof Fault && error.code === 'service_unavailable') ||
    foundNoRoom(error.cause))

/** Whether the connection broke, or was given up, under a statement: its backend may still be at it. */
export const wasCut = (error: unknown): boolean =>
  /^(CONNECTION_(?!MISCOUNTED|NO_PRIMARY).*|ECONN.*|EPIPE|ERR_STREAM_.*|ETIMEDOUT)$/.test(codeOf(error))

/**
 * Whether an error may say that the server is not the primary any more: it is read-only, it ends its sessions, or the connection broke.
 * Other errors of a statement say nothing of the server.
 */
export const meansNoPrimary = (error: unknown): boolean =>
  !(error instanceof Error && (error as DatabaseError).severity === 'ERROR') || codeOf(error) === '25006'

/**
 * Whether a server did not answer: its connection is lost, refused or silent, or it is ending. False for what it refused, for a
 * connection that it had no room for, and where a standby ended one for a recovery conflict (40001, also as FATAL).
 */
export const wasUnheard = (error: unknown): boolean =>
  error instanceof Error &&
  ((passing.test(codeOf(error)) &&
    (error as DatabaseError).severity !== 'ERROR' &&
    !/^(53...|40001)$/.test(codeOf(error))) ||
    wasUnheard(error.cause))

/** Whether a row is there already, by whichever key: each partition has its own name for one. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/** A deadlock undoes the statement whole, so it may simply run again. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** Turns a passing trouble of the database into the fault of D12; any other error is left as it is. */
export const asFault = (error: unknown): unknown =>
  !(error instanceof Fault) && passing.test(codeOf(error)) ? unavailable(error) : error
