import type { Metadata } from 'next'
import { Notice } from '@/components/ui/notice'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'
import { ClientTexts } from '../_components/client-texts'
import { PublicHeader } from '../_components/public-header'
import { addresses } from '../portal/integrations/addresses'
import { Installer } from './_components/installer'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('installer'))('title'), robots: { index: false } }
}

/**
 * Where the link of a hand-off leads. Its fragment comes to no server, so this page is the same for everybody: its script asks whose
 * secret it is, and opens it when somebody presses the button (ADR-0038).
 */
export default async function InstallerPage() {
  const t = await translations('installer')
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <PublicHeader className="px-4 py-3 sm:px-6" />
      <main className="flex flex-1 flex-col items-center px-4 pt-4 pb-16 sm:pt-[6vh]">
        <div className="flex w-full max-w-3xl flex-col gap-6 rounded-xl border border-line bg-raised p-5 sm:p-7">
          <noscript>
            <Notice tone="warning">{t('needsScript')}</Notice>
          </noscript>
          <ClientTexts namespaces={['installer', 'integrations']}>
            <Installer addresses={addresses()} language={await pageLanguage()} />
          </ClientTexts>
        </div>
      </main>
    </div>
  )
}
