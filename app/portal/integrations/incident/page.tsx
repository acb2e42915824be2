import { ShieldAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { FileLinks } from '@/app/_components/list/file-links'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { needsStepUp } from '@/lib/accounts/session'
import { type Comebacks, listComebacks } from '@/lib/credentials/list-comebacks'
import { credentialFormat } from '@/lib/credentials/reference'
import { textOf } from '@/lib/kernel/address'
import {
  type IncidentFilter,
  incidentFilterOf,
  incidentHours,
  incidentPage,
  incidentPath,
} from '@/lib/requests/incident'
import { showIncident } from '@/lib/requests/show-incident'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { AccessNotice } from '../_components/access-notice'
import { Comeback } from '../_components/comeback'
import { IncidentCalls, IncidentTotals } from '../_components/incident'
import { Views } from '../_components/views'
import { addresses } from '../addresses'
import { validities } from '../validities'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('incident'))('title') }
}

/** What a credential did, and what has come back of those that ended. Without one in the address it is the last that ended. */
export default async function IncidentPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return <AccessNotice access={access} here={incidentPage} />
  const { ctx } = access
  const now = ctx.now()
  const [asked, t, back] = await Promise.all([searchParams, translations('incident'), listComebacks(ctx, now)])
  const { credentials, comebacks, room, live } = back
  const filter = incidentFilterOf(asked)
  const credential = filter.credential ?? comebacks[0] ?? credentials[0]
  const about = { ...filter, credential }
  const incident = credential && (await showIncident(ctx, { ...filter, credential }, now))
  const chosen = credentials.find(({ kind, id }) => kind === credential?.kind && id === credential.id)
  return (
    <ListPage>
      <ClientTexts namespaces={['integrations']}>
        <PageHeader
          title={t('title')}
          lead={t('lead')}
          actions={incident && <FileLinks href={incidentPath(about, {}, `${incidentPage}/file`)} />}
        />
        <Views current="incident" />
        {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
        {incident === undefined ? (
          <EmptyState
            icon={<ShieldAlert aria-hidden />}
            title={t('noneTitle')}
            action={<ButtonLink href="/portal/integrations">{t('noneAction')}</ButtonLink>}
          >
            {t('noneText')}
          </EmptyState>
        ) : (
          <>
            <IncidentFilters filter={about} credentials={credentials} />
            <IncidentTotals incident={incident} />
          </>
        )}
        {comebacks.length === 0 ? null : (
          <Comeback
            comebacks={comebacks}
            room={room}
            addresses={addresses()}
            needsCode={needsStepUp(ctx.session)}
            validities={await validities(live)}
          />
        )}
        {incident === undefined ? null : <IncidentCalls incident={incident} filter={about} name={chosen?.name ?? ''} />}
      </ClientTexts>
    </ListPage>
  )
}

/** Hours that are whole days are said in days. */
async function IncidentFilters(props: { filter: IncidentFilter; credentials: Comebacks['credentials'] }) {
  const { filter, credentials } = props
  const [t, { date }] = await Promise.all([translations('incident'), pageFormats()])
  return (
    <FilterBar
      label={t('choose')}
      page={incidentPage}
      address={incidentPath(filter)}
      inline
      fields={[
        {
          ...{ kind: 'select', name: 'credential', label: t('credential') },
          value: filter.credential && credentialFormat.write(filter.credential),
          options: credentials.map((one) => ({
            value: credentialFormat.write(one),
            label: one.endedAt === null ? one.name : t('ended', { name: one.name, date: date(one.endedAt) }),
          })),
        },
        {
          ...{ kind: 'select', name: 'hours', label: t('hours'), value: filter.hours },
          options: incidentHours.map((hours) => ({
            value: hours,
            label:
              Number(hours) % 24 === 0
                ? t('daysBack', { days: Number(hours) / 24 })
                : t('hoursBack', { hours: Number(hours) }),
          })),
        },
      ]}
    />
  )
}
