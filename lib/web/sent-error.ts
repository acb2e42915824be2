import { OfficeFault } from '@/lib/kernel/office-fault'

/**
 * An error in the form in which a thread can send it: a copied Error loses its class and its own fields, which identify
 * faults and errors of locks. The message of a database error can quote values, so it is not sent, as `describeError`
 * leaves it out of logs.
 */
export type SentError =
  | {
      readonly kind: 'office_fault'
      readonly code: string
      readonly values: OfficeFault['values']
      readonly field?: string
      readonly further: OfficeFault['further']
    }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly message: string
      readonly place: string
      readonly code?: string
      readonly constraint?: string
      readonly cause?: SentError
    }

export function toSend(error: unknown): SentError {
  if (error instanceof OfficeFault) {
    const { code, values, field, further } = error
    return { kind: 'office_fault', code, values, further, ...(field === undefined ? {} : { field }) }
  }
  if (!(error instanceof Error)) return { kind: 'other', name: typeof error, message: '', place: '' }
  const { code, constraint_name: constraint } = error as Error & { code?: unknown; constraint_name?: unknown }
  const isDatabase = error.name === 'PostgresError' || typeof code === 'string'
  return {
    kind: 'other',
    name: error.name,
    message: isDatabase ? '' : error.message,
    place: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: toSend(error.cause) }),
  }
}

/** The error that was sent, for whoever catches it here. */
export function asReceived(sent: SentError): Error {
  if (sent.kind === 'office_fault') {
    const { code, values, field, further } = sent
    return new OfficeFault(code, { values: { ...values }, further, ...(field === undefined ? {} : { field }) })
  }
  const { name, message, place, code, constraint, cause } = sent
  const error = new Error(message, cause === undefined ? {} : { cause: asReceived(cause) })
  return Object.assign(error, {
    name,
    stack: `${name}: ${message}\n${place}`,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint_name: constraint }),
  })
}
