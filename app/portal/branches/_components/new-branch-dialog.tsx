'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import type { Opened } from '@/components/ui/opener'
import { NameForm } from '../../_components/name-form'
import { createBranchAction } from '../actions'

export function NewBranchDialog({ open, onOpenChange }: Opened) {
  const t = useTranslations('branches')
  return (
    <Dialog title={t('createTitle')} description={t('createLead')} size="small" open={open} onOpenChange={onOpenChange}>
      <NameForm
        action={createBranchAction}
        faults="branches.faults"
        label={t('name')}
        submit={t('create')}
        done={t('created')}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
