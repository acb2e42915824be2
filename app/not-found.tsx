import type { Metadata } from 'next'
import { Brand } from '@/components/brand'
import { ButtonLink } from '@/components/ui/link'
import { ErrorState } from '@/components/ui/states'
import { translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('common'))('notFoundTitle') }
}

export default async function NotFound() {
  const t = await translations('common')
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-14 px-4 py-6 sm:px-8 sm:py-12">
      <Brand />
      <ErrorState title={t('notFoundTitle')} action={<ButtonLink href="/">{t('backHome')}</ButtonLink>}>
        {t('notFoundText')}
      </ErrorState>
    </main>
  )
}
