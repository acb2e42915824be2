import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { currentIncidents } from '@/lib/incidents/show-status'
import { pageLanguage } from '@/lib/web/language'
import { officeService } from '@/lib/web/office-service'
import { translations } from '@/lib/web/translations'

/** What lasts in the network, above the pages of every office; nothing while there is nothing. */
export async function IncidentBanner() {
  const [t, incidents] = await Promise.all([
    translations('status'),
    currentIncidents(officeService().db, await pageLanguage()),
  ])
  return incidents.map(({ id, title, state }) => (
    <Notice
      key={id}
      tone="warning"
      title={title}
      className="mb-6 print:hidden"
      action={<Link href={`/status#incident-${id}`}>{t('more')}</Link>}
    >
      {t(`incidentStates.${state}`)}
    </Notice>
  ))
}
