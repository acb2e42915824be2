import { Plus, Store } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHeader } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { type BranchView, listBranches, recentDays } from '@/lib/catalog/list-branches'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { BranchActions } from './_components/branch-actions'
import { NewBranch } from './_components/new-branch'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('branches'))('title') }
}

export default async function BranchesPage() {
  const access = await merchantSections.branches.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('branches')
  const branches = await listBranches(ctx)
  return (
    <ClientTexts namespaces={['branches']}>
      <ListPage>
        <PageHeader title={t('title')} lead={t('lead')} actions={<NewBranch icon={<Plus aria-hidden />} />} />
        {branches.length === 0 ? (
          <EmptyState icon={<Store aria-hidden />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        ) : (
          <BranchTable branches={branches} merchant={ctx.session.membership?.name ?? ''} />
        )}
      </ListPage>
    </ClientTexts>
  )
}

async function BranchTable({ branches, merchant }: { branches: readonly BranchView[]; merchant: string }) {
  const t = await translations('branches')
  const { number } = await pageFormats()
  return (
    <Table
      phone="lines"
      caption={t('caption', { merchant })}
      rows={branches}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', label: t('name'), heading: true, cell: ({ name }) => name, className: 'break-words' },
        {
          key: 'id',
          phone: 'below',
          phoneLabel: true,
          label: t('id'),
          cell: ({ id, name }) => (
            <span className="inline-flex items-center gap-1">
              <span className="font-mono text-sm tabular-nums">{id}</span>
              <CopyButton text={String(id)} label={t('copyId', { name })} />
            </span>
          ),
          className: 'sm:py-1.5',
        },
        {
          key: 'status',
          phone: 'below-end',
          label: t('status'),
          cell: ({ active }) => (active ? <Badge tone="good">{t('active')}</Badge> : <Badge>{t('inactive')}</Badge>),
        },
        {
          key: 'recent',
          label: t('recent', { days: String(recentDays) }),
          align: 'right',
          cell: ({ recentConsumptions }) => number(recentConsumptions),
        },
        {
          key: 'actions',
          label: t('actions'),
          actions: true,
          cell: (branch) => <BranchActions branch={branch} recentDays={recentDays} />,
        },
      ]}
    />
  )
}
