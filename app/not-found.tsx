import type { Metadata } from 'next'
import { Brand } from '@/components/brand'
import { buttonClasses } from '@/components/ui/button-classes'
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
      <ErrorState
        title={t('notFoundTitle')}
        action={
          // A plain link: the code of Next's, here, would be loaded by every page.
          <a href="/" className={buttonClasses({})}>
            {t('backHome')}
          </a>
        }
      >
        {t('notFoundText')}
      </ErrorState>
    </main>
  )
}
