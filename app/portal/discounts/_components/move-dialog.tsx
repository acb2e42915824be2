'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { useToast } from '@/components/ui/toast'
import type { DiscountMove } from '@/lib/discounts/status'
import { duplicateDiscountAction, endDiscountAction, pauseDiscountAction, publishDiscountAction } from '../actions'
import type { Target } from './target'

export type Asked = DiscountMove | 'duplicate'

const actions = { publish: publishDiscountAction, pause: pauseDiscountAction, end: endDiscountAction }

type MoveDialogProps = { target: Target; asked: Asked; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks before a discount moves to another state, or is duplicated. */
export function MoveDialog({ target, asked, open, onOpenChange }: MoveDialogProps) {
  const t = useTranslations('discounts')
  const shared = { open, onOpenChange }
  const { name, status, companies, activeAuthorizations: standing } = target
  const resumes = asked === 'publish' && status === 'paused'
  if (asked === 'duplicate') {
    return (
      <Dialog {...shared} title={t('duplicate.title', { name })} description={t('duplicate.text')} size="small">
        <Form action={duplicateDiscountAction} faults="discounts.faults">
          <input type="hidden" name="id" value={target.id} />
          <FormFooter submit={t('duplicate.submit')} />
        </Form>
      </Dialog>
    )
  }
  const Shell = asked === 'end' ? AlertDialog : Dialog
  return (
    <Shell {...shared} title={t(resumes ? 'publish.againTitle' : `${asked}.title`, { name })} size="small">
      <MoveForm asked={asked} target={target} onDone={() => shared.onOpenChange(false)}>
        <p className="text-sm text-pretty">{t(`${asked}.text`)}</p>
        {asked === 'publish' && companies === 0 ? (
          <p className="text-sm text-pretty text-muted">{t('publish.notGranted')}</p>
        ) : null}
        {asked === 'publish' ? null : (
          <p className="text-sm text-pretty text-muted">
            {standing === undefined ? t('standingUnknown') : t('standing', { count: standing })}
          </p>
        )}
        <FormFooter submit={t(resumes ? 'publish.againSubmit' : `${asked}.submit`)} danger={asked === 'end'} />
      </MoveForm>
    </Shell>
  )
}

function MoveForm(props: { asked: DiscountMove; target: Target; onDone: () => void; children: ReactNode }) {
  const t = useTranslations('discounts')
  const toast = useToast()
  const router = useRouter()
  return (
    <Form<{ id: number; name: string }>
      action={actions[props.asked]}
      faults="discounts.faults"
      onDone={({ name }) => {
        props.onDone()
        toast(t(`${props.asked}.done`, { name }))
        router.refresh()
      }}
    >
      <input type="hidden" name="id" value={props.target.id} />
      <input type="hidden" name="version" value={props.target.version} />
      {props.children}
    </Form>
  )
}
