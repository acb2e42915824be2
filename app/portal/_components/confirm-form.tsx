'use client'

import type { ComponentProps } from 'react'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { useToast } from '@/components/ui/toast'

type Props = Pick<ComponentProps<typeof Form<undefined>>, 'action' | 'faults'> & {
  /** The name of the field that sends the id of what is meant, and the id. */
  readonly of: { readonly field: string; readonly id: number }
  readonly submit: string
  readonly danger?: boolean
  /** What is said once it is done. */
  readonly done: string
  readonly onDone: () => void
}

/** The form of a dialog that asks whether something of a merchant is to be done. */
export function ConfirmForm({ action, faults, of, submit, danger = true, done, onDone }: Props) {
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
      <input type="hidden" name={of.field} value={of.id} />
      <FormFooter submit={submit} danger={danger} />
    </Form>
  )
}
