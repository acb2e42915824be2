import { Store } from 'lucide-react'
import { Section } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { listMerchants } from '@/lib/benefits/list-benefits'
import type { CompanyContext } from '@/lib/context'
import { pageFormats, translations } from '@/lib/web/translations'

/** The merchants that the company is affiliated to, with how many of their discounts it grants. */
export async function MerchantList({ ctx, company }: { ctx: CompanyContext; company: string }) {
  const [merchants, t, { number, date }] = await Promise.all([
    listMerchants(ctx),
    translations('benefits'),
    pageFormats(),
  ])
  if (merchants.length === 0) {
    return (
      <EmptyState icon={<Store aria-hidden />} title={t('emptyMerchants')}>
        {t('emptyMerchantsText')}
      </EmptyState>
    )
  }
  return (
    <Section title={t('merchants.affiliated')}>
      <Table
        phone="lines"
        hrefOf={({ merchantId }) => `/company/merchants/${merchantId}`}
        caption={t('merchants.caption', { company })}
        rows={merchants}
        rowKey={({ merchantId }) => merchantId}
        columns={[
          {
            key: 'name',
            label: t('merchants.name'),
            heading: true,
            className: 'lg:max-w-80',
            cell: ({ name }) => <bdi>{name}</bdi>,
            below: ({ legalId }) => (legalId === null ? null : t('merchants.legalId', { legalId })),
          },
          {
            key: 'onOffer',
            label: t('merchants.onOffer'),
            align: 'right',
            cell: ({ onOffer }) => number(onOffer),
          },
          {
            key: 'granted',
            label: t('merchants.granted'),
            align: 'right',
            phone: 'end',
            phoneLabel: true,
            cell: ({ granted }) => number(granted),
          },
          {
            key: 'since',
            label: t('merchants.since'),
            phone: 'below',
            phoneLabel: true,
            cell: ({ since }) => <span className="whitespace-nowrap">{date(since)}</span>,
          },
        ]}
      />
    </Section>
  )
}
