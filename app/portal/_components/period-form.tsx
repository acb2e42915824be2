'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import type { Period } from '@/lib/language/periods'
import { overviewPath, overviewPeriodOf } from '@/lib/overview/overview'

/** Chooses the period of the overview, which is in the URL. */
export function PeriodForm({ period, children }: { period: Period; children: ReactNode }) {
  const t = useTranslations('overview')
  const router = useRouter()
  const [pending, start] = useTransition()
  return (
    <form
      key={overviewPath(period)}
      action="/portal"
      aria-label={t('filters')}
      className="flex flex-wrap items-end gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
        start(() => router.push(overviewPath(overviewPeriodOf(chosen))))
      }}
    >
      {children}
      <Button type="submit" pending={pending}>
        {t('show')}
      </Button>
    </form>
  )
}
