import type { Metadata } from 'next'
import NextLink from 'next/link'
import { SectionIcon } from '@/components/shell/section-links'
import { PageHeader } from '@/components/ui/layout'
import { EmptyState } from '@/components/ui/states'
import { requireMember } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { sectionsFor } from '../_components/sections'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('home'))('title') }
}

export default async function HomePage() {
  const { member, session } = await requireMember()
  const t = await translations('home')
  const shell = await translations('shell')
  const merchant = session.membership?.name ?? ''
  const sections = sectionsFor(member.permissions)
  return (
    <>
      <PageHeader title={t('greeting', { name: session.name })} lead={t('lead', { merchant })} />
      {sections.length === 0 ? (
        <EmptyState title={t('nothingTitle', { merchant })}>{t('nothingText')}</EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {sections.map(({ key, href }) => (
            <li
              key={key}
              className="relative rounded-lg border border-line bg-raised p-5 transition-colors hover:bg-surface"
            >
              <SectionIcon section={key} className="mb-3 size-5 text-accent" />
              <h2 className="text-base font-semibold">
                <NextLink href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-lg">
                  {shell(`sections.${key}`)}
                </NextLink>
              </h2>
              <p className="mt-1 text-sm text-pretty text-muted">{t(`about.${key}`)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
