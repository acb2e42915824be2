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

/** Lines of requests are written in blocks of this length, and at the latest after this time. */
const blockLength = 12 * 1024
const blockEveryMs = 500

export type Log = pino.Logger

export type Logs = {
  readonly log: Log
  /** Logs how a request was answered; as an error when the fault is ours. */
  readonly request: (line: RequestLine) => void
  readonly flush: () => void
}

/** The form of a line, but for what is hidden in it. */
export const optionsOf = (level: string) => ({
  level,
  base: { service: 'aliado' },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
})

/**
 * JSON lines on standard output. `buffered` gathers those of requests for half a second (the API process, which flushes when it ends);
 * without it a line is out when the call returns. Request lines are of a closed type, so they need no search for secrets, and are written
 * by JSON itself, in the form that pino has: a line costs a quarter of what it does through pino (ADR-0073).
 */
export function createLogs(level: string, buffered: boolean): Logs {
  let block = ''
  const handOver = (): void => {
    if (block === '') return
    const text = block
    block = ''
    destination.write(text)
  }
  // Before the destination's own, which writes out what it was given.
  if (buffered) process.on('exit', handOver)
  const destination = pino.destination({ dest: 1, sync: !buffered })
  const flush = (): void => {
    handOver()
    destination.flushSync()
  }
  // An error is never written before the requests that came before it, nor without them when the process dies of it.
  const inOrder = {
    write: (line: string) => {
      handOver()
      destination.write(line)
    },
    flushSync: flush,
  }
  const paths = secretPaths.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  const log = pino({ ...optionsOf(level), redact: { paths, censor: '[redacted]' } }, inOrder)
  const writes = { info: log.isLevelEnabled('info'), error: log.isLevelEnabled('error') }
  if (buffered) setInterval(handOver, blockEveryMs).unref()
  return {
    log,
    request: (line) => {
      const level = (line.status ?? 500) >= 500 ? 'error' : 'info'
      if (!writes[level]) return
      block += requestText(level, line)
      if (!buffered || block.length >= blockLength) handOver()
    },
    flush,
  }
}

/** A request line as pino would write it. Only the request id comes from outside; the other texts are names of ours, without quotes. */
export function requestText(level: 'info' | 'error', line: RequestLine): string {
  let text = `{"level":"${level}","time":"${new Date().toISOString()}","service":"aliado","requestId":${JSON.stringify(line.requestId)},"operation":"${line.operation}"`
  if (line.merchantId !== undefined) text += `,"merchantId":${line.merchantId}`
  if (line.credential !== undefined) text += `,"credential":"${line.credential}"`
  if (line.replayed) text += ',"replayed":true'
  if (line.staged !== undefined) text += `,"staged":"${line.staged}"`
  if (line.cut) text += ',"cut":true'
  if (line.limitedBy !== undefined) text += `,"limitedBy":"${line.limitedBy}"`
  if (line.status !== undefined) text += `,"status":${line.status}`
  if (line.faultCode !== undefined) text += `,"faultCode":"${line.faultCode}"`
  if (line.ms !== undefined) text += `,"ms":${line.ms}`
  if (line.fault !== undefined) text += `,"fault":${JSON.stringify(line.fault)}`
  return `${text},"msg":"request"}\n`
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
