import type * as z from 'zod'
import type { FieldProblem } from '@/lib/kernel/fault'

const problemsMax = 20

/**
 * What a schema must be told for `problemsOf`. One object, and with `async`, which zod sets in a copy of it: a copy that gets a
 * property more has a hidden class of its own in V8, for which all that reads it is looked up anew (ADR-0089).
 */
export const reportingInput = { reportInput: true, async: false }

/** The problems that a schema found, each with the JSON path of the field at fault (D3): `items[2].sku`. */
export function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.slice(0, problemsMax).map((issue) => {
    const field = pathOf(issue.path)
    return { ...(field === '' ? {} : { field }), ...explain(issue) }
  })
}

function pathOf(path: readonly PropertyKey[]): string {
  let text = ''
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `${text === '' ? '' : '.'}${String(step)}`
  return text
}

function explain(issue: z.core.$ZodIssue): Pick<FieldProblem, 'problem' | 'values'> {
  switch (issue.code) {
    case 'invalid_type':
      return { problem: issue.input === undefined ? 'required' : `type:${issue.expected}` }
    case 'too_big':
      return {
        problem: issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_large',
        values: { most: String(issue.maximum) },
      }
    case 'too_small':
      return {
        problem: issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small',
        values: { least: String(issue.minimum) },
      }
    case 'custom':
      return { problem: String(issue.params?.problem ?? 'invalid') }
    case 'invalid_format':
      return { problem: issue.format === 'datetime' ? 'date_time' : 'invalid' }
    default:
      return { problem: 'invalid' }
  }
}
