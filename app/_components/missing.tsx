import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { permissionNames } from '@/lib/web/permission-name'
import { herePath } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'

/** Says what its reader lacks for a page of a merchant's office, and leads there where they can get it by themselves. */
export async function Missing({ what }: { what: 'two_step' | 'merchant' | MerchantPermission }) {
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
        {t('twoStepText')}
      </ErrorState>
    )
  }
  if (what === 'merchant') {
    return <ErrorState title={t('merchantTitle')}>{t('merchantText')}</ErrorState>
  }
  const names = await permissionNames()
  return <ErrorState title={t('permissionTitle')}>{t('permissionText', { permission: names[what] })}</ErrorState>
}
