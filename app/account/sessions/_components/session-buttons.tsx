'use client'

import { LogOut } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { Button, IconButton } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { useToast } from '@/components/ui/toast'
import { endSessionAction } from '../../actions'

const dialog = partsOf(() => import('./end-others-dialog'))
const EndOthersDialog = dialog.part('EndOthersDialog')

export function EndSessionButton({ sessionId, device }: { sessionId: number; device: string }) {
  const t = useTranslations('account')
  const toast = useToast()
  return (
    <ButtonForm
      action={endSessionAction}
      faults="accountFaults"
      entries={{ sessionId }}
      onDone={() => toast(t('ended'))}
    >
      <IconButton type="submit" label={t('endLabel', { device })}>
        <LogOut aria-hidden />
      </IconButton>
    </ButtonForm>
  )
}

export function EndOthersButton({ isAlone }: { isAlone: boolean }) {
  const t = useTranslations('account')
  if (isAlone) return <Button disabledReason={t('noneElsewhere')}>{t('endOthers')}</Button>
  return (
    <Opener loads={dialog} trigger={<Button>{t('endOthers')}</Button>}>
      {(opened) => <EndOthersDialog {...opened} />}
    </Opener>
  )
}
