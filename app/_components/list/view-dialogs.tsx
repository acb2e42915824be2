'use client'

import { BookmarkPlus, Pencil } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, Field, Form, FormFooter, Input } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import type { KeptView } from '@/lib/views/keep-views'

type Action = ComponentProps<typeof Form<undefined>>['action']

export type ViewActions = { readonly save: Action; readonly change: Action; readonly remove: Action }

const nameMax = 40

const item = 'flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-sm font-medium hover:bg-hover'

type Props = {
  readonly list: string
  readonly query: string
  /** The view that the list shows now. */
  readonly current: KeptView | undefined
  /** Whether the menu leads to the list, so that it can open it with a view. */
  readonly isInMenu: boolean
  readonly actions: ViewActions
}

export const ViewDialogs = ({ list, query, current, isInMenu, actions }: Props) =>
  current === undefined ? (
    <SaveView list={list} query={query} save={actions.save} />
  ) : (
    <EditView key={current.id} view={current} actions={actions} opensFromMenu={isInMenu} />
  )

/** Keeps the list as it is shown now under a name. */
function SaveView({ list, query, save }: { list: string; query: string; save: Action }) {
  const t = useTranslations('views')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('save')}
      description={t('saveLead')}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={item}>
          <BookmarkPlus aria-hidden className="size-4 text-accent" />
          {t('save')}
        </button>
      }
    >
      <Form
        action={save}
        faults="views.faults"
        onDone={() => {
          setOpen(false)
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

/** Renames a view, lets the menu open the list with it, or forgets it. */
function EditView(props: { view: KeptView; actions: ViewActions; opensFromMenu: boolean }) {
  const { view, actions } = props
  const t = useTranslations('views')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const done = (said: string) => () => {
    setOpen(false)
    toast(said)
  }
  return (
    <Dialog
      title={t('edit', { name: view.name })}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={item}>
          <Pencil aria-hidden className="size-4 text-accent" />
          <span className="max-w-60 truncate">{t('edit', { name: view.name })}</span>
        </button>
      }
    >
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
        {props.opensFromMenu ? (
          <Checkbox name="opens" value="on" defaultChecked={view.opens} label={t('opens')} hint={t('opensHint')} />
        ) : null}
        <FormFooter submit={t('changeSubmit')} />
      </Form>
    </Dialog>
  )
}
