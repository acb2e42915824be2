'use client'

import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'

type Props = Pick<ComponentProps<typeof Form<undefined>>, 'action' | 'faults'> & {
  readonly label: string
  readonly submit: string
  /** What is renamed: the name of the field that sends its id, the id, and its present name. */
  readonly renamed?: { readonly field: string; readonly id: number; readonly name: string }
  /** What is said once it is done. */
  readonly done: string
  readonly onDone: () => void
}

/** The form that names something of a merchant, new or existing, within a dialog. */
export function NameForm({ action, faults, label, submit, renamed, done, onDone }: Props) {
  const toast = useToast()
  return (
    <Form
      action={action}
      faults={faults}
      onDone={() => {
        onDone()
        toast(done)
      }}
    >
      {renamed === undefined ? null : <input type="hidden" name={renamed.field} value={renamed.id} />}
      <Field name="name" label={label}>
        <Input required maxLength={80} autoComplete="off" defaultValue={renamed?.name} />
      </Field>
      <FormFooter submit={submit} />
    </Form>
  )
}
