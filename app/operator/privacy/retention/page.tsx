import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Table } from '@/components/ui/table'
import { privacyPage } from '@/lib/privacy/cases'
import { type Kept, type TableKind, tableKinds } from '@/lib/privacy/kinds'
import { operatorSections } from '@/lib/web/operator-office'
import { translations } from '@/lib/web/translations'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('privacy'))('retention.title'),
})

export default async function RetentionPage() {
  const access = await operatorSections.privacy.access()
  if (!access.granted) return <Missing access={access} />
  const t = await translations('privacy')
  const keptOf = (kept: Kept) => {
    if (typeof kept === 'string') return t(`retention.kept.${kept}`)
    return 'hours' in kept
      ? t('retention.kept.hours', { count: kept.hours })
      : t('retention.kept.days', { count: kept.days })
  }
  const rows = Object.entries<TableKind>(tableKinds).map(([table, kind]) => ({ table, ...kind }))
  return (
    <>
      <PageHeader
        above={<BackLink href={privacyPage}>{t('title')}</BackLink>}
        title={t('retention.title')}
        lead={t('retention.lead')}
      />
      <Table
        phone="lines"
        caption={t('retention.caption')}
        rows={rows}
        rowKey={({ table }) => table}
        columns={[
          {
            ...{ key: 'table', label: t('retention.table'), heading: true },
            cell: ({ table }) => <span className="font-mono text-xs wrap-anywhere">{table}</span>,
            below: ({ kind }) => t(`retention.kinds.${kind}`),
          },
          {
            ...{ key: 'holdsPerson', label: t('retention.holdsPerson'), phone: 'end', phoneLabel: true },
            cell: ({ holdsPerson }) => t(holdsPerson ? 'retention.yes' : 'retention.no'),
          },
          {
            ...{ key: 'purgedBy', label: t('retention.purgedBy'), phone: 'below' },
            cell: ({ purgedBy }) => t(`retention.purges.${purgedBy}`),
          },
          {
            ...{ key: 'keptFor', label: t('retention.keptFor'), phone: 'below-end' },
            cell: ({ keptFor }) => <span className="whitespace-nowrap">{keptOf(keptFor)}</span>,
          },
        ]}
      />
    </>
  )
}
