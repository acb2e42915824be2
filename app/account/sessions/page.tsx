import { Laptop, Smartphone, Tablet } from 'lucide-react'
import type { Metadata } from 'next'
import { Badge } from '@/components/ui/badge'
import { PageHeader } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import { listSessions, type SessionView } from '@/lib/accounts/list-sessions'
import { requireUser } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { EndOthersButton, EndSessionButton } from './_components/session-buttons'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('account'))('sessions') })

export default async function SessionsPage() {
  const ctx = await requireUser()
  const t = await translations('account')
  const { moment } = await pageFormats()
  const sessions = await listSessions(ctx)
  const nameOf = ({ device: { browser, system } }: SessionView) =>
    browser && system ? t('browserOn', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
  return (
    <>
      <PageHeader
        title={t('sessions')}
        lead={t('sessionsLead')}
        actions={<EndOthersButton isAlone={sessions.length < 2} />}
      />
      <Table
        caption={t('sessions')}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'device',
            label: t('device'),
            heading: true,
            cell: (session) => (
              <span className="flex flex-wrap items-center gap-2">
                <DeviceIcon kind={session.device.kind} />
                {nameOf(session)}
                {session.isThisOne ? <Badge tone="good">{t('thisDevice')}</Badge> : null}
                {session.secondStepPassed || !ctx.session.twoStepEnrolled ? null : (
                  <Badge tone="warning">{t('waiting')}</Badge>
                )}
              </span>
            ),
          },
          { key: 'address', label: t('address'), cell: ({ address }) => address ?? '—', className: 'break-all' },
          {
            key: 'seen',
            label: t('lastActive'),
            cell: ({ lastSeenAt }) => <RelativeTime moment={moment(lastSeenAt)} />,
          },
          { key: 'started', label: t('started'), cell: ({ startedAt }) => <RelativeTime moment={moment(startedAt)} /> },
          {
            key: 'actions',
            label: t('actions'),
            actions: true,
            cell: (session) =>
              session.isThisOne ? null : <EndSessionButton sessionId={session.id} device={nameOf(session)} />,
          },
        ]}
      />
    </>
  )
}

function DeviceIcon({ kind }: { kind: SessionView['device']['kind'] }) {
  const Icon = kind === 'mobile' ? Smartphone : kind === 'tablet' ? Tablet : Laptop
  return <Icon aria-hidden className="size-4 shrink-0 text-muted" />
}
