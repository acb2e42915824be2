import pino from 'pino'

/** Where a secret could stand if one ever got near a log line (trust.md A6). */
const secretPaths = ['authorization', 'x-api-key', 'cookie', 'client_secret', 'identification', 'code', 'password']

/** All that the log says of a request. Nothing in it is written by the caller, except the request id. */
export type RequestLine = {
  requestId: string
  operation: string
  merchantId?: number
  credential?: string
  replayed?: true
  /** What was staged for it in the test environment. */
  staged?: string
  /** Nobody got the answer: its connection was cut. */
  cut?: true
  /** The rule of the rate limit that refused it. */
  limitedBy?: string
  status?: number
  faultCode?: string
  ms?: number
  fault?: Record<string, unknown>
}

const flushEveryMs = 500

export type Log = pino.Logger

export type Logs = {
  readonly log: Log
  /** Logs how a request was answered; as an error when the fault is ours. */
  readonly request: (line: RequestLine) => void
  readonly flush: () => void
}

/**
 * JSON lines on standard output. `buffered` gathers them for half a second (the API process, which flushes when it ends);
 * without it a line is out when the call returns. Request lines are of a closed type, so they need no search for secrets, which
 * would cost a tenth of a request's time.
 */
export function createLogs(level: string, buffered: boolean): Logs {
  // The flush writes an error also when no other lines follow it for hours.
  const gathering = buffered ? { minLength: 4096, periodicFlush: flushEveryMs } : {}
  const destination = pino.destination({ dest: 1, sync: !buffered, ...gathering })
  const options = {
    level,
    base: { service: 'aliado' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const paths = secretPaths.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  const log = pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination)
  const requests = pino(options, destination)
  return {
    log,
    request: (line) => requests[(line.status ?? 500) >= 500 ? 'error' : 'info'](line, 'request'),
    flush: () => destination.flushSync(),
  }
}

/**
 * What a log may say of an error: its name, code and place. The message and details of a database error can quote values, so
 * for those only PostgreSQL's own code and constraint are kept; of a failed query its text, in which no value stands.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, constraint_name: constraint } = error as Error & { code?: unknown; constraint_name?: unknown }
  const isDatabase = error.name === 'PostgresError' || typeof code === 'string'
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  const place = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
  return {
    error: error.name,
    ...(isDatabase ? { sqlstate: code, constraint } : { message: messageOf(error) }),
    place,
    ...cause,
  }
}

/** Drizzle writes into the message of a failed query what it was given. */
const messageOf = (error: Error): string =>
  'query' in error && typeof error.query === 'string' ? `Failed query: ${error.query}` : error.message
