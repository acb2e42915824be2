import { Receipt } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Amount, EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { companyPath, defaultPeriod } from '@/lib/affiliations/companies'
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
      <FilterBar
        label={t('filters')}
        page={companyPath(companyId, defaultPeriod)}
        address={companyPath(companyId, period)}
        fields={[{ kind: 'period', period, usual: defaultPeriod }]}
        inline
      />
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
          phone="lines"
          caption={t('details.consumedCaption', { company: name })}
          rows={consumed.discounts}
          rowKey={({ discountId }) => discountId}
          columns={[
            {
              key: 'discount',
              label: t('details.discount'),
              heading: true,
              cell: ({ name }) => <bdi>{name}</bdi>,
            },
            {
              key: 'consumptions',
              label: t('consumptions'),
              align: 'right',
              phone: 'below',
              phoneLabel: true,
              cell: ({ consumptions }) => number(consumptions),
            },
            {
              key: 'purchases',
              label: t('purchases'),
              align: 'right',
              phone: 'below-end',
              phoneLabel: true,
              cell: ({ purchaseCents }) => <Amount text={amount(purchaseCents)} />,
            },
            {
              key: 'discounted',
              label: t('discounted'),
              align: 'right',
              phone: 'end',
              cell: ({ discountCents }) => <Amount text={amount(discountCents)} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
