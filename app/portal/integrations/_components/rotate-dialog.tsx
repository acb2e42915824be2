'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { rotateSecret } from '../actions'
import type { Addresses, NewSecret } from '../new-secret'
import { ConfirmationField, Consequences } from './consequences'
import { SecretDialog } from './secret-dialog'
import type { Target } from './target'

type RotateDialogProps = {
  target: Target
  addresses: Addresses
  needsCode: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes another secret for a client: says what the consequences are, and shows the secret once. */
export function RotateDialog({ target, needsCode, ...dialog }: RotateDialogProps) {
  const t = useTranslations('integrations')
  return (
    <SecretDialog
      {...dialog}
      title={t('rotate.title', { name: target.name })}
      description={undefined}
      secretTitle={t('secret.rotatedTitle')}
    >
      {(onSecret) => <RotateForm target={target} needsCode={needsCode} onSecret={onSecret} />}
    </SecretDialog>
  )
}

function RotateForm(props: { target: Target; needsCode: boolean; onSecret: (secret: NewSecret) => void }) {
  const t = useTranslations('integrations')
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Form<NewSecret>
      action={rotateSecret}
      faults="integrations.faults"
      onDone={props.onSecret}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      <Consequences target={props.target} verb="rotate">
        <li>{t('rotate.now')}</li>
        <li>{t('rotate.tokens')}</li>
        <li>{t('rotate.next')}</li>
      </Consequences>
      <input type="hidden" name="seenRotatedAt" value={props.target.rotatedAt} />
      <input type="hidden" name="id" value={props.target.id} />
      <ConfirmationField name={props.target.name} />
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t('rotate.submit')} danger />
    </Form>
  )
}
