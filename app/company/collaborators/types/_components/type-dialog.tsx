'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { addType, editType } from '../../actions'

/** Adds a type, or renames the one that it is given. */
export function TypeDialog({ type, open, onOpenChange }: { type?: { id: number; name: string } } & Opened) {
  const t = useTranslations('collaborators.types')
  const toast = useToast()
  return (
    <Dialog
      title={type === undefined ? t('addTitle') : t('renameTitle', { name: type.name })}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form<{ name: string }>
        action={type === undefined ? addType : editType}
        faults="companyFaults"
        onDone={({ name }) => {
          onOpenChange(false)
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
