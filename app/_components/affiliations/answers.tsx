'use client'

import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Form, FormFooter } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import type { AffiliationActions, Side } from './actions'

type Asked = { side: Side; proposalId: number; name: string }

/** The two answers to a proposal of the other side. */
export function Answers({ actions, ...asked }: Asked & { actions: Pick<AffiliationActions, 'accept' | 'decline'> }) {
  const t = useTranslations('affiliations')
  const { side } = asked
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      <Answer
        {...asked}
        answer="accept"
        action={actions.accept}
        consequences={[t(`accept.${side}.now`), t(`accept.${side}.next`)]}
      />
      <Answer
        {...asked}
        answer="decline"
        action={actions.decline}
        consequences={[t('decline.now'), t('decline.next')]}
      />
    </div>
  )
}

function Answer(
  props: Asked & {
    answer: 'accept' | 'decline'
    action: AffiliationActions['accept']
    consequences: readonly string[]
  },
) {
  const { answer, name } = props
  const t = useTranslations('affiliations')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      size="small"
      title={t(`${answer}.title`, { name })}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="small"
          variant={answer === 'accept' ? 'primary' : 'secondary'}
          aria-label={t(`${answer}.label`, { name })}
        >
          {t(`${answer}.action`)}
        </Button>
      }
    >
      <Form<{ name: string }>
        action={props.action}
        faults="affiliations.faults"
        onDone={(done) => {
          setOpen(false)
          toast(t(`${answer}.done`, done))
        }}
      >
        <input type="hidden" name="proposalId" value={props.proposalId} />
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
          {props.consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <FormFooter submit={t(`${answer}.submit`)} danger={answer !== 'accept'} />
      </Form>
    </Dialog>
  )
}

/** Takes back a proposal that this side sent. */
export function Withdrawal(props: { proposalId: number; name: string; action: AffiliationActions['withdraw'] }) {
  const t = useTranslations('affiliations')
  const toast = useToast()
  return (
    <Form<{ name: string }>
      action={props.action}
      faults="affiliations.faults"
      onDone={(done) => toast(t('withdraw.done', done))}
      className="items-end gap-2 max-sm:items-start"
    >
      <input type="hidden" name="proposalId" value={props.proposalId} />
      <Button type="submit" size="small" aria-label={t('withdraw.label', { name: props.name })}>
        {t('withdraw.action')}
      </Button>
    </Form>
  )
}
