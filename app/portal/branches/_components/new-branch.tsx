'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { NameForm } from '../../_components/name-form'
import { createBranchAction } from '../actions'

export function NewBranch() {
  const t = useTranslations('branches')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('createTitle')}
      description={t('createLead')}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
    >
      <NameForm
        action={createBranchAction}
        faults="branches.faults"
        label={t('name')}
        submit={t('create')}
        onDone={() => {
          setOpen(false)
          toast(t('created'))
        }}
      />
    </Dialog>
  )
}
