import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { checks } from '@/lib/certification/plan'
import type { RunView } from '@/lib/certification/show-run'
import { allRequests, requestsPath } from '@/lib/requests/filter'
import { type CertificationWords, toneOfOutcome } from './words'

/** A report names a few calls of a check: they are enough to find the others. */
const callsMax = 3

/** Each check of the plan, its outcome, why, and the calls that show it. */
export function Checks({ words: { t, plan, formats }, view }: { words: CertificationWords; view: RunView }) {
  const { verdicts, run } = view
  const count = (...outcomes: readonly string[]) =>
    formats.number(verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length)
  return (
    <Section
      title={t('checks.title')}
      lead={`${t('checks.lead')}${run.state === 'open' ? ` ${t('checks.leadOpen')}` : ''}`}
      actions={
        <ul className="flex flex-wrap gap-1.5">
          <li>
            <Badge tone="good">{t('checks.count.pass', { count: count('pass', 'warning') })}</Badge>
          </li>
          <li>
            <Badge tone="danger">{t('checks.count.fail', { count: count('fail') })}</Badge>
          </li>
          <li>
            <Badge>{t('checks.count.missing', { count: count('not_shown') })}</Badge>
          </li>
        </ul>
      }
    >
      <Table
        caption={t('checks.caption')}
        rows={verdicts}
        rowKey={({ check }) => check}
        columns={[
          {
            key: 'check',
            label: t('checks.check'),
            heading: true,
            cell: ({ check }) => `${check} ${plan(`checks.${check}.title`)}`,
            below: ({ check }) => plan(`checks.${check}.passes`),
          },
          {
            key: 'outcome',
            label: t('checks.outcome'),
            cell: ({ outcome }) => <Badge tone={toneOfOutcome[outcome]}>{plan(`outcomes.${outcome}`)}</Badge>,
            below: ({ reason }) => (reason === null ? null : plan(`reasons.${reason}`)),
          },
          {
            key: 'level',
            label: t('checks.level'),
            cell: ({ check }) => plan(`levels.${checks[check].level}`),
          },
          {
            key: 'calls',
            label: t('checks.calls'),
            cell: ({ requestIds }) => (
              <ul className="flex flex-col">
                {requestIds.slice(0, callsMax).map((requestId) => (
                  <li key={requestId}>
                    <Link
                      href={requestsPath({ ...allRequests, search: requestId })}
                      className="inline-block py-1 font-mono text-xs break-all"
                    >
                      {requestId}
                    </Link>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Section>
  )
}
