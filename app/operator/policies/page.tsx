import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { PageHeader, Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Table } from '@/components/ui/table'
import { listPolicies } from '@/lib/policies/show-policies'
import { operatorSections } from '@/lib/web/operator-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { ChangeType } from './_components/change-type'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('policies'))('title') })

const nameLengthMax = 80

type Listed = Awaited<ReturnType<typeof listPolicies>>

export default async function PoliciesPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await operatorSections.policies.access()
  if (!access.granted) return <Missing access={access} />
  const { search } = await searchParams
  const asked = typeof search === 'string' ? search.trim().slice(0, nameLengthMax) : ''
  const [t, { merchants, types }] = await Promise.all([translations('policies'), listPolicies(access.ctx, asked)])
  return (
    <ClientTexts namespaces={['policies']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<ButtonLink href="/operator/announcements">{t('announcements')}</ButtonLink>}
      />
      <Merchants merchants={merchants} asked={asked} />
      <Types types={types} />
    </ClientTexts>
  )
}

async function Merchants({ merchants, asked }: { merchants: Listed['merchants']; asked: string }) {
  const t = await translations('policies')
  return (
    <Section title={t('merchants')} lead={t('merchantsLead')}>
      <search>
        <form method="get" className="flex flex-wrap items-end gap-2">
          <div className="flex min-w-0 flex-[0_1_20rem] flex-col gap-1">
            <label htmlFor="policies-search" className="text-sm font-medium">
              {t('search')}
            </label>
            <Input id="policies-search" name="search" type="search" maxLength={nameLengthMax} defaultValue={asked} />
          </div>
          <Button type="submit">{t('searchSubmit')}</Button>
        </form>
      </search>
      {merchants.length === 0 ? (
        <p className="text-sm text-muted">{asked === '' ? t('noneSet') : t('noneFound', { name: asked })}</p>
      ) : (
        <Table
          phone="lines"
          caption={asked === '' ? t('merchantsSet') : t('merchants')}
          rows={merchants}
          rowKey={({ id }) => id}
          hrefOf={({ id }) => `/operator/policies/${id}`}
          columns={[
            { key: 'name', label: t('merchant'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
            {
              ...{ key: 'enabled', label: t('state'), phone: 'end' },
              cell: ({ enabled }) =>
                enabled ? <Badge tone="good">{t('enabled')}</Badge> : <Badge>{t('disabled')}</Badge>,
            },
          ]}
        />
      )}
    </Section>
  )
}

async function Types({ types }: { types: Listed['types'] }) {
  const [t, { date }] = await Promise.all([translations('policies'), pageFormats()])
  return (
    <Section title={t('types.title')} lead={t('types.lead')} actions={<ChangeType change={{ asks: 'add' }} />}>
      <Notice tone="info">{t('types.cache')}</Notice>
      <Table
        caption={t('types.title')}
        rows={types}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', label: t('types.name'), heading: true, cell: ({ name }) => name },
          { key: 'id', label: t('types.id'), cell: ({ id }) => <span className="font-mono tabular-nums">{id}</span> },
          {
            ...{ key: 'state', label: t('state') },
            cell: ({ retiredAt }) =>
              retiredAt === null ? (
                <Badge tone="good">{t('types.inUse')}</Badge>
              ) : (
                <Badge>{t('types.retired', { date: date(retiredAt) })}</Badge>
              ),
          },
          {
            ...{ key: 'actions', label: t('types.actions') },
            cell: ({ id, name, retiredAt }) =>
              retiredAt === null ? (
                <span className="flex flex-wrap gap-2">
                  <ChangeType change={{ asks: 'rename', id, name }} />
                  <ChangeType change={{ asks: 'retire', id, name }} />
                </span>
              ) : null,
          },
        ]}
      />
    </Section>
  )
}
