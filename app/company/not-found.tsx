import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import { translations } from '@/lib/web/translations'

export default async function NotFound() {
  const t = await translations('common')
  return (
    <ErrorState title={t('notFoundTitle')} action={<ButtonLink href="/company">{t('backHome')}</ButtonLink>}>
      {t('notFoundText')}
    </ErrorState>
  )
}
