'use client'

import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button, IconButton } from '@/components/ui/button'
import { AlertDialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { useToast } from '@/components/ui/toast'
import { endOtherSessionsAction, endSessionAction } from '../../actions'

export function EndSessionButton({ sessionId, device }: { sessionId: number; device: string }) {
  const t = useTranslations('account')
  const toast = useToast()
  return (
    <Form action={endSessionAction} faults="accountFaults" onDone={() => toast(t('ended'))} className="items-end gap-2">
      <input type="hidden" name="sessionId" value={sessionId} />
      <IconButton type="submit" label={t('endLabel', { device })}>
        <LogOut aria-hidden />
      </IconButton>
    </Form>
  )
}

export function EndOthersButton({ isAlone }: { isAlone: boolean }) {
  const t = useTranslations('account')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  if (isAlone) return <Button disabledReason={t('noneElsewhere')}>{t('endOthers')}</Button>
  return (
    <AlertDialog
      title={t('endOthers')}
      description={t('endOthersText')}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{t('endOthers')}</Button>}
    >
      <Form
        action={endOtherSessionsAction}
        faults="accountFaults"
        onDone={() => {
          setOpen(false)
          toast(t('endedOthers'))
        }}
      >
        <FormFooter submit={t('endOthers')} danger />
      </Form>
    </AlertDialog>
  )
}
