'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { useToast } from '@/components/ui/toast'
import { withdraw } from '../actions'

/** Takes a hand-off back. It asks nothing first: another one can be made only with a new secret, but no till stops. */
export function WithdrawHandOff({ id, place }: { id: number; place: string }) {
  const t = useTranslations('integrations')
  const toast = useToast()
  return (
    <ButtonForm
      action={withdraw}
      faults="integrations.faults"
      entries={{ id }}
      onDone={() => toast(t('details.withdrawn'))}
    >
      <Button type="submit" size="small" aria-label={t('details.withdrawLabel', { place })}>
        {t('details.withdraw')}
      </Button>
    </ButtonForm>
  )
}
