'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import { muteTerminalAction, unmuteTerminalAction } from '../actions'

/** Whether one is told when a till is silent in hours in which it always sells. */
export function AlertsForm({ id, isMuted }: { id: number; isMuted: boolean }) {
  const t = useTranslations('terminals')
  const toast = useToast()
  return (
    <Form
      action={isMuted ? unmuteTerminalAction : muteTerminalAction}
      faults="terminals.faults"
      onDone={() => toast(t(isMuted ? 'silence.isUnmuted' : 'silence.isMuted'))}
    >
      <input type="hidden" name="terminalId" value={id} />
      <div>
        <Button type="submit">{t(isMuted ? 'silence.unmute' : 'silence.mute')}</Button>
      </div>
    </Form>
  )
}
