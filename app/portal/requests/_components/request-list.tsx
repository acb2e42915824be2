import { ArrowLeftRight } from 'lucide-react'
import { ListFoot } from '@/app/_components/list/list-foot'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { isNarrowed, type RequestFilter, requestsPage, requestsPath } from '@/lib/requests/filter'
import { listRequests } from '@/lib/requests/list-requests'
import { showVolume } from '@/lib/requests/show-volume'
import { translations } from '@/lib/web/translations'
import { RequestFilters } from './request-filters'
import { RequestTable } from './request-table'
import { RequestVolume } from './request-volume'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: RequestFilter; merchant: string }

/** A merchant's calls, with their filters and pages. */
export async function RequestList({ ctx, filter, merchant }: Props) {
  const now = new Date()
  const [{ requests, credentials, newerThan, olderThan }, volume] = await Promise.all([
    listRequests(ctx, filter, now),
    showVolume(ctx, filter, now),
  ])
  const t = await translations('requests')
  const view = viewOf(filter, requestsPath)
  return (
    <>
      <RequestFilters ctx={ctx} filter={filter} credentials={credentials} />
      <RequestVolume volume={volume} filter={filter} />
      {requests.length === 0 ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <>
          <RequestTable requests={requests} caption={t('caption', { merchant })} view={view} />
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
