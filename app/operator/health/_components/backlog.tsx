import { DescriptionList, Section } from '@/components/ui/layout'
import type { Health } from '@/lib/health/show-health'
import { pageFormats, translations } from '@/lib/web/translations'

/** Mails are counted so far. */
const mailsMax = 1_000

/** What waits, and how the database is. */
export async function Backlog({ health: { backlog } }: { health: Health }) {
  const [t, { number }] = await Promise.all([translations('operatorHealth'), pageFormats()])
  const seconds = number(Math.round(backlog.mailsOldestSeconds))
  const mails =
    backlog.mailsDue === 0
      ? t('mailsNone')
      : backlog.mailsDue < mailsMax
        ? t('mailsSome', { count: number(backlog.mailsDue), seconds })
        : t('mailsMany', { seconds })
  const inSeconds = (value: number) => t('seconds', { seconds: number(Math.round(value)) })
  return (
    <Section title={t('backlog')}>
      <DescriptionList
        items={[
          { term: t('mails'), detail: mails },
          { term: t('sweeper'), detail: inSeconds(backlog.overdueSeconds) },
          {
            term: t('connections'),
            detail: t('connectionsOf', { count: number(backlog.connections), max: number(backlog.connectionsMax) }),
          },
          { term: t('size'), detail: t('megabytes', { count: number(Math.ceil(backlog.sizeBytes / 1_048_576)) }) },
          { term: t('longest'), detail: inSeconds(backlog.longestSeconds) },
          { term: t('age'), detail: t('ageOf', { count: number(backlog.transactionAge) }) },
        ]}
      />
    </Section>
  )
}
