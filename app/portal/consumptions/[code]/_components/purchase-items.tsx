import { Section } from '@/components/ui/layout'
import { Amount } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { PurchaseLine } from '@/lib/sales/consumptions/show-consumption'
import { pageFormats, translations } from '@/lib/web/translations'

/** The lines that the till sent when it authorized. */
export async function PurchaseItems({ items }: { items: readonly PurchaseLine[] }) {
  const [t, { amount }] = await Promise.all([translations('consumptions'), pageFormats()])
  return (
    <Section title={t('detail.items')} lead={t('detail.itemsLead')}>
      <Table
        caption={t('detail.itemsCaption')}
        rows={items.map((item, n) => ({ ...item, n }))}
        rowKey={({ n }) => n}
        columns={[
          {
            key: 'article',
            label: t('detail.article'),
            heading: true,
            cell: ({ sku, article }) => (
              <>
                <span className="block break-words">{article ?? t('detail.unknownArticle')}</span>
                <span className="block font-mono text-xs font-normal break-all text-muted">{sku}</span>
              </>
            ),
          },
          { key: 'quantity', label: t('detail.quantity'), align: 'right', cell: ({ quantity }) => quantity },
          {
            key: 'price',
            label: t('detail.unitPrice'),
            align: 'right',
            cell: ({ unitPriceCents }) => <Amount text={amount(unitPriceCents)} />,
          },
          {
            key: 'subtotal',
            label: t('detail.subtotal'),
            align: 'right',
            cell: ({ subtotalCents }) => <Amount text={amount(subtotalCents)} />,
          },
        ]}
      />
    </Section>
  )
}
