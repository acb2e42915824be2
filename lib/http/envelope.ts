import { env } from '@/lib/env'
import { Fault } from '@/lib/kernel/fault'
import type { Answer } from './exchange'
import { helpLink } from './help'
import type { Language } from './language'
import { faultTexts, problemText } from './texts'

const json = 'application/json; charset=utf-8'

/** What every answer carries (D1, D5, D10, D11). Plain objects: the Node door writes them without building a Headers. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'Content-Type': json,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

/** The success envelope `{ title, messages, value, meta }` (contract, Conventions). */
export const successAnswer = (
  status: number,
  { title, value, meta }: { title: string; value: unknown; meta: unknown },
  headers: Record<string, string>,
): Answer => ({ status, headers, body: JSON.stringify({ title, messages: [], value, meta: meta ?? null }) })

/** The error envelope: exactly `{ code, title, messages }` (D1 to D3). */
export function faultView(fault: Fault, language: Language) {
  const texts = faultTexts[fault.code]
  const messages: { message: string; field?: string }[] =
    fault.problems.length === 0
      ? [{ message: texts.message[language] }]
      : fault.problems.map((problem) => ({
          message: problemText(problem, language),
          ...(problem.field === undefined ? {} : { field: problem.field }),
        }))
  return { code: fault.code, title: texts.title[language], messages }
}

export const faultBody = (fault: Fault, language: Language): string => JSON.stringify(faultView(fault, language))

/** The headers of a refusal: those of every answer, where its code is explained (D63; RFC 8288), and its own. */
export const faultHeaders = (fault: Fault, headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  Link: helpLink(env(), fault.code),
  ...fault.headers,
})

export const faultAnswer = (fault: Fault, language: Language, headers: Record<string, string>): Answer => ({
  status: fault.status,
  headers: faultHeaders(fault, headers),
  body: faultBody(fault, language),
})

/** The fault that the caller sees for whatever was thrown. What is not a `Fault` is a bug of ours. */
export const toFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('internal_error', { cause: error })
