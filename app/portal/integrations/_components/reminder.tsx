'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import type { FormState } from '@/lib/web/form-state'
import { forgetReminder, remindMe } from '../actions'
import type { Reminded } from '../shown-impact'

/** Offers a mail at the quietest hour, or says when one comes, with a way to cancel it. It stands in a form, and is none of its own. */
export function Reminder({ credential, at }: { credential: string; at: string | undefined }) {
  const t = useTranslations('integrations.impact')
  const [comesAt, setComesAt] = useState(at)
  const [hasFailed, setFailed] = useState(false)
  const [pending, start] = useTransition()
  const ask = (action: (state: FormState<Reminded>, entries: FormData) => Promise<FormState<Reminded>>) =>
    start(async () => {
      const entries = new FormData()
      entries.set('credential', credential)
      const answer = await action({ status: 'idle' }, entries).catch(() => undefined)
      setFailed(answer?.status !== 'done')
      if (answer?.status === 'done') setComesAt(answer.value.at)
    })
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1.5">
      <p role="status" className={hasFailed ? 'text-danger' : 'text-muted'}>
        {hasFailed ? t('notReminded') : comesAt === undefined ? null : t('remindedAt', { at: comesAt })}
      </p>
      <Button size="small" pending={pending} onClick={() => ask(comesAt === undefined ? remindMe : forgetReminder)}>
        {t(comesAt === undefined ? 'remind' : 'forget')}
      </Button>
    </div>
  )
}
