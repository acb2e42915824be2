import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import { companyHomePath, homePath } from '@/lib/web/own-path'
import { permissionNames } from '@/lib/web/permission-name'
import { type Lack, recordDeniedAccess } from '@/lib/web/record-denied-access'
import { herePath, requireUser } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'

/**
 * Says what the reader lacks for a page of an office, with a link to where they can get it if they can do so by themselves. A
 * request without the permission is recorded in the audit trail.
 */
export async function Missing({ what, of = 'merchant' }: { what: 'two_step' | Lack; of?: 'merchant' | 'company' }) {
  const t = await translations('missing')
  if (what === 'two_step') {
    const next = encodeURIComponent(await herePath())
    return (
      <ErrorState
        title={t('twoStepTitle')}
        action={
          <ButtonLink variant="primary" href={`/account/security?next=${next}`}>
            {t('twoStepAction')}
          </ButtonLink>
        }
      >
        {t(of === 'company' ? 'companyTwoStepText' : 'twoStepText')}
      </ErrorState>
    )
  }
  if (what === 'merchant') {
    return <ErrorState title={t('merchantTitle')}>{t('merchantText')}</ErrorState>
  }
  if (what === 'company') {
    return <ErrorState title={t('companyTitle')}>{t('companyText')}</ErrorState>
  }
  await recordDeniedAccess(await requireUser(), 'page.opened', what)
  const common = await translations('common')
  const permission = (await permissionNames())[what]
  return (
    <ErrorState
      title={t('permissionTitle')}
      action={<ButtonLink href={of === 'company' ? companyHomePath : homePath}>{common('backHome')}</ButtonLink>}
    >
      {t(of === 'company' ? 'companyPermissionText' : 'permissionText', { permission })}
    </ErrorState>
  )
}
