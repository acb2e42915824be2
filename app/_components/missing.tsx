import { ShieldAlert } from 'lucide-react'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { permissionNames } from '@/lib/web/permission-name'
import { herePath } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'

/** Says what its reader lacks for a page of a merchant's office, and leads there where they can get it by themselves. */
export async function Missing({ what }: { what: 'two_step' | 'merchant' | MerchantPermission }) {
  const t = await translations('missing')
  const icon = <ShieldAlert aria-hidden />
  if (what === 'two_step') {
    const next = encodeURIComponent(await herePath())
    return (
      <EmptyState
        title={<h1>{t('twoStepTitle')}</h1>}
        icon={icon}
        action={
          <ButtonLink variant="primary" href={`/account/security?next=${next}`}>
            {t('twoStepAction')}
          </ButtonLink>
        }
      >
        {t('twoStepText')}
      </EmptyState>
    )
  }
  if (what === 'merchant') {
    return (
      <EmptyState title={<h1>{t('merchantTitle')}</h1>} icon={icon}>
        {t('merchantText')}
      </EmptyState>
    )
  }
  const names = await permissionNames()
  return (
    <EmptyState title={<h1>{t('permissionTitle')}</h1>} icon={icon}>
      {t('permissionText', { permission: names[what] })}
    </EmptyState>
  )
}
