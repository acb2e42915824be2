'use client'

import { useTranslations } from '@/components/texts'

/** Says to a screen reader that something is loading. */
export function LoadingText() {
  const t = useTranslations('ui')
  return (
    <p role="status" className="sr-only">
      {t('loading')}
    </p>
  )
}
