'use client'

import { X } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { IconButton } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import type { TeamActions } from './team'

export function WithdrawButton(props: { invitationId: number; email: string; action: TeamActions['withdraw'] }) {
  const t = useTranslations('team')
  const toast = useToast()
  return (
    <Form action={props.action} faults="accountFaults" onDone={() => toast(t('withdrawn'))} className="items-end gap-2">
      <input type="hidden" name="invitationId" value={props.invitationId} />
      <IconButton type="submit" label={t('withdrawLabel', { email: props.email })}>
        <X aria-hidden />
      </IconButton>
    </Form>
  )
}
