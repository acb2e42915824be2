'use client'

import type { ComponentProps } from 'react'
import { useTranslations } from '@/components/texts'
import { Checkbox } from '@/components/ui/choices'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { KeptView } from '@/lib/views/keep-views'

type Action = ComponentProps<typeof Form<undefined>>['action']

export type ViewActions = { readonly save: Action; readonly change: Action; readonly remove: Action }

const nameMax = 40

type SaveProps = { list: string; query: string; save: Action }

/** Keeps the list as it is shown now under a name. */
export function SaveDialog({ list, query, save, open, onOpenChange }: SaveProps & Opened) {
  const t = useTranslations('views')
  const toast = useToast()
  return (
    <Dialog title={t('save')} description={t('saveLead')} size="small" open={open} onOpenChange={onOpenChange}>
      <Form
        action={save}
        faults="views.faults"
        onDone={() => {
          onOpenChange(false)
          toast(t('saved'))
        }}
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={query} />
        <Field name="name" label={t('name')} hint={t('nameHint')}>
          <Input required maxLength={nameMax} autoComplete="off" />
        </Field>
        <FormFooter submit={t('saveSubmit')} />
      </Form>
    </Dialog>
  )
}

type EditProps = {
  view: KeptView
  actions: ViewActions
  /** Whether the menu of the office leads to the list, so that it can open it with a view. */
  opensFromMenu: boolean
}

/** Renames a view, lets the menu open the list with it, or forgets it. */
export function EditDialog({ view, actions, opensFromMenu, open, onOpenChange }: EditProps & Opened) {
  const t = useTranslations('views')
  const toast = useToast()
  const done = (said: string) => () => {
    onOpenChange(false)
    toast(said)
  }
  return (
    <Dialog title={t('edit', { name: view.name })} size="small" open={open} onOpenChange={onOpenChange}>
      <Form action={actions.remove} faults="views.faults" onDone={done(t('removed'))}>
        <input type="hidden" name="viewId" value={view.id} />
        <button type="submit" className="rounded-sm text-sm font-medium text-danger underline underline-offset-4">
          {t('remove')}
        </button>
      </Form>
      <Form action={actions.change} faults="views.faults" onDone={done(t('changed'))}>
        <input type="hidden" name="viewId" value={view.id} />
        <Field name="name" label={t('name')}>
          <Input required maxLength={nameMax} autoComplete="off" defaultValue={view.name} />
        </Field>
        {opensFromMenu ? (
          <Checkbox name="opens" value="on" defaultChecked={view.opens} label={t('opens')} hint={t('opensHint')} />
        ) : null}
        <FormFooter submit={t('changeSubmit')} />
      </Form>
    </Dialog>
  )
}
