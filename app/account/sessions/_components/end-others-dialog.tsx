'use client'

import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { endOtherSessionsAction } from '../../actions'

export function EndOthersDialog({ open, onOpenChange }: Opened) {
  const t = useTranslations('account')
  const toast = useToast()
  return (
    <AlertDialog
      title={t('endOthers')}
      description={t('endOthersText')}
      size="small"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        action={endOtherSessionsAction}
        faults="accountFaults"
        onDone={() => {
          onOpenChange(false)
          toast(t('endedOthers'))
        }}
      >
        <FormFooter submit={t('endOthers')} danger />
      </Form>
    </AlertDialog>
  )
}
