'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Form, FormFooter, Input } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { inviteAction } from '../actions'
import { type Choice, RolePicker } from './role-picker'

export function InviteDialog(props: { choices: readonly Choice[]; needsCode: boolean }) {
  const t = useTranslations('team')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  return (
    <Dialog
      title={t('inviteTitle')}
      description={t('inviteLead')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          {t('invite')}
        </Button>
      }
    >
      <Form
        action={inviteAction}
        faults="accountFaults"
        onDone={() => {
          setOpen(false)
          toast(t('invited'))
        }}
        onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
      >
        <Field name="email" label={t('email')} hint={t('emailHint')}>
          <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
        </Field>
        <RolePicker choices={props.choices} />
        {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
        <FormFooter submit={t('inviteSend')} />
      </Form>
    </Dialog>
  )
}
