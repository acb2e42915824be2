import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge, type Tone } from '@/components/ui/badge'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { AnnouncementState } from '@/lib/announcements/announcements'
import { listAnnouncements } from '@/lib/announcements/list-announcements'
import { localDayOf } from '@/lib/language/days'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { Publish } from './_components/publish'
import { Withdraw } from './_components/withdraw'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('announcements'))('title'),
})

const tones: Readonly<Record<AnnouncementState, Tone>> = {
  waiting: 'info',
  shown: 'good',
  over: 'neutral',
  withdrawn: 'neutral',
}

export default async function AnnouncementsPage() {
  const access = await operatorSections.policies.access()
  if (!access.granted) return <Missing access={access} />
  const [t, policies, { dateTime }, rows] = await Promise.all([
    translations('announcements'),
    translations('policies'),
    pageFormats(),
    listAnnouncements(access.ctx),
  ])
  return (
    <ClientTexts namespaces={['announcements']}>
      <PageHeader
        above={<BackLink href="/operator/policies">{policies('title')}</BackLink>}
        title={t('title')}
        lead={t('lead')}
        actions={<Publish today={localDayOf(access.ctx.now())} />}
      />
      {rows.length === 0 ? (
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      ) : (
        <Table
          caption={t('title')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              ...{ key: 'text', label: t('text'), heading: true },
              cell: ({ textEs }) => <span className="font-normal break-words whitespace-pre-line">{textEs}</span>,
              below: ({ textEn }) => <span lang="en">{textEn}</span>,
            },
            { key: 'audience', label: t('audience'), cell: ({ audience }) => t(`audiences.${audience}`) },
            {
              ...{ key: 'period', label: t('period') },
              cell: ({ showFrom, showUntil }) =>
                t('fromTo', { from: dateTime(showFrom), until: dateTime(new Date(showUntil.getTime() - 1)) }),
              below: ({ createdBy }) => t('by', { name: createdBy }),
            },
            {
              ...{ key: 'state', label: t('state') },
              cell: ({ state }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
            },
            {
              ...{ key: 'withdraw', label: t('withdraw'), actions: true },
              cell: ({ id, textEs, state }) =>
                state === 'shown' || state === 'waiting' ? <Withdraw of={{ id, text: textEs }} /> : null,
            },
          ]}
        />
      )}
    </ClientTexts>
  )
}
