import { LinkTabs } from '@/components/ui/tabs'
import { authorizationsPage } from '@/lib/sales/authorizations/filter'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { translations } from '@/lib/web/translations'

/** What was paid, and what was only authorized: two lists of the same sales. */
export async function RedemptionTabs({ current }: { current: 'consumptions' | 'authorizations' }) {
  const t = await translations('consumptions')
  const pages = { consumptions: consumptionsPage, authorizations: authorizationsPage } as const
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={(['consumptions', 'authorizations'] as const).map((tab) => ({
        href: pages[tab],
        label: t(`tab.${tab}`),
        current: tab === current,
      }))}
    />
  )
}
