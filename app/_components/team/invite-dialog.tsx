'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../code-field'
import { RolePicker } from './role-picker'
import type { Team } from './team'

export function InviteDialog({ team, open, onOpenChange }: { team: Team } & Opened) {
  const t = useTranslations('team')
  const toast = useToast()
  const [needsCode, setNeedsCode] = useState(team.needsCode)
  return (
    <Dialog title={t('inviteTitle')} description={t('inviteLead')} open={open} onOpenChange={onOpenChange}>
      <Form<{ waits: boolean }>
        action={team.actions.invite}
        faults="accountFaults"
        onDone={({ waits }) => {
          onOpenChange(false)
          toast(t(waits ? 'inviteWaits' : 'invited'))
        }}
        onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
      >
        <Field name="email" label={t('email')} hint={t('emailHint')}>
          <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
        </Field>
        <RolePicker team={team} />
        {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
        <FormFooter submit={t('inviteSend')} />
      </Form>
    </Dialog>
  )
}
