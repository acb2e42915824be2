'use client'

import { X } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { IconButton } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import { withdrawAction } from '../actions'

export function WithdrawButton({ invitationId, email }: { invitationId: number; email: string }) {
  const t = useTranslations('team')
  const toast = useToast()
  return (
    <Form
      action={withdrawAction}
      faults="accountFaults"
      onDone={() => toast(t('withdrawn'))}
      className="items-end gap-2"
    >
      <input type="hidden" name="invitationId" value={invitationId} />
      <IconButton type="submit" label={t('withdrawLabel', { email })}>
        <X aria-hidden />
      </IconButton>
    </Form>
  )
}
