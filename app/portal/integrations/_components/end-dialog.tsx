'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { deleteClient, revokeKey } from '../actions'
import { ConfirmationField, Consequences } from './consequences'
import type { Target } from './target'

type EndDialogProps = {
  end: 'revoke' | 'delete'
  target: Target
  needsCode: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a credential ends, and says what the consequences are. */
export function EndDialog({ end, target, needsCode, open, onOpenChange }: EndDialogProps) {
  const t = useTranslations('integrations')
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange} title={t(`${end}.title`, { name: target.name })}>
      <EndForm end={end} target={target} needsCode={needsCode} onDone={() => onOpenChange(false)} />
    </AlertDialog>
  )
}

function EndForm(props: Pick<EndDialogProps, 'end' | 'target' | 'needsCode'> & { onDone: () => void }) {
  const { end, target } = props
  const t = useTranslations('integrations')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form<{ name: string }>
      action={end === 'revoke' ? revokeKey : deleteClient}
      faults="integrations.faults"
      onDone={({ name }) => {
        props.onDone()
        toast(t(`${end}.done`, { name }))
        router.refresh()
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Consequences target={target} verb="end">
        {target.isExpired ? (
          <li>{t('revoke.expired')}</li>
        ) : (
          <>
            <li>{t(`${end}.now`)}</li>
            <li>{t(`${end}.next`)}</li>
          </>
        )}
      </Consequences>
      <input type="hidden" name="id" value={target.id} />
      <ConfirmationField name={target.name} />
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t(`${end}.submit`)} danger />
    </Form>
  )
}
