'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { ButtonLink } from './link'

/** Links to the previous and the next page, by key: there is no page number, because rows are added while one reads. */
export function Pagination({ previous, next }: { previous?: string | undefined; next?: string | undefined }) {
  const t = useTranslations('ui')
  if (previous === undefined && next === undefined) return null
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-between gap-3">
      {previous === undefined ? (
        <span />
      ) : (
        <ButtonLink href={previous} rel="prev" icon={<ChevronLeft aria-hidden />}>
          {t('previous')}
        </ButtonLink>
      )}
      {next === undefined ? null : (
        <ButtonLink href={next} rel="next">
          {t('next')}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  )
}
