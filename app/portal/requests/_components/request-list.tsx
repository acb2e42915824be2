import { ArrowLeftRight } from 'lucide-react'
import { ListFoot } from '@/app/_components/list/list-foot'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { type ListView, turnsOf, viewOf } from '@/app/_components/list/view'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { isNarrowed, type RequestFilter, requestsPage, requestsPath } from '@/lib/requests/filter'
import { listReferences } from '@/lib/requests/list-references'
import { listRequests } from '@/lib/requests/list-requests'
import { showVolume } from '@/lib/requests/show-volume'
import { pageFormats, translations } from '@/lib/web/translations'
import { ReferenceTable } from './reference-table'
import { RequestFilters } from './request-filters'
import { RequestTable } from './request-table'
import { RequestVolume } from './request-volume'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: RequestFilter; merchant: string }

/** A merchant's calls, one by one or by their references, with their filters and pages. */
export async function RequestList({ ctx, filter, merchant }: Props) {
  const now = new Date()
  const [t, formats, page, volume] = await Promise.all([
    translations('requests'),
    pageFormats(),
    filter.group === undefined ? callsPage(ctx, filter, now) : referencesPage(ctx, filter, now),
    showVolume(ctx, filter, now),
  ])
  const { credentials, newerThan, olderThan } = page
  const view = viewOf(filter, requestsPath)
  return (
    <>
      <RequestFilters ctx={ctx} filter={filter} credentials={credentials} />
      <RequestVolume volume={volume} filter={filter} />
      {page.sought === undefined ? null : (
        <Notice tone="info" title={t('sought', { calls: formats.number(page.sought.calls) })}>
          {t('soughtText', { moment: formats.dateTime(page.sought.until) })}
        </Notice>
      )}
      {page.isEmpty && page.sought === undefined ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <>
          {page.isEmpty ? null : page.table(t('caption', { merchant }), view)}
          <ListFoot
            view={view}
            {...turnsOf(
              filter.sort,
              newerThan && requestsPath(filter, { after: newerThan }),
              olderThan && requestsPath(filter, { before: olderThan }),
            )}
          />
        </>
      )}
    </>
  )
}

async function callsPage(ctx: Props['ctx'], filter: RequestFilter, now: Date) {
  const { requests, ...page } = await listRequests(ctx, filter, now)
  const table = (caption: string, view: ListView) => <RequestTable requests={requests} caption={caption} view={view} />
  return { ...page, isEmpty: requests.length === 0, table }
}

async function referencesPage(ctx: Props['ctx'], filter: RequestFilter, now: Date) {
  const { references, ...page } = await listReferences(ctx, filter, now)
  const table = (caption: string, view: ListView) => (
    <ReferenceTable references={references} caption={caption} filter={filter} view={view} />
  )
  return { ...page, sought: undefined, isEmpty: references.length === 0, table }
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = await translations('requests')
  if (narrowed) return <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={requestsPage} />
  return (
    <EmptyState
      icon={<ArrowLeftRight aria-hidden />}
      title={t('emptyTitle')}
      action={<ButtonLink href="/portal/integrations">{t('emptyAction')}</ButtonLink>}
    >
      {t('emptyText')}
    </EmptyState>
  )
}
