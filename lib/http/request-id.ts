import { newLowerAlphanumeric } from '@/lib/kernel/random-text'

const wellFormed = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's request id when it is well-formed, else a new one (D5). */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && wellFormed.test(given) ? given : `req_${newLowerAlphanumeric(20)}`
}
