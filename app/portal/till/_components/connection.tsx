'use client'

import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from '@/components/texts'

const follow = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says, for as long as it is so, that there is no network. */
export function Connection() {
  const t = useTranslations('till')
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={isOnline ? 'sr-only' : 'sticky top-2 z-10'}>
      {isOnline ? null : (
        <p className="flex items-center gap-2 rounded-lg bg-warning-soft px-4 py-3 text-sm font-medium text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
