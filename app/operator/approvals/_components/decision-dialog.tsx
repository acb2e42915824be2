'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { Action } from '@/lib/web/action'
import { asksForCode, CodeField } from '../../../_components/code-field'

export type DecisionProps = {
  decision: 'approve' | 'refuse' | 'withdraw' | 'set_off' | 'set_on'
  /** What it is about, in words; undefined for four eyes themselves. */
  what?: string
  approvalId?: number
  action: Action<undefined>
  needsCode: boolean
}

const asksWhy = (decision: DecisionProps['decision']) => decision !== 'approve' && decision !== 'set_on'

/** Asks before something is decided, why where others will read it, and for a fresh code. */
export function DecisionDialog({ decision, what = '', open, onOpenChange, ...props }: DecisionProps & Opened) {
  const t = useTranslations('approvals')
  const toast = useToast()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(`decisions.${decision}.title`)}
      description={what === '' ? t(`decisions.${decision}.lead`) : `${what} ${t(`decisions.${decision}.lead`)}`}
    >
      <Form
        action={props.action}
        faults="approvals.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t(`decisions.${decision}.done`))
        }}
        onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
      >
        {props.approvalId === undefined ? null : <input type="hidden" name="approvalId" value={props.approvalId} />}
        {decision === 'set_on' || decision === 'set_off' ? (
          <input type="hidden" name="to" value={decision === 'set_on' ? 'on' : 'off'} />
        ) : null}
        {asksWhy(decision) ? (
          <Field name="reason" label={t('reason')} hint={t('reasonHint')}>
            <Textarea required rows={2} maxLength={300} />
          </Field>
        ) : null}
        {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
        <FormFooter submit={t(`decisions.${decision}.action`)} danger={decision === 'set_off'} />
      </Form>
    </AlertDialog>
  )
}
