import pino from 'pino'

/** Where a secret could stand if one ever got near a log line (trust.md A6). */
const secretPaths = ['authorization', 'x-api-key', 'cookie', 'client_secret', 'identification', 'code', 'password']

export type Log = pino.Logger

/**
 * JSON lines on standard output. `buffered` gathers lines (the API process, which flushes when it ends); without it a line is
 * out when the call returns.
 */
export function createLog(level: string, buffered: boolean): { log: Log; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: !buffered, ...(buffered ? { minLength: 4096 } : {}) })
  const log = pino(
    {
      level,
      base: { service: 'aliado' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretPaths.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[redacted]',
      },
    },
    destination,
  )
  return { log, flush: () => destination.flushSync() }
}

/**
 * What a log may say of an error: its name, code and place. The message and details of a database error can quote values, so
 * for those only PostgreSQL's own code and constraint are kept.
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
    ...(isDatabase ? { sqlstate: code, constraint } : { message: error.message }),
    place,
    ...cause,
  }
}
