import { KeyRound, ShieldCheck, Store } from 'lucide-react'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { type Refused, recordDeniedAccess } from '@/lib/web/office'
import { translations } from '@/lib/web/translations'

/**
 * Says what the reader lacks to see credentials, and links to where they can get it; `here` is the page to come back to. A
 * missing permission is recorded in the audit trail.
 */
export async function AccessNotice({ access, here }: { access: Refused; here: string }) {
  const { missing } = access
  if (missing === 'support_view') return <Missing access={access} />
  const t = await translations('integrations')
  if (missing !== 'two_step' && missing !== 'merchant') await recordDeniedAccess(access, missing, 'page.opened')
  const [kind, Icon, href] =
    missing === 'two_step'
      ? (['twoStep', ShieldCheck, `/account/security?next=${encodeURIComponent(here)}`] as const)
      : missing === 'merchant'
        ? (['merchant', Store, '/account'] as const)
        : (['permission', KeyRound, '/portal'] as const)
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`access.${kind}Title`)}
        action={
          <ButtonLink href={href} variant={kind === 'twoStep' ? 'primary' : 'secondary'}>
            {t(`access.${kind}Action`)}
          </ButtonLink>
        }
      >
        {t(`access.${kind}Text`)}
      </EmptyState>
    </>
  )
}
