import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { PublicHeader } from '@/app/_components/public-header'
import { Brand } from '@/components/brand'
import { Link } from '@/components/ui/link'
import { env } from '@/lib/env'
import { feedPath } from '@/lib/http/developers/changes'
import { addressOf, developerPaths, findDeveloperPage, publicationOf } from '@/lib/http/developers/pages'
import { pageLanguage } from '@/lib/web/language'
import { pageScriptPath } from '@/lib/web/page-script'
import { nonceOf } from '@/lib/web/security-headers'
import { translations } from '@/lib/web/translations'
import { Contents } from '../_components/contents'
import { Markdown } from '../_components/markdown'
import { SearchButton, SearchDialog } from '../_components/search'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ path?: string[] }> }

const shown = cache(async (path: string) => findDeveloperPage(path, await pageLanguage(), publicationOf(env())))

const pathOf = async (params: Props['params']) => ((await params).path ?? []).join('/')

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const path = await pathOf(params)
  const page = await shown(path)
  if (page === undefined) return {}
  const types = { 'text/markdown': `${addressOf(path)}.md`, 'application/rss+xml': feedPath }
  return { title: page.title, alternates: { types } }
}

/** A page for who integrates, public, that works without the scripts of Next (ADR-0062): what `/developers/…​.md` gives to machines, for people. */
export default async function DeveloperPage({ params }: Props) {
  const path = await pathOf(params)
  const page = await shown(path)
  if (page === undefined) notFound()
  const t = await translations('developers')
  const place = developerPaths.indexOf(path)
  const [before, after] = await Promise.all([neighbour(place - 1), neighbour(place + 1)])
  const language = await pageLanguage()
  return (
    <>
      <script type="module" async src={await pageScriptPath()} nonce={nonceOf(await headers())} />
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-4 sm:px-8 sm:py-6">
        <div className="print:hidden">
          <PublicHeader
            brand={
              <Link href="/" className="text-ink! no-underline!">
                <Brand />
              </Link>
            }
          />
        </div>
        <div className="print:hidden lg:hidden">
          <SearchButton />
        </div>
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <nav aria-label={t('contents')} className="print:hidden">
            <div className="hidden flex-col gap-4 lg:flex">
              <SearchButton />
              <Contents here={path} />
            </div>
            <details className="rounded-lg border border-line lg:hidden">
              <summary className="cursor-pointer rounded-lg px-4 py-3 text-sm font-medium">{t('contents')}</summary>
              <div className="px-4 pb-3">
                <Contents here={path} />
              </div>
            </details>
          </nav>
          <main className="flex min-w-0 flex-col gap-5">
            <Markdown text={page.markdown} language={language} />
            <footer className="mt-6 flex flex-col gap-4 border-t border-line pt-4 text-sm print:hidden">
              <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
                {before === undefined ? null : (
                  <Link href={addressOf(before.path)}>{t('previous', { title: before.title })}</Link>
                )}
                {after === undefined ? null : (
                  <Link href={addressOf(after.path)}>{t('next', { title: after.title })}</Link>
                )}
              </div>
              <a className="self-start text-muted underline underline-offset-4" href={`${addressOf(path)}.md`}>
                {t('markdown')}
              </a>
            </footer>
          </main>
        </div>
      </div>
      <SearchDialog index={`/developers/search/${language}.json`} />
    </>
  )
}

const neighbour = async (place: number) => {
  const path = developerPaths[place]
  return path === undefined ? undefined : shown(path)
}
