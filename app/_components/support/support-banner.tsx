import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { SupportView } from '@/lib/accounts/load-session'
import { pageFormats, translations } from '@/lib/web/translations'

/** On every page of an office that the operator looks into: whose it is, for which ticket, until when, and the way out. */
export async function SupportBanner({ view: { name, ticket, endsAt } }: { view: SupportView }) {
  const [t, formats] = [await translations('support'), await pageFormats()]
  const minutes = Math.max(0, Math.floor((endsAt.getTime() - Date.now()) / 60_000))
  return (
    <Notice
      tone="warning"
      title={t('banner.title', { name })}
      action={
        <form method="post" action="/operator/support/end">
          <Button type="submit" size="small">
            {t('banner.end')}
          </Button>
        </form>
      }
    >
      {t('banner.text', { ticket, time: formats.time(endsAt), minutes })}
    </Notice>
  )
}
