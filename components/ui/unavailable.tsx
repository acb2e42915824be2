'use client'

import { useTranslations } from '@/components/texts'

/** Says above the page that what was asked for could not be loaded. */
export function Unavailable() {
  const t = useTranslations('ui')
  return (
    <p
      role="alert"
      className="fixed inset-x-4 top-4 z-60 mx-auto max-w-md rounded-lg bg-danger-soft px-4 py-3 text-sm text-ink"
    >
      {t('unavailable')}
    </p>
  )
}
