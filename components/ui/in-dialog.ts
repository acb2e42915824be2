'use client'

import { partsOf } from './parts-of'

/**
 * The parts of forms within dialogs. Their code is loaded when the first dialog opens, so that a list whose rows have dialogs does not
 * load it; the dialog waits for it. A form that stands in a page takes them from their own files.
 */
const part = partsOf(() => import('./form-kit'))

export const Form = part('Form')
export const FormFooter = part('FormFooter')
export const Field = part('Field')
export const FieldGroup = part('FieldGroup')
export const Input = part('Input')
export const Textarea = part('Textarea')
export const Select = part('Select')
export const CodeInput = part('CodeInput')
export const Checkbox = part('Checkbox')
export const Radio = part('Radio')
export const RadioGroup = part('RadioGroup')
