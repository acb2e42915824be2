import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { faultView } from '@/lib/http/envelope'
import type { Operation } from '@/lib/http/operations'
import { headersTooLarge, refusalsOf } from '@/lib/http/refusals'
import type { Fault, FaultCode } from '@/lib/kernel/fault'

const message = z.object({
  message: z.string(),
  field: z.string().optional().meta({ description: 'JSON path of the culprit, such as `items[2].sku`.' }),
})

export const requestIdHeader = {
  'X-Request-Id': {
    required: true,
    description: 'Identifies the call in the log. A well-formed one that you send is echoed.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
} as const

const retryHeader = {
  'Retry-After': { required: true, description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
} as const
const rateHeaders = {
  ...retryHeader,
  'RateLimit-Policy': {
    required: true,
    description:
      'The rule that refused, in quotes: `default` of all calls, `eligibility-misses` of those that found no benefits.',
    schema: { type: 'string' },
    example: '"default";q=200;w=10',
  },
  RateLimit: {
    required: true,
    description: 'What the rule has left, and in how many seconds it grants again.',
    schema: { type: 'string' },
    example: '"default";r=0;t=1',
  },
} as const

/** Headers that answers of a status have beside the request id. */
const headersOf = (status: number) => (status === 429 ? rateHeaders : status === 503 ? retryHeader : {})

/** The answers of one status, each as the service gives it. */
function refusedWith(status: number, faults: readonly Fault[]): ZodOpenApiResponseObject {
  const codes = [...new Set(faults.map(({ code }) => code))]
  return {
    description: faults
      .flatMap((fault) => faultView(fault, 'en').messages.map((one) => `\`${fault.code}\`: ${one.message}`))
      .join('\n\n'),
    headers: { ...requestIdHeader, ...headersOf(status) },
    content: {
      'application/json': {
        schema: z.object({ code: z.enum(codes), title: z.string(), messages: z.array(message).min(1) }),
        examples: Object.fromEntries(
          faults.map((fault, i) => {
            const isFirst = faults.findIndex(({ code }) => code === fault.code) === i
            const name = isFirst ? fault.code : `${fault.code}.${fault.problems[0]?.problem}`
            return [name, { value: faultView(fault, 'es') }]
          }),
        ),
      },
    },
  }
}

/** The 431 of every path: it is sent before the path is known (D65). */
export const headersRefused = refusedWith(431, [headersTooLarge()])

/** What an operation refuses with those codes, by status. */
export function refusalsByStatus(
  operation: Operation,
  refused: readonly FaultCode[],
): Record<string, ZodOpenApiResponseObject> {
  const faults = refused.flatMap((code) => refusalsOf(operation, code))
  const statuses = [...new Set(faults.map(({ status }) => status))].sort()
  const byStatus = statuses.map((status) => {
    const own = faults.filter((fault) => fault.status === status)
    return [`${status}`, refusedWith(status, own)]
  })
  return { ...Object.fromEntries(byStatus), 431: headersRefused }
}
