'use client'

import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Form, FormFooter, Input, Textarea } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions, Side } from './actions'

/** Asks the other side for an affiliation. */
export function ProposalDialog({ side, action }: { side: Side; action: AffiliationActions['propose'] }) {
  const t = useTranslations('affiliations')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('proposal.title')}
      description={t(`proposal.text.${side}`)}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Handshake aria-hidden />}>
          {t('proposal.action')}
        </Button>
      }
    >
      <Form<{ outcome: 'proposed' | 'affiliated'; name: string }>
        action={action}
        faults="affiliations.faults"
        onDone={({ outcome, name }) => {
          setOpen(false)
          toast(t(`proposal.${outcome}`, { name }))
        }}
      >
        <Field name="other" label={t(`proposal.other.${side}`)} hint={t('proposal.otherHint')}>
          <Input required maxLength={200} autoComplete="off" autoCapitalize="words" spellCheck={false} />
        </Field>
        <Field name="message" label={t('proposal.message')} hint={t('proposal.messageHint')} optional>
          <Textarea rows={3} maxLength={500} />
        </Field>
        <FormFooter submit={t('proposal.submit')} />
      </Form>
    </Dialog>
  )
}
