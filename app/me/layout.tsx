import type { ReactNode } from 'react'
import { Brand } from '@/components/brand'
import { EnvironmentBadge } from '@/components/environment-badge'
import { LanguageSwitch } from '@/components/language-switch'
import { Button } from '@/components/ui/button'
import { env } from '@/lib/env'
import { currentCollaborator } from '@/lib/web/collaborator'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'
import { chooseLanguage } from '../actions'

export const dynamic = 'force-dynamic'

/** The frame of a collaborator's own pages, made for a phone. It decides nothing: every page asks for itself. */
export default async function MeLayout({ children }: { children: ReactNode }) {
  const common = await translations('common')
  const shell = await translations('shell')
  const collaborator = await currentCollaborator()
  const { SERVICE_ENVIRONMENT: environment } = env()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-6 px-4 pt-4 pb-12 text-sm sm:px-6 sm:pt-8">
      <a
        href="#content"
        className="sr-only rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {common('skipToContent')}
      </a>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          <Brand />
          <EnvironmentBadge
            environment={environment}
            label={common(`environment.${environment}`)}
            short={shell(`environment.${environment}`)}
          />
        </div>
        <LanguageSwitch label={common('language')} current={await pageLanguage()} action={chooseLanguage} />
      </header>
      <main id="content" className="flex flex-1 flex-col gap-6">
        {children}
      </main>
      {collaborator ? (
        <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="min-w-0 break-words text-muted">{collaborator.email}</p>
          <form method="post" action="/me/sign-out">
            <Button type="submit" variant="ghost" size="small">
              {common('signOut')}
            </Button>
          </form>
        </footer>
      ) : null}
    </div>
  )
}
