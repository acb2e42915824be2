/** What is wrong with one field of a form. */
export type FieldFault = {
  readonly field: string
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
}

/**
 * What an office answers to a person who asked for something impossible: a code for which the page has a sentence, and
 * the values in that sentence. Never a status, never a stack.
 */
export class OfficeFault extends Error {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** The form's field at fault, if it is one. */
  readonly field: string | undefined
  /** The faults of other fields that were known at the same time, so that a person corrects all of them at once. */
  readonly further: readonly FieldFault[]

  constructor(
    code: string,
    details: { field?: string; values?: Record<string, string | number>; further?: readonly FieldFault[] } = {},
  ) {
    super(code)
    this.name = 'OfficeFault'
    this.code = code
    this.field = details.field
    this.values = details.values ?? {}
    this.further = details.further ?? []
  }
}
