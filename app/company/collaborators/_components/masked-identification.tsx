'use client'

import { useTranslations } from '@/components/texts'

/** The type and the last characters of an identification. */
export function MaskedIdentification({ type, tail }: { type: string; tail: string }) {
  const t = useTranslations('collaborators')
  return (
    <>
      <span className="sm:block">{type}</span>{' '}
      <span className="text-xs text-muted sm:block">
        <span aria-hidden className="font-mono">
          ••••{tail}
        </span>
        <span className="sr-only">{tail === '' ? t('hidden') : t('masked', { tail })}</span>
      </span>
    </>
  )
}
