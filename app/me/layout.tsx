import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { currentCollaborator } from '@/lib/web/collaborator'
import { translations } from '@/lib/web/translations'
import { PublicHeader } from '../_components/public-header'

export const dynamic = 'force-dynamic'

/** The frame of a collaborator's own pages, made for a phone. It grants no access: every page checks for itself. */
export default async function MeLayout({ children }: { children: ReactNode }) {
  const common = await translations('common')
  const collaborator = await currentCollaborator()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-6 px-4 pt-4 pb-12 text-sm sm:px-6 sm:pt-8">
      <a
        href="#content"
        className="sr-only rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {common('skipToContent')}
      </a>
      <PublicHeader />
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
