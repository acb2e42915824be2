'use client'

import { CodeField } from '@/app/_components/code-field'
import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { addTypeAction, renameTypeAction, retireTypeAction } from '../actions'

export type TypeChange =
  | { readonly asks: 'add' }
  | { readonly asks: 'rename' | 'retire'; readonly id: number; readonly name: string }

const actions = { add: addTypeAction, rename: renameTypeAction, retire: retireTypeAction }

/** Adds, renames or retires an identification type, with a fresh code. */
export function TypeDialog({ change, open, onOpenChange }: { change: TypeChange } & Opened) {
  const t = useTranslations('policies')
  const toast = useToast()
  const { asks } = change
  const name = change.asks === 'add' ? '' : change.name
  return (
    <Dialog
      title={t(`types.${asks}Title`, { name })}
      description={t(`types.${asks}Text`)}
      size="small"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        action={actions[asks]}
        faults="policies.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t(`types.${asks}Done`))
        }}
      >
        {change.asks === 'add' ? null : <input type="hidden" name="typeId" value={change.id} />}
        {asks === 'retire' ? null : (
          <Field name="name" label={t('types.name')}>
            <Input required maxLength={60} autoComplete="off" defaultValue={name} />
          </Field>
        )}
        <CodeField label={t('code')} hint={t('codeHint')} />
        <FormFooter submit={t(`types.${asks}`)} danger={asks === 'retire'} />
      </Form>
    </Dialog>
  )
}
