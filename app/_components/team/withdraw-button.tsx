'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { IconButton } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { useToast } from '@/components/ui/toast'
import type { Team } from './team'

const dialog = partsOf(() => import('./withdraw-dialog'))
const WithdrawDialog = dialog.part('WithdrawDialog')

type Props = { icon: ReactNode; invitationId: number; email: string; team: Team }

/** Withdraws an invitation: in the operator's team, whose changes all ask for a fresh code, by a dialog when one is needed. */
export function WithdrawButton({ icon, invitationId, email, team: { kind, needsCode, actions } }: Props) {
  const t = useTranslations('team')
  const toast = useToast()
  const button = (
    <IconButton type="submit" label={t('withdrawLabel', { email })}>
      {icon}
    </IconButton>
  )
  if (kind === 'operator' && needsCode) {
    return (
      <Opener loads={dialog} trigger={button}>
        {(opened) => <WithdrawDialog {...opened} invitationId={invitationId} email={email} action={actions.withdraw} />}
      </Opener>
    )
  }
  return (
    <ButtonForm
      action={actions.withdraw}
      faults="accountFaults"
      entries={{ invitationId }}
      onDone={() => toast(t('withdrawn'))}
    >
      {button}
    </ButtonForm>
  )
}
