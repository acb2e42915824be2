'use client'

import { SearchX } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { ButtonLink } from './link'
import { EmptyState } from './states'

/** Says that nothing in a list matches its filters, with a link to the whole list. */
export function NothingFound({ title, text, allHref }: { title: string; text: string; allHref: string }) {
  const t = useTranslations('ui')
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={title}
      action={<ButtonLink href={allHref}>{t('clearFilters')}</ButtonLink>}
    >
      {text}
    </EmptyState>
  )
}
