'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { noteLengthMax } from '@/lib/closing/reasons'
import { asksForCode, CodeField } from '../../../_components/code-field'
import type { reopenAction } from '../actions'

export type ReopenProps = { reopen: typeof reopenAction; closingId: number; day: string; needsCode: boolean }

/** Reopens a day: asks why, and for a fresh code. */
export function ReopenDialog({ open, onOpenChange, ...props }: ReopenProps & Opened) {
  const t = useTranslations('closing')
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('reopen.title', { day: props.day })}
      description={t('reopen.lead')}
    >
      <ReopenForm {...props} onDone={() => onOpenChange(false)} />
    </AlertDialog>
  )
}

function ReopenForm(props: ReopenProps & { onDone: () => void }) {
  const t = useTranslations('closing')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form
      action={props.reopen}
      faults="closing.faults"
      onDone={() => {
        props.onDone()
        toast(t('reopen.done'))
        router.refresh()
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <input type="hidden" name="closingId" value={props.closingId} />
      <Field name="reason" label={t('reopen.reason')}>
        <Textarea required rows={2} maxLength={noteLengthMax} />
      </Field>
      {needsCode ? <CodeField label={t('reopen.code')} hint={t('reopen.codeHint')} /> : null}
      <FormFooter submit={t('reopen.submit')} danger />
    </Form>
  )
}
