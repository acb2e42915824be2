import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import { translations } from '@/lib/web/translations'

/** Says that there is no such page, or none for the reader, within the frame of where they are. `home` is its first page. */
export async function NoSuchPage({ home }: { home: string }) {
  const t = await translations('common')
  return (
    <ErrorState title={t('notFoundTitle')} action={<ButtonLink href={home}>{t('backHome')}</ButtonLink>}>
      {t('notFoundText')}
    </ErrorState>
  )
}
