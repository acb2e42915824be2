/**
 * What an office answers to a person who asked for something impossible: a code for which the page has a sentence, and
 * the values in that sentence. Never a status, never a stack.
 */
export class OfficeFault extends Error {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** The form's field at fault, if it is one. */
  readonly field: string | undefined

  constructor(code: string, details: { field?: string; values?: Record<string, string | number> } = {}) {
    super(code)
    this.name = 'OfficeFault'
    this.code = code
    this.field = details.field
    this.values = details.values ?? {}
  }
}
