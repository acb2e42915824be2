import { newLowerAlphanumeric } from '@/lib/kernel/random-text'
import type { ApiRequest } from './exchange'

const wellFormed = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's request id when it is well-formed, else a new one (D5). */
export const requestIdOf = (request: ApiRequest): string => requestIdOfHeader(request.headers.get('x-request-id'))

/** The same, of the header's text. */
export function requestIdOfHeader(given: string | null): string {
  return given !== null && wellFormed.test(given) ? given : newRequestId()
}

/**
 * It begins with its moment in milliseconds, so that new ids stand beside one another in the index of a merchant's calls: at random places each
 * would touch another page of a day's million. The other 11 characters are 57 random bits.
 */
const newRequestId = (): string => `req_${Date.now().toString(36).padStart(9, '0')}${newLowerAlphanumeric(11)}`
