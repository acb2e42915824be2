import { LinkTabs } from '@/components/ui/tabs'
import { qualityPage } from '@/lib/certification/quality'
import { incidentPage } from '@/lib/requests/incident'
import { sandboxPage } from '@/lib/sandbox/page'
import { officeService } from '@/lib/web/office-service'
import { translations } from '@/lib/web/translations'

const here = '/portal/integrations'

type View = 'current' | 'past' | 'incident' | 'quality' | 'sandbox'

/**
 * The views of a merchant's credentials: those that are live, those that are over, what one of them did, and how well they are used; in the test environment
 * also with what they are tried (D67).
 */
export async function Views({ current }: { current: View }) {
  const t = await translations('integrations')
  const hrefs = {
    ...{ current: here, past: `${here}?view=past`, incident: incidentPage },
    ...{ quality: qualityPage, sandbox: sandboxPage },
  } as const
  const isTest = officeService().env.SERVICE_ENVIRONMENT === 'test'
  const views: readonly View[] = ['current', 'past', 'incident', 'quality', ...(isTest ? (['sandbox'] as const) : [])]
  return (
    <LinkTabs
      label={t('views.label')}
      tabs={views.map((view) => ({
        ...{ href: hrefs[view], label: t(`views.${view}`), current: view === current },
      }))}
    />
  )
}
