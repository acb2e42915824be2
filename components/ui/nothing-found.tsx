'use client'

import { SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from './link'
import { EmptyState } from './states'

/** Nothing of a list fits what it is narrowed to: says so, with the way back to all of it. */
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
