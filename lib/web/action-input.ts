import type { ZodObject, ZodType, z } from 'zod'
import { OfficeFault } from '@/lib/kernel/office-fault'

/**
 * Reads what a form sent as the schema has it: a field that takes a list gets all of its values, any other one text; what the schema
 * does not name is dropped. Throws the code that the schema gives as the message of its first fault, or `invalid_input`.
 */
export function inputOf<Shape extends ZodObject<Record<string, ZodType>>>(
  schema: Shape,
): (entries: FormData) => z.infer<Shape> {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, isList: takesList(field) }))
  return (entries) => {
    const texts = (name: string) => entries.getAll(name).filter((value) => typeof value === 'string')
    const given = fields.map(({ name, isList }): [string, unknown] => [name, isList ? texts(name) : texts(name)[0]])
    const parsed = schema.safeParse(Object.fromEntries(given))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = String(issue?.path[0] ?? '')
    const code = /^[a-z_]+$/.test(issue?.message ?? '') ? (issue?.message ?? '') : 'invalid_input'
    throw new OfficeFault(code, field === '' ? {} : { field })
  }
}

/** Whether a field takes a list: it refuses a text as the wrong type. */
const takesList = (field: ZodType): boolean => {
  const { error } = field.safeParse('')
  return error?.issues.some((issue) => issue.code === 'invalid_type' && issue.expected === 'array') ?? false
}
