import { Filters, PeriodFilter, SearchFilter, SelectFilter } from '@/components/ui/filters'
import { type CredentialReference, credentialFormat } from '@/lib/credentials/reference'
import {
  narrowedBy,
  type RequestFilter,
  type RequestStatus,
  requestCodes,
  requestOperations,
  requestStatuses,
  requestsPage,
  requestsPath,
} from '@/lib/requests/filter'
import { translations } from '@/lib/web/translations'

const statuses = Object.keys(requestStatuses) as RequestStatus[]
const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'custom'] as const

/** The filters of the list, which are in its URL. */
export async function RequestFilters(props: {
  filter: RequestFilter
  credentials: readonly (CredentialReference & { name: string })[]
}) {
  const t = await translations('requests')
  const { filter, credentials } = props
  const isNamesake = (name: string) => credentials.filter((other) => other.name === name).length > 1
  return (
    <Filters
      label={t('filters')}
      action={requestsPage}
      address={requestsPath(filter)}
      narrowed={narrowedBy(filter)}
      search={<SearchFilter label={t('search')} hint={t('searchHint')} value={filter.search} />}
    >
      <PeriodFilter period={filter.period} choices={periods} />
      <SelectFilter
        name="operation"
        label={t('operation')}
        all={t('anyOperation')}
        value={filter.operation}
        options={requestOperations.map((value) => ({ value, label: t(`operations.${value}`) }))}
      />
      <SelectFilter
        name="status"
        label={t('status')}
        all={t('anyStatus')}
        value={filter.status}
        // An object's keys put numbers first; here the numbers come last.
        options={[...statuses]
          .sort((one, other) => Number(/^\d/.test(one)) - Number(/^\d/.test(other)))
          .map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <SelectFilter
        name="code"
        label={t('code')}
        all={t('anyCode')}
        value={filter.code}
        options={requestCodes.map((value) => ({ value, label: value }))}
      />
      <SelectFilter
        name="credential"
        label={t('credential')}
        all={t('anyCredential')}
        value={filter.credential === undefined ? undefined : credentialFormat.write(filter.credential)}
        options={credentials.map((one) => ({
          value: credentialFormat.write(one),
          label: isNamesake(one.name)
            ? t('nameWithKind', { name: one.name, kind: `${t(`kinds.${one.kind}`)} ${one.id}` })
            : one.name,
        }))}
      />
    </Filters>
  )
}
