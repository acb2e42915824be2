import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import { type Refused, recordDeniedAccess } from '@/lib/web/office'
import { permissionNames } from '@/lib/web/permission-name'
import { herePath } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'

const twoStepTexts = {
  merchant: 'twoStepText',
  company: 'companyTwoStepText',
  operator: 'operatorTwoStepText',
} as const

const permissionTexts = {
  merchant: 'permissionText',
  company: 'companyPermissionText',
  operator: 'operatorPermissionText',
} as const

/**
 * Says what the reader lacks for a page of an office, with a link to where they can get it if they can do so by themselves. A
 * request without the permission is recorded in the audit trail.
 */
export async function Missing({ access }: { access: Refused }) {
  const { missing: what, office } = access
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
        {t(twoStepTexts[office.kind])}
      </ErrorState>
    )
  }
  if (what === 'merchant') {
    return <ErrorState title={t('merchantTitle')}>{t('merchantText')}</ErrorState>
  }
  if (what === 'company') {
    return <ErrorState title={t('companyTitle')}>{t('companyText')}</ErrorState>
  }
  if (what === 'support_view') return <ErrorState title={t('supportTitle')}>{t('supportText')}</ErrorState>
  // To who is not of the operator no page of it exists (lib/web/operator-office.ts).
  if (what === 'operator') return null
  await recordDeniedAccess(access, what, 'page.opened')
  const common = await translations('common')
  const permission = (await permissionNames())[what]
  return (
    <ErrorState title={t('permissionTitle')} action={<ButtonLink href={office.home}>{common('backHome')}</ButtonLink>}>
      {t(permissionTexts[office.kind], { permission })}
    </ErrorState>
  )
}
