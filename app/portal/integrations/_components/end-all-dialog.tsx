'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Notice } from '@/components/ui/notice'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { asksForCode, CodeField } from '../../../_components/code-field'
import { endAll } from '../actions'
import { ConfirmationField } from './consequences'
import { Impact } from './impact'

export type EndAllProps = {
  merchant: string
  /** How many of each kind would end. */
  keys: number
  clients: number
  needsCode: boolean
}

type Ended = { keys: number; clients: number }

/** Asks before every credential of the merchant ends, and says what stops with them. */
export function EndAllDialog({ open, onOpenChange, ...asked }: EndAllProps & Opened) {
  const t = useTranslations('integrations.endAll')
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange} title={t('title')}>
      <EndAllForm {...asked} onDone={() => onOpenChange(false)} />
    </AlertDialog>
  )
}

function EndAllForm({ merchant, keys, clients, ...props }: EndAllProps & { onDone: () => void }) {
  const t = useTranslations('integrations')
  const toast = useToast()
  const router = useRouter()
  const [needsCode, setNeedsCode] = useState(props.needsCode)
  const isNone = keys + clients === 0
  return (
    <Form<Ended>
      action={endAll}
      faults="integrations.faults"
      onDone={(ended) => {
        props.onDone()
        toast(t('endAll.done', ended))
        router.refresh()
      }}
      onRefused={(refusal) => asksForCode(refusal) && setNeedsCode(true)}
    >
      {isNone ? (
        <Notice>{t('endAll.nothing')}</Notice>
      ) : (
        <>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
            <li>{t('endAll.what', { keys, clients })}</li>
            <li>{t('endAll.now')}</li>
            <li>{t('endAll.next')}</li>
          </ul>
          <Impact credential="all" verb="end" />
        </>
      )}
      <ConfirmationField name={merchant} />
      {needsCode ? <CodeField label={t('fields.code')} hint={t('fields.codeHint')} /> : null}
      <FormFooter submit={t('endAll.submit')} danger />
    </Form>
  )
}
