'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input, Textarea } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions, Side } from './actions'

export type ProposalProps = { side: Side; action: AffiliationActions['propose'] }

/** Asks the other side for an affiliation. */
export function ProposalDialog({ side, action, open, onOpenChange }: ProposalProps & Opened) {
  const t = useTranslations('affiliations')
  const toast = useToast()
  return (
    <Dialog
      title={t('proposal.title')}
      description={t(`proposal.text.${side}`)}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form<{ outcome: 'proposed' | 'affiliated'; name: string }>
        action={action}
        faults="affiliations.faults"
        onDone={({ outcome, name }) => {
          onOpenChange(false)
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
