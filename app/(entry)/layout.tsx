import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Brand } from '@/components/brand'
import { Link } from '@/components/ui/link'
import { PublicHeader } from '../_components/public-header'

export const dynamic = 'force-dynamic'

/** The frame of the pages that lead in: the name, the environment, the language, and one thing to do. */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <PublicHeader
        className="px-4 py-3 sm:px-6"
        brand={
          <Link href="/" className="text-ink! no-underline!">
            <Brand />
          </Link>
        }
      />
      <main className="flex flex-1 flex-col items-center px-4 pt-6 pb-16 sm:pt-[10vh]">
        <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-raised p-5 sm:p-7">
          <ClientTexts namespaces={['entry', 'accountFaults']}>{children}</ClientTexts>
        </div>
      </main>
    </div>
  )
}
