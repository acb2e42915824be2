import type { FieldFault } from '@/lib/kernel/office-fault'

/** The field in which a form says whose office its page is of: `merchant-12`. */
export type OfficeField = 'office'

/** Whose office: each has pages of its own, for members with permissions of its own. */
export type OfficeKind = 'merchant' | 'company' | 'operator'

/** An office as forms name it. */
export type OfficeName = `${OfficeKind}-${number}`

/**
 * What a server action answers to the form that called it, and what `<Form>` shows.
 * `code` names a sentence of the form's namespace of faults; `values` are the names and numbers in it.
 */
export type FormState<Value = undefined> =
  | { readonly status: 'idle' }
  | {
      readonly status: 'refused'
      readonly code: string
      readonly values?: Readonly<Record<string, string | number>> | undefined
      /** The name of the field at fault, if it is one. */
      readonly field?: string | undefined
      /** What is wrong with other fields. */
      readonly further?: readonly FieldFault[] | undefined
      /** The request id to quote when asking for help: the same as in the log. */
      readonly requestId?: string | undefined
    }
  | { readonly status: 'done'; readonly value: Value }
