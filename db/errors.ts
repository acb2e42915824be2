import { Fault } from '@/lib/kernel/fault'
import { unavailable } from '@/lib/kernel/gate'

/** What PostgreSQL, or the driver, says of itself in an error. */
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
 * SQLSTATEs, driver's and Node's codes that say "not now": connection lost or refused, we or our database not known there,
 * resources, operator's intervention, a lock or a statement over its bound, a deadlock. PostgreSQL documentation, appendix A.
 */
const passing =
  /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|58030|ECONN.*|EPIPE|ERR_STREAM_.*|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_.*)$/

/**
 * Whether PostgreSQL itself refused a statement, and so undid it whole. Not so when the connection was lost: then nobody knows;
 * nor when it ran out of time or resources: then it may not be asked for more.
 */
export const wasRefused = (error: unknown): boolean =>
  error instanceof Error && (error as DatabaseError).severity === 'ERROR' && !/^(53...|57...)$/.test(codeOf(error))

/** Whether a statement stood in another's way, or waited too long for a lock: alone, and with more time, it may go through. */
export const wasBlocked = (error: unknown): boolean => codeOf(error) === '55P03' || isDeadlock(error)

/**
 * The same of an office's statement, as drizzle wraps its error; there the bound on a statement is mostly spent on waiting too. One
 * that waited too long for a connection was never sent.
 */
export const foundNoRoom = (error: unknown): boolean =>
  error instanceof Error &&
  (wasBlocked(error) ||
    codeOf(error) === '57014' ||
    (error instanceof Fault && error.code === 'service_unavailable') ||
    foundNoRoom(error.cause))

/** A deadlock undoes the statement whole, so it may simply run again. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** Turns a passing trouble of the database into the fault of D12; any other error is left as it is. */
export const asFault = (error: unknown): unknown =>
  !(error instanceof Fault) && passing.test(codeOf(error)) ? unavailable(error) : error
