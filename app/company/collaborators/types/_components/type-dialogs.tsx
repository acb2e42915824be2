'use client'

import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { DialogTrigger } from '@/components/ui/dialog-parts'
import { Field, Form, FormFooter, Input } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import { addType, editType } from '../../actions'

export function NewType() {
  const t = useTranslations('collaborators.types')
  return (
    <TypeDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('add')}
        </Button>
      }
    />
  )
}

export function RenameType({ type }: { type: { id: number; name: string } }) {
  const t = useTranslations('collaborators.types')
  return (
    <TypeDialog
      type={type}
      trigger={
        <IconButton label={`${t('rename')}: ${type.name}`}>
          <Pencil aria-hidden />
        </IconButton>
      }
    />
  )
}

function TypeDialog({ type, trigger }: { type?: { id: number; name: string }; trigger: DialogTrigger }) {
  const t = useTranslations('collaborators.types')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={type === undefined ? t('addTitle') : t('renameTitle', { name: type.name })}
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <Form<{ name: string }>
        action={type === undefined ? addType : editType}
        faults="companyFaults"
        onDone={({ name }) => {
          setOpen(false)
          toast(t(type === undefined ? 'created' : 'renamed', { name }))
        }}
      >
        {type === undefined ? null : <input type="hidden" name="id" value={type.id} />}
        <Field name="name" label={t('name')} hint={t('nameHint')}>
          <Input required maxLength={60} autoComplete="off" defaultValue={type?.name} />
        </Field>
        <FormFooter submit={type === undefined ? t('create') : t('save')} />
      </Form>
    </Dialog>
  )
}
