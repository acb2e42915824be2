'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { useToast } from '@/components/ui/toast'
import { endSwitchOver } from '../actions'

/** Ends the watching of a change of secret, for everybody: no till stops by that. */
export function EndSwitchOver({ id, name, rotatedAt }: { id: number; name: string; rotatedAt: string }) {
  const t = useTranslations('integrations')
  const toast = useToast()
  return (
    <ButtonForm
      action={endSwitchOver}
      faults="integrations.faults"
      entries={{ id, rotatedAt }}
      onDone={() => toast(t('switchOver.dismissed', { name }))}
    >
      <Button type="submit" size="small">
        {t('switchOver.dismiss')}
      </Button>
    </ButtonForm>
  )
}
