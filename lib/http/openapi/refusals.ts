import * as z from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { faultView } from '@/lib/http/envelope'
import type { Operation } from '@/lib/http/operations'
import { headersTooLarge, refusalsOf } from '@/lib/http/refusals'
import { type Fault, type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { headersNamed, type ResponseHeader } from './headers'

/** D62. */
const errorCode = z.enum(Object.keys(faultStatus)).meta({
  id: 'ErrorCode',
  description:
    'What a client branches on. New ones may be added within the version: take one that you do not know as its status alone.',
})

const errorMessage = z
  .object({
    message: z.string(),
    field: z
      .string()
      .optional()
      .meta({ description: 'JSON path of what is wrong, such as `items[2].sku`.', example: 'reference' }),
  })
  .meta({ id: 'ErrorMessage' })

/** D1 to D3. */
const error = z.object({ code: errorCode, title: z.string(), messages: z.array(errorMessage).min(1) }).meta({
  id: 'Error',
  description: 'Every answer that is not 2xx. Titles and messages are for people and may change.',
})

const headersByStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept-Encoding'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
}

/** A code with what is wrong with a field, where it says more than the code alone. */
const nameOf = ({ code, problems: [problem] }: Fault): string =>
  problem === undefined ? code : [code, problem.field, problem.problem].filter(Boolean).join('.')

/** The answers of one status, each as the service gives it. `x-error-codes` are the codes that it may have. */
function refusedWith(status: number, faults: readonly Fault[]): ZodOpenApiResponseObject {
  return {
    description: faults
      .flatMap((fault) =>
        faultView(fault, 'en').messages.map(({ message, field }) =>
          field === undefined ? `\`${fault.code}\`: ${message}` : `\`${fault.code}\`, of \`${field}\`: ${message}`,
        ),
      )
      .join('\n\n'),
    headers: headersNamed('Link', ...(headersByStatus[status] ?? [])),
    content: {
      'application/json': {
        schema: error,
        examples: Object.fromEntries(faults.map((fault) => [nameOf(fault), { value: faultView(fault, 'es') }])),
      },
    },
    'x-error-codes': [...new Set(faults.map(({ code }) => code))],
  }
}

/** Answers that are the same for several operations, by what they say: each is a component of its own. */
const shared = new Map<string, ZodOpenApiResponseObject>()

const componentNames: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  409: 'KeyReused',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
}

/** The answers of a status; the very same object for the same ones, which makes one component of them. */
function answersOf(status: number, faults: readonly Fault[]): ZodOpenApiResponseObject {
  const base = componentNames[status]
  if (base === undefined) return refusedWith(status, faults)
  // What only some operations have: the permission that is missing, the budget that is spent.
  const [special] = faults.flatMap(({ problems }) => problems)
  const variant = status === 403 || status === 429 ? `${special?.values?.permission ?? special?.problem ?? ''}` : ''
  const id = `${base}${variant.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase())}`
  const answers = shared.get(id) ?? { id, ...refusedWith(status, faults) }
  shared.set(id, answers)
  return answers
}

/** The 431 of every path: it is sent before the path is known (D65). */
export const headersRefused = answersOf(431, [headersTooLarge()])

/** What an operation refuses with those codes, by status. */
export function refusalsByStatus(
  operation: Operation,
  refused: readonly FaultCode[],
): Record<string, ZodOpenApiResponseObject> {
  const faults = refused.flatMap((code) => refusalsOf(operation, code))
  const statuses = [...new Set(faults.map(({ status }) => status))].sort()
  const byStatus = statuses.map((status) => {
    const own = faults.filter((fault) => fault.status === status)
    return [`${status}`, answersOf(status, own)]
  })
  return { ...Object.fromEntries(byStatus), 431: headersRefused }
}
