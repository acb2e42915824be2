'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from '@/components/texts'

/** The key that opens the search, as this machine's keyboard writes it. The server does not know: it writes Ctrl. */
export function useSearchKey(): string {
  const t = useTranslations('search')
  const isApple = useSyncExternalStore(nothing, isAppleHere, () => false)
  return isApple ? '⌘K' : `${t('keys.names.control')} K`
}

const nothing = () => () => {}

const isAppleHere = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
