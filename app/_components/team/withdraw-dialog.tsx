'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { CodeField } from '../code-field'
import type { TeamActions } from './team'

type Props = { invitationId: number; email: string; action: TeamActions['withdraw'] } & Opened

/** Withdraws an invitation with a fresh code. */
export function WithdrawDialog({ invitationId, email, action, open, onOpenChange }: Props) {
  const t = useTranslations('team')
  const toast = useToast()
  return (
    <Dialog title={t('withdrawLabel', { email })} open={open} onOpenChange={onOpenChange}>
      <Form
        action={action}
        faults="accountFaults"
        onDone={() => {
          onOpenChange(false)
          toast(t('withdrawn'))
        }}
      >
        <input type="hidden" name="invitationId" value={invitationId} />
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t('withdrawSubmit')} danger />
      </Form>
    </Dialog>
  )
}
