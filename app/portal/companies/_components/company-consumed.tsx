import { Receipt } from 'lucide-react'
import { Figures } from '@/components/ui/figures'
import { Filters, PeriodFilter } from '@/components/ui/filters'
import { Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Amount, EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { companyPath, defaultPeriod, narrowedBy } from '@/lib/affiliations/companies'
import type { Consumed } from '@/lib/affiliations/list-companies'
import type { Period } from '@/lib/language/periods'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = {
  company: { companyId: number; name: string }
  period: Period
  consumed: Consumed & { readonly discounts: readonly (Consumed & { discountId: number; name: string })[] }
}

/** What people of a company consumed in a period, in all and by discount. */
export async function CompanyConsumed({ company, period, consumed }: Props) {
  const t = await translations('companies')
  const { amount, number } = await pageFormats()
  const { companyId, name } = company
  return (
    <Section
      title={t('details.consumed')}
      lead={t('details.consumedLead')}
      actions={
        <ButtonLink href={consumptionsPath({ ...consumptionsFilterOf({}), companyId, period })}>
          {t('details.all')}
        </ButtonLink>
      }
    >
      <div className="lg:max-w-xl">
        <Filters
          label={t('filters')}
          action={companyPath(companyId, defaultPeriod)}
          address={companyPath(companyId, period)}
          narrowed={narrowedBy({ search: undefined, period })}
        >
          <PeriodFilter period={period} />
        </Filters>
      </div>
      <Figures
        label={t('details.totals')}
        figures={[
          { key: 'consumptions', label: t('consumptions'), value: number(consumed.consumptions) },
          { key: 'purchases', label: t('purchases'), value: amount(consumed.purchaseCents) },
          { key: 'discounted', label: t('discounted'), value: amount(consumed.discountCents) },
        ]}
      />
      {consumed.discounts.length === 0 ? (
        <EmptyState icon={<Receipt aria-hidden />} title={t('details.nothingTitle')}>
          {t('details.nothingText')}
        </EmptyState>
      ) : (
        <Table
          caption={t('details.consumedCaption', { company: name })}
          rows={consumed.discounts}
          rowKey={({ discountId }) => discountId}
          columns={[
            {
              key: 'discount',
              label: t('details.discount'),
              heading: true,
              cell: (row) => <span className="wrap-anywhere">{row.name}</span>,
            },
            {
              key: 'consumptions',
              label: t('consumptions'),
              align: 'right',
              cell: ({ consumptions }) => number(consumptions),
            },
            {
              key: 'purchases',
              label: t('purchases'),
              align: 'right',
              cell: ({ purchaseCents }) => <Amount text={amount(purchaseCents)} />,
            },
            {
              key: 'discounted',
              label: t('discounted'),
              align: 'right',
              cell: ({ discountCents }) => <Amount text={amount(discountCents)} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
