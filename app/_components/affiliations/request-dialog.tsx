'use client'

import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Textarea } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions, Side } from './actions'

/** Asks the other side for an affiliation. */
export function RequestDialog({ side, action }: { side: Side; action: AffiliationActions['request'] }) {
  const t = useTranslations('affiliations')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('request.title')}
      description={t(`request.text.${side}`)}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Handshake aria-hidden />}>
          {t('request.action')}
        </Button>
      }
    >
      <Form<{ outcome: 'requested' | 'affiliated'; name: string }>
        action={action}
        faults="affiliations.faults"
        onDone={({ outcome, name }) => {
          setOpen(false)
          toast(t(`request.${outcome}`, { name }))
        }}
      >
        <Field name="other" label={t(`request.other.${side}`)} hint={t('request.otherHint')}>
          <Input required maxLength={200} autoComplete="off" autoCapitalize="words" spellCheck={false} />
        </Field>
        <Field name="message" label={t('request.message')} hint={t('request.messageHint')} optional>
          <Textarea rows={3} maxLength={500} />
        </Field>
        <FormFooter submit={t('request.submit')} />
      </Form>
    </Dialog>
  )
}
