import { RequestError } from '@hono/node-server'
import { toFault } from '@/lib/http/envelope'
import { describeError } from '@/lib/http/log'
import { Fault } from '@/lib/kernel/fault'

type Log = Readonly<Record<'warn' | 'error', (what: object, message: string) => void>>

/**
 * The fault that is answered to a request when the adapter's listener, or the handler behind it, has thrown: `invalid_request` where the
 * adapter could not make a Request of it, and otherwise a fault of ours (D1). Both are logged.
 */
export function faultThrown(error: unknown, log: Log): Fault {
  if (error instanceof RequestError) {
    log.warn(describeError(error), 'unreadable request')
    return new Fault('invalid_request')
  }
  const fault = toFault(error)
  log.error(describeError(fault.cause ?? fault), 'a request was not answered')
  return fault
}
