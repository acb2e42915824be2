import { IdCard, Send, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileLinks } from '@/app/_components/list/file-links'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/company/views/of-list'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import {
  addedPeriods,
  type CollaboratorFilter,
  collaboratorStatuses,
  collaboratorsHome,
  collaboratorsPath,
  invitationStates,
  isNarrowed,
} from '@/lib/collaborators/filter'
import { countInvitable, invitationsPerDayMax } from '@/lib/collaborators/invite-collaborators'
import { listCollaborators } from '@/lib/collaborators/list-collaborators'
import type { CollaboratorView } from '@/lib/collaborators/views'
import type { PeopleContext } from '@/lib/context'
import { pageFormats, translations } from '@/lib/web/translations'
import { CollaboratorActions } from './collaborator-actions'
import { InviteMany, Seek } from './list-buttons'
import { MaskedIdentification } from './masked-identification'
import type { Choices } from './options'

export async function CollaboratorList(props: {
  ctx: PeopleContext
  filter: CollaboratorFilter
  company: string
  choices: Choices
}) {
  const { ctx, filter, company, choices } = props
  const t = await translations('collaborators')
  const [{ people, total, nextAfter, previousBefore }, invitable] = await Promise.all([
    listCollaborators(ctx, filter),
    countInvitable(ctx, filter),
  ])
  if (total === 0 && !isNarrowed(filter)) {
    return (
      <EmptyState icon={<Users aria-hidden />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  const view = viewOf(filter, collaboratorsPath)
  const columns = await collaboratorColumns(choices)
  return (
    <div className="flex flex-col gap-3">
      <CollaboratorFilters
        filter={filter}
        choices={choices}
        tools={<ListTools views={viewsOf(ctx, 'collaborators')} view={view} columns={columns} />}
      />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p role="status" className="text-sm text-muted">
            {t('count', { count: total })}
          </p>
          <div className="contents flex-wrap gap-2 max-sm:[&>*:not(:last-child)]:order-last max-sm:[&>*:not(:last-child)]:flex-1 sm:flex">
            {invitable === 0 ? null : (
              <InviteMany
                icon={<Send aria-hidden />}
                list={collaboratorsPath(filter)}
                count={invitable}
                most={invitationsPerDayMax}
                prominent={filter.added !== undefined}
              />
            )}
            <Seek icon={<IdCard aria-hidden />} choices={choices} />
            <FileLinks href={collaboratorsPath(filter, {}, `${collaboratorsHome}/file`)} />
          </div>
        </div>
        <p className="text-xs text-pretty text-muted sm:text-right">{t('exportNote')}</p>
      </div>
      {people.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={collaboratorsHome} />
      ) : (
        <ListTable
          view={view}
          caption={t('caption', { company })}
          rows={people}
          sortable={['name']}
          rowKey={({ id }) => id}
          hrefOf={hrefOf}
          columns={columns}
        />
      )}
      {people.length === 0 ? null : (
        <ListFoot
          view={view}
          previous={previousBefore === undefined ? undefined : collaboratorsPath(filter, { before: previousBefore })}
          next={nextAfter === undefined ? undefined : collaboratorsPath(filter, { after: nextAfter })}
        />
      )}
    </div>
  )
}

async function CollaboratorFilters(props: { filter: CollaboratorFilter; choices: Choices; tools: ReactNode }) {
  const { filter, choices } = props
  const t = await translations('collaborators')
  return (
    <FilterBar
      label={t('filters')}
      page={collaboratorsHome}
      address={collaboratorsPath(filter)}
      // An identification must not be in a URL (D32), and no name has a digit.
      search={{
        label: t('search'),
        value: filter.search,
        only: { pattern: '\\D*', text: t('searchOnlyNames') },
      }}
      fields={[
        {
          kind: 'select',
          name: 'status',
          label: t('columns.status'),
          all: t('allStatuses'),
          value: filter.status,
          options: collaboratorStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        },
        {
          kind: 'select',
          name: 'invitation',
          label: t('columns.invited'),
          all: t('allInvitations'),
          value: filter.invitation,
          options: invitationStates.map((value) => ({ value, label: t(`invitation.${value}`) })),
        },
        {
          kind: 'select',
          name: 'added',
          label: t('added.label'),
          all: t('added.all'),
          value: filter.added,
          options: addedPeriods.map((value) => ({ value, label: t(`added.${value}`) })),
        },
        ...(choices.types.length === 0
          ? []
          : [
              {
                kind: 'select' as const,
                name: 'type',
                label: t('columns.type'),
                all: t('allTypes'),
                value: filter.type === undefined ? undefined : String(filter.type),
                options: [...choices.types, { value: 'none', label: t('noType') }],
              },
            ]),
      ]}
      tools={props.tools}
    />
  )
}

const hrefOf = ({ id }: CollaboratorView) => `${collaboratorsHome}/${id}`

async function collaboratorColumns(choices: Choices): Promise<readonly Column<CollaboratorView>[]> {
  const t = await translations('collaborators')
  const { date } = await pageFormats()
  return [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ firstName, lastName }) => (
        <bdi>
          {lastName}, {firstName}
        </bdi>
      ),
      below: ({ email }) => email,
    },
    {
      key: 'identification',
      label: t('columns.identification'),
      phone: 'below',
      cell: ({ identificationType, identificationTail }) => (
        <MaskedIdentification type={identificationType} tail={identificationTail} />
      ),
    },
    {
      key: 'type',
      label: t('columns.type'),
      phone: 'below-end',
      cell: ({ type }) => type ?? <span className="text-muted">{t('noType')}</span>,
    },
    {
      key: 'invited',
      label: t('columns.invited'),
      cell: ({ email, invitedAt }) =>
        invitedAt === null ? (
          <span className="text-muted">{t(email === null ? 'noEmail' : 'notInvited')}</span>
        ) : (
          <span className="whitespace-nowrap">{date(invitedAt)}</span>
        ),
    },
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'end',
      cell: ({ active }) => (
        <Badge tone={active ? 'good' : 'neutral'}>{t(`status.${active ? 'active' : 'inactive'}`)}</Badge>
      ),
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      actions: true,
      cell: (person) => (
        <CollaboratorActions person={subjectOf(person, date)} choices={choices} href={hrefOf(person)} />
      ),
    },
  ]
}

/** The part of a collaborator that is sent to the browser for the dialogs: no more than they show. */
export const subjectOf = (person: CollaboratorView, date: (instant: Date) => string) => {
  const { id, firstName, lastName, email, typeId, active, invitedAt } = person
  return { id, firstName, lastName, email, typeId, active, invited: invitedAt && date(invitedAt) }
}
