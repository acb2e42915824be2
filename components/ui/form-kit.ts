'use client'

/** What forms within dialogs are made of, as one part: `in-dialog.ts` loads it. */
export { Checkbox, Radio, RadioGroup } from './choices'
export { Field, FieldGroup } from './field'
export { Form } from './form'
export { FormFooter } from './form-footer'
export { CodeInput, Input, Select, Textarea } from './input'
