import { Pencil, Plus, Tags } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { listTypes } from '@/lib/collaborators/manage-types'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { NewType, RenameType } from './_components/type-buttons'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('types.title'),
})

export default async function TypesPage() {
  const access = await companySections.collaborators.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('collaborators')
  const { number } = await pageFormats()
  const types = await listTypes(ctx)
  return (
    <ClientTexts namespaces={['collaborators', 'companyFaults']}>
      <ListPage>
        <PageHeader
          above={<BackLink href={collaboratorsHome}>{t('details.back')}</BackLink>}
          title={t('types.title')}
          lead={t('types.lead')}
          actions={<NewType icon={<Plus aria-hidden />} />}
        />
        {types.length === 0 ? (
          <EmptyState icon={<Tags aria-hidden />} title={t('types.emptyTitle')}>
            {t('types.emptyText')}
          </EmptyState>
        ) : (
          <Table
            phone="lines"
            caption={t('types.caption')}
            rows={types}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t('types.name'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
              {
                key: 'people',
                phone: 'below',
                phoneLabel: true,
                label: t('types.people'),
                align: 'right',
                cell: ({ people }) => number(people),
              },
              {
                key: 'grants',
                phone: 'below-end',
                phoneLabel: true,
                label: t('types.grants'),
                align: 'right',
                cell: ({ grants }) => number(grants),
              },
              {
                key: 'actions',
                label: t('types.actions'),
                actions: true,
                cell: ({ id, name }) => <RenameType icon={<Pencil aria-hidden />} type={{ id, name }} />,
              },
            ]}
          />
        )}
      </ListPage>
    </ClientTexts>
  )
}
