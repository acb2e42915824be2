import { Notice } from '@/components/ui/notice'
import { env } from '@/lib/env'
import { showStanding } from '@/lib/network-merchants/show-standing'
import { officeService } from '@/lib/web/office-service'
import { currentSession } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'

/** Says on every page of a merchant's office that the operator has disabled the merchant, or will: why, and whom to write to. */
export async function Standing() {
  const session = await currentSession()
  if (session?.stage !== 'complete' || !session.membership) return null
  const standing = await showStanding({ db: officeService().db, member: session.membership })
  if (!standing) return null
  const { state, disabling } = standing
  const t = await translations('standing')
  const { dateTime } = await pageFormats()
  const since = disabling?.tookEffectAt
  const said =
    state === 'scheduled' && disabling
      ? t('scheduled', { at: dateTime(disabling.takesEffectAt) })
      : since
        ? t('disabledAt', { at: dateTime(since) })
        : t('disabled')
  const { OPERATOR_EMAIL: email } = env()
  return (
    <Notice tone={state === 'disabled' ? 'danger' : 'warning'} title={said}>
      {disabling ? (
        <>
          <p>{t('cause', { cause: t(`causes.${disabling.cause}`) })}</p>
          <p className="break-words whitespace-pre-line">{disabling.message}</p>
        </>
      ) : null}
      <p>
        {email === undefined
          ? t('noContact')
          : t.rich('contact', {
              mail: () => (
                <a href={`mailto:${email}`} className="font-medium underline underline-offset-4">
                  {email}
                </a>
              ),
            })}
      </p>
    </Notice>
  )
}
