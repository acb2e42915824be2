import { putAnnouncementAway } from '@/app/actions'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { announcementsFor } from '@/lib/announcements/list-announcements'
import type { OfficeKind } from '@/lib/web/form-state'
import { pageLanguage } from '@/lib/web/language'
import { officeService } from '@/lib/web/office-service'
import { translations } from '@/lib/web/translations'

/** What the operator tells, above the pages of an office until its reader puts it away; it works before a script has loaded. */
export async function AnnouncementBanner({ office, userId }: { office: OfficeKind; userId: number }) {
  if (office === 'operator') return null
  const audience = office === 'merchant' ? 'merchants' : 'companies'
  const [t, shown] = await Promise.all([
    translations('shell'),
    announcementsFor(officeService().db, { userId, language: await pageLanguage(), audience }),
  ])
  return shown.map(({ id, text }) => (
    <Notice
      key={id}
      tone="info"
      className="mb-6 print:hidden"
      action={
        <form action={putAnnouncementAway}>
          <input type="hidden" name="announcementId" value={id} />
          <Button type="submit" size="small" aria-label={t('putAwayLabel', { text })}>
            {t('putAway')}
          </Button>
        </form>
      }
    >
      <span className="break-words whitespace-pre-line">{text}</span>
    </Notice>
  ))
}
