import type { FaultCode } from '@/lib/kernel/fault'
import { refusalHeaders } from '@/lib/rate-limit/bucket'
import { invalidHeaders } from '../authenticate'
import type { Answer } from '../exchange'

/** As the service itself refuses with that code, headers and all. */
export function refusal(code: FaultCode, retryAfterSeconds: number | undefined) {
  if (code === 'credential_invalid') return { code, headers: invalidHeaders }
  if (retryAfterSeconds === undefined) return { code }
  if (code !== 'rate_limited') return { code, headers: { 'Retry-After': String(retryAfterSeconds) } }
  const rule = { name: 'sandbox', perMinute: 60 / retryAfterSeconds, burst: 1 }
  return { code, headers: refusalHeaders(rule, { allowed: false, remaining: 0, waitMs: retryAfterSeconds * 1_000 }) }
}

/** What a balancer answers that cannot reach the service behind it: nothing of the contract. */
export const balancersPage = (): Answer => ({
  status: 502,
  headers: { 'Content-Type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<h1>502 Bad Gateway</h1>\r\n</body>\r\n</html>\r\n',
})
