'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Form, FormFooter, Input } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../code-field'
import { RolePicker } from './role-picker'
import type { Team } from './team'

export function InviteDialog({ team }: { team: Team }) {
  const t = useTranslations('team')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const [needsCode, setNeedsCode] = useState(team.needsCode)
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
        action={team.actions.invite}
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
        <RolePicker team={team} />
        {needsCode ? <CodeField label={t('code')} hint={t('codeHint')} /> : null}
        <FormFooter submit={t('inviteSend')} />
      </Form>
    </Dialog>
  )
}
