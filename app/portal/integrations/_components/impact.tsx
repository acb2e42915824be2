'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { Skeleton } from '@/components/ui/states'
import type { ShownImpact } from '../shown-impact'
import { Reminder } from './reminder'
import { useImpact } from './use-impact'

type ImpactProps = {
  /** As an address names it, such as `key-12`, or `all`. */
  credential: string
  /** What happens to reservations in flight: a rotated client may still confirm its own. */
  verb: 'rotate' | 'end'
}

/** What depends on a credential at this moment. What is asked for stays possible when this cannot be had. */
export function Impact(props: ImpactProps) {
  const [attempt, setAttempt] = useState(0)
  return <Asked key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Asked({ credential, verb, onRetry }: ImpactProps & { onRetry: () => void }) {
  const t = useTranslations('integrations.impact')
  const common = useTranslations('common')
  const { impact, failed } = useImpact(credential)
  if (failed) {
    return (
      <Notice tone="warning" live title={t('unknown')} action={<Button onClick={onRetry}>{common('retry')}</Button>}>
        {t('unknownText')}
      </Notice>
    )
  }
  return (
    <section
      aria-label={t('title')}
      aria-busy={impact === undefined}
      className="rounded-lg border border-line px-4 py-1"
    >
      <p role="status" className="sr-only">
        {impact === undefined ? t('counting') : t('counted')}
      </p>
      {/* As many lines while they are counted as there are when they are shown. */}
      <dl className="divide-y divide-line text-sm">
        <Line term={t('day')}>{impact && <Redeemed {...impact.day} calls={impact.calls} />}</Line>
        <Line term={t('week')}>{impact && <Redeemed {...impact.week} />}</Line>
        <Line term={t('branches')}>{impact && (impact.branches ?? t('none'))}</Line>
        <Line term={t(verb === 'end' ? 'terminalsEnd' : 'terminals')}>{impact && (impact.terminals ?? t('none'))}</Line>
        <Line term={t('lastCall')}>
          {impact && (impact.lastCall === null ? t('never') : <RelativeTime moment={impact.lastCall} />)}
        </Line>
        <Line term={t('inFlight')}>{impact && <InFlight {...impact.inFlight} verb={verb} />}</Line>
        <Line term={t('quietest')}>
          {impact && (impact.quietest === null ? t('noCalls') : t('between', impact.quietest))}
          {impact?.reminder.isOffered ? <Reminder credential={credential} at={impact.reminder.at} /> : null}
        </Line>
      </dl>
    </section>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-pretty break-words">{children ?? <Skeleton className="my-0.5 h-4 w-40" />}</dd>
    </div>
  )
}

function Redeemed({ count, text, amount, calls }: ShownImpact['week'] & { calls?: ShownImpact['calls'] }) {
  const t = useTranslations('integrations.impact')
  return (
    <>
      {t('redeemed', { count, text, amount })}
      {calls === undefined ? null : <p className="text-xs text-muted">{t('calls', calls)}</p>}
    </>
  )
}

function InFlight({
  count,
  text,
  amount,
  until,
  confirmable,
  verb,
}: ShownImpact['inFlight'] & Pick<ImpactProps, 'verb'>) {
  const t = useTranslations('integrations.impact')
  if (count === 0) return t('noneInFlight')
  return (
    <>
      {t('live', { count, text, amount, until })}
      <p className={verb === 'end' && confirmable === 'nobody' ? 'font-medium text-danger' : 'text-muted'}>
        {t(verb === 'rotate' ? 'confirmable.rotated' : `confirmable.${confirmable}`)}
      </p>
    </>
  )
}
