'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { IconButton } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { useToast } from '@/components/ui/toast'
import type { TeamActions } from './team'

type Props = { icon: ReactNode; invitationId: number; email: string; action: TeamActions['withdraw'] }

export function WithdrawButton({ icon, invitationId, email, action }: Props) {
  const t = useTranslations('team')
  const toast = useToast()
  return (
    <ButtonForm action={action} faults="accountFaults" entries={{ invitationId }} onDone={() => toast(t('withdrawn'))}>
      <IconButton type="submit" label={t('withdrawLabel', { email })}>
        {icon}
      </IconButton>
    </ButtonForm>
  )
}
