'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions } from './actions'
import type { Asked } from './answer-dialog'

const dialog = partsOf(() => import('./answer-dialog'))
const AnswerDialog = dialog.part('AnswerDialog')

/** The two answers to a proposal of the other side. */
export function Answers({ actions, ...asked }: Asked & { actions: Pick<AffiliationActions, 'accept' | 'decline'> }) {
  const t = useTranslations('affiliations')
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      {(['accept', 'decline'] as const).map((answer) => (
        <Opener
          key={answer}
          loads={dialog}
          trigger={
            <Button
              size="small"
              variant={answer === 'accept' ? 'primary' : 'secondary'}
              aria-label={t(`${answer}.label`, { name: asked.name })}
            >
              {t(`${answer}.action`)}
            </Button>
          }
        >
          {(opened) => <AnswerDialog {...asked} {...opened} answer={answer} action={actions[answer]} />}
        </Opener>
      ))}
    </div>
  )
}

/** Takes back a proposal that this side sent. */
export function Withdrawal(props: { proposalId: number; name: string; action: AffiliationActions['withdraw'] }) {
  const { proposalId, name, action } = props
  const t = useTranslations('affiliations')
  const toast = useToast()
  return (
    <ButtonForm<{ name: string }>
      action={action}
      faults="affiliations.faults"
      entries={{ proposalId }}
      onDone={(done) => toast(t('withdraw.done', done))}
    >
      <Button type="submit" size="small" aria-label={t('withdraw.label', { name })}>
        {t('withdraw.action')}
      </Button>
    </ButtonForm>
  )
}
