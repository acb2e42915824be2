import { Users } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { FileLinks } from '@/components/ui/file-links'
import { Filters, SearchFilter, SelectFilter } from '@/components/ui/filters'
import { Link } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Pagination } from '@/components/ui/pagination'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import {
  type CollaboratorFilter,
  collaboratorStatuses,
  collaboratorsHome,
  collaboratorsPath,
  isNarrowed,
  narrowedBy,
} from '@/lib/collaborators/filter'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import type { CollaboratorView } from '@/lib/collaborators/views'
import type { PeopleContext } from '@/lib/context'
import { translations } from '@/lib/web/translations'
import { CollaboratorActions } from './collaborator-actions'
import { MaskedIdentification } from './identification'
import type { Choices } from './options'
import { SeekDialog } from './seek-dialog'

export async function CollaboratorList(props: {
  ctx: PeopleContext
  filter: CollaboratorFilter
  company: string
  choices: Choices
}) {
  const { ctx, filter, company, choices } = props
  const t = await translations('collaborators')
  const { people, total, nextAfter, previousBefore } = await listCollaborators(ctx, filter)
  if (total === 0 && !isNarrowed(filter)) {
    return (
      <EmptyState icon={<Users aria-hidden />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <CollaboratorFilters filter={filter} choices={choices} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {t('count', { count: total })}
          </p>
          <div className="flex flex-wrap gap-2">
            <SeekDialog choices={choices} />
            <FileLinks href={collaboratorsPath(filter, {}, `${collaboratorsHome}/file`)} />
          </div>
        </div>
        <p className="text-xs text-pretty text-muted sm:text-right">{t('exportNote')}</p>
      </div>
      {people.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={collaboratorsHome} />
      ) : (
        <CollaboratorTable people={people} caption={t('caption', { company })} choices={choices} />
      )}
      <Pagination
        previous={previousBefore === undefined ? undefined : collaboratorsPath(filter, { before: previousBefore })}
        next={nextAfter === undefined ? undefined : collaboratorsPath(filter, { after: nextAfter })}
      />
    </div>
  )
}

async function CollaboratorFilters({ filter, choices }: { filter: CollaboratorFilter; choices: Choices }) {
  const t = await translations('collaborators')
  return (
    <Filters
      label={t('filters')}
      action={collaboratorsHome}
      address={collaboratorsPath(filter)}
      narrowed={narrowedBy(filter)}
      search={
        <SearchFilter
          label={t('search')}
          value={filter.search}
          // An identification must not be in a URL (D32), and no name has a digit.
          only={{ pattern: '\\D*', text: t('searchOnlyNames') }}
        />
      }
    >
      <SelectFilter
        name="status"
        label={t('columns.status')}
        all={t('allStatuses')}
        value={filter.status}
        options={collaboratorStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      {choices.types.length === 0 ? null : (
        <SelectFilter
          name="type"
          label={t('columns.type')}
          all={t('allTypes')}
          value={filter.type === undefined ? undefined : String(filter.type)}
          options={[...choices.types, { value: 'none', label: t('noType') }]}
        />
      )}
    </Filters>
  )
}

async function CollaboratorTable(props: { people: readonly CollaboratorView[]; caption: string; choices: Choices }) {
  const t = await translations('collaborators')
  const hrefOf = ({ id }: CollaboratorView) => `${collaboratorsHome}/${id}`
  return (
    <Table
      caption={props.caption}
      rows={props.people}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          heading: true,
          cell: (person) => (
            <span className="flex min-w-0 flex-col gap-0.5">
              <Link href={hrefOf(person)} className="break-words">
                <bdi>
                  {person.lastName}, {person.firstName}
                </bdi>
              </Link>
              {person.email === null ? null : (
                <span className="text-xs font-normal break-all text-muted">{person.email}</span>
              )}
            </span>
          ),
        },
        {
          key: 'identification',
          label: t('columns.identification'),
          cell: ({ identificationType, identificationTail }) => (
            <MaskedIdentification type={identificationType} tail={identificationTail} />
          ),
        },
        {
          key: 'type',
          label: t('columns.type'),
          cell: ({ type }) => type ?? <span className="text-muted">{t('noType')}</span>,
        },
        {
          key: 'status',
          label: t('columns.status'),
          cell: ({ active }) => (
            <Badge tone={active ? 'good' : 'neutral'}>{t(`status.${active ? 'active' : 'inactive'}`)}</Badge>
          ),
        },
        {
          key: 'actions',
          label: t('columns.actions'),
          actions: true,
          cell: (person) => (
            <CollaboratorActions person={subjectOf(person)} choices={props.choices} look="menu" href={hrefOf(person)} />
          ),
        },
      ]}
    />
  )
}

/** The part of a collaborator that is sent to the browser for the dialogs: no more than they show. */
export const subjectOf = ({ id, firstName, lastName, email, typeId, active }: CollaboratorView) => ({
  id,
  firstName,
  lastName,
  email,
  typeId,
  active,
})
