'use client'

import { CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { withdrawAnnouncementAction } from '../actions'

/** Takes an announcement back, with a fresh code. */
export function WithdrawDialog({
  of,
  open,
  onOpenChange,
}: { of: { readonly id: number; readonly text: string } } & Opened) {
  const t = useTranslations('announcements')
  const toast = useToast()
  return (
    <Dialog title={t('withdrawTitle')} description={of.text} size="small" open={open} onOpenChange={onOpenChange}>
      <Form
        action={withdrawAnnouncementAction}
        faults="announcements.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t('withdrawn'))
        }}
      >
        <input type="hidden" name="announcementId" value={of.id} />
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t('withdraw')} danger />
      </Form>
    </Dialog>
  )
}
