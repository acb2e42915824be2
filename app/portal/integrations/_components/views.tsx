import { LinkTabs } from '@/components/ui/tabs'
import { incidentPage } from '@/lib/requests/incident'
import { translations } from '@/lib/web/translations'

const here = '/portal/integrations'

/** The views of a merchant's credentials: those that are live, those that are over, and what one of them did. */
export async function Views({ current }: { current: 'current' | 'past' | 'incident' }) {
  const t = await translations('integrations')
  const hrefs = { current: here, past: `${here}?view=past`, incident: incidentPage } as const
  return (
    <LinkTabs
      label={t('views.label')}
      tabs={(['current', 'past', 'incident'] as const).map((view) => ({
        ...{ href: hrefs[view], label: t(`views.${view}`), current: view === current },
      }))}
    />
  )
}
