'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions, Side } from './actions'

export type Asked = { side: Side; proposalId: number; name: string }

/** Asks before a proposal is accepted or declined, and says what follows. */
export function AnswerDialog(
  props: Asked & Opened & { answer: 'accept' | 'decline'; action: AffiliationActions['accept'] },
) {
  const { answer, name, side, open, onOpenChange } = props
  const t = useTranslations('affiliations')
  const toast = useToast()
  const consequences =
    answer === 'accept' ? [t(`accept.${side}.now`), t(`accept.${side}.next`)] : [t('decline.now'), t('decline.next')]
  return (
    <Dialog size="small" title={t(`${answer}.title`, { name })} open={open} onOpenChange={onOpenChange}>
      <Form<{ name: string }>
        action={props.action}
        faults="affiliations.faults"
        onDone={(done) => {
          onOpenChange(false)
          toast(t(`${answer}.done`, done))
        }}
      >
        <input type="hidden" name="proposalId" value={props.proposalId} />
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <FormFooter submit={t(`${answer}.submit`)} danger={answer !== 'accept'} />
      </Form>
    </Dialog>
  )
}
