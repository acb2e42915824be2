import type { Answer, Answering, Route } from './exchange'
import { describeError } from './log'
import { cutConnection } from './peer-address'
import { service } from './service'

export const responseOf = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers })

/** Writes down what is to be written of a call. A fault of ours in that is one for the log: the caller has the answer. */
export function writeDown({ after }: Answer): void {
  try {
    after?.()
  } catch (error) {
    service().log.error(describeError(error), 'a call was not written down')
  }
}

/** A handler of the platform's `Request` and `Response` for what answers without them. */
export const routeOf = (answering: Answering): Route =>
  Object.assign(
    async (request: Request): Promise<Response> => {
      const answer = await answering(request)
      if (answer.cut) cutConnection(request)
      const response = responseOf(answer)
      writeDown(answer)
      return response
    },
    { answering },
  )
