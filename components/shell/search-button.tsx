'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { useOpenSearch } from './search-keys'
import { useSearchKey } from './use-search-key'

/** Opens the search of the office: a box with its key or, on a phone, an icon. */
export function SearchButton({ look, icon }: { look: 'box' | 'icon'; icon: ReactNode }) {
  const t = useTranslations('search')
  const open = useOpenSearch()
  const key = useSearchKey()
  if (look === 'icon') {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => open('search')}
        className="flex size-10 items-center justify-center rounded-md hover:bg-hover"
      >
        {icon}
        <span className="sr-only">{t('open')}</span>
      </button>
    )
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open('search')}
      className="flex h-9 w-full items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 text-sm text-muted shadow-control hover:bg-hover hover:text-ink"
    >
      {icon}
      <span className="flex-1 text-left">{t('open')}</span>
      <kbd aria-hidden className="w-13 shrink-0 text-right font-sans text-xs">
        {key}
      </kbd>
    </button>
  )
}
