import type { ReactNode } from 'react'
import { Brand } from '@/components/brand'
import { EnvironmentBadge } from '@/components/environment-badge'
import { LanguageSwitch } from '@/components/language-switch'
import { Link } from '@/components/ui/link'
import { env } from '@/lib/env'
import { ClientTexts } from '@/lib/web/client-texts'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'
import { chooseLanguage } from '../actions'

export const dynamic = 'force-dynamic'

/** The frame of the ways in: the name, the environment, the language, and one thing to do. */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const common = await translations('common')
  const shell = await translations('shell')
  const { SERVICE_ENVIRONMENT: environment } = env()
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-6">
        <div className="flex items-center gap-3">
          <Link href="/" className="text-ink no-underline">
            <Brand />
          </Link>
          <EnvironmentBadge
            environment={environment}
            label={common(`environment.${environment}`)}
            short={shell(`environment.${environment}`)}
          />
        </div>
        <LanguageSwitch label={common('language')} current={await pageLanguage()} action={chooseLanguage} />
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-6 pb-16 sm:pt-[10vh]">
        <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-raised p-5 sm:p-7">
          <ClientTexts namespaces={['entry', 'accountFaults']}>{children}</ClientTexts>
        </div>
      </main>
    </div>
  )
}
