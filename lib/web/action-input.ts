import type { ZodObject, ZodType, z } from 'zod'
import { type FieldFault, OfficeFault } from '@/lib/kernel/office-fault'

/**
 * Reads what a form sent as the schema has it: a field that takes a list gets all of its values, any other one text; what the schema
 * does not name is dropped. Throws what is wrong with every field at fault, in the schema's order, and after it what is `known` of
 * others: of each field, the code that the schema gives as the message of its first fault, or `invalid_input`.
 */
export function inputOf<Shape extends ZodObject<Record<string, ZodType>>>(
  schema: Shape,
): (entries: FormData, known?: readonly FieldFault[]) => z.infer<Shape> {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, isList: takesList(field) }))
  const names = fields.map(({ name }) => name)
  return (entries, known = []) => {
    const texts = (name: string) => entries.getAll(name).filter((value) => typeof value === 'string')
    const given = fields.map(({ name, isList }): [string, unknown] => [name, isList ? texts(name) : texts(name)[0]])
    const parsed = schema.safeParse(Object.fromEntries(given))
    const faults = parsed.success ? [] : faultsOf(parsed.error.issues)
    const sorted = faults.toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field))
    const [first, ...further] = [...sorted, ...known]
    if (first !== undefined) {
      const { code, field, values } = first
      throw new OfficeFault(code, { values: { ...values }, further, ...(field === '' ? {} : { field }) })
    }
    if (parsed.success) return parsed.data
    throw new OfficeFault('invalid_input')
  }
}

/** The first fault of each field; one of no field has the field ''. */
function faultsOf(issues: readonly z.core.$ZodIssue[]): FieldFault[] {
  const faults = new Map<string, FieldFault>()
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '')
    if (faults.has(field)) continue
    const code = /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid_input'
    faults.set(field, { field, code, values: issue.code === 'custom' ? valuesOf(issue.params) : {} })
  }
  return [...faults.values()]
}

/** The names and numbers of a sentence, which a rule of the schema gives as `params`. */
const valuesOf = (params: Record<string, unknown> | undefined): FieldFault['values'] =>
  Object.fromEntries(
    Object.entries(params ?? {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

/** Whether a field takes a list: it refuses a text as the wrong type. */
const takesList = (field: ZodType): boolean => {
  const { error } = field.safeParse('')
  return error?.issues.some((issue) => issue.code === 'invalid_type' && issue.expected === 'array') ?? false
}
