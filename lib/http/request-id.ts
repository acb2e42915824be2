import { newRequestId } from '@/lib/kernel/request-id'
import type { ApiRequest } from './exchange'

const wellFormed = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's request id when it is well-formed, else a new one (D5). */
export const requestIdOf = (request: ApiRequest): string => requestIdOfHeader(request.headers.get('x-request-id'))

/** The same, of the header's text. */
export function requestIdOfHeader(given: string | null): string {
  return given !== null && wellFormed.test(given) ? given : newRequestId()
}
