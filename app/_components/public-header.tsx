import type { ReactNode } from 'react'
import { Brand } from '@/components/brand'
import { EnvironmentBadge } from '@/components/environment-badge'
import { LanguageSwitch } from '@/components/language-switch'
import { cn } from '@/components/ui/cn'
import { env } from '@/lib/env'
import { pageLanguage } from '@/lib/web/language'
import { translations } from '@/lib/web/translations'
import { chooseLanguage } from '../actions'

/** The head of the pages outside of the offices: the name, the environment and the language. */
export async function PublicHeader({ brand = <Brand />, className }: { brand?: ReactNode; className?: string }) {
  const common = await translations('common')
  const shell = await translations('shell')
  const { SERVICE_ENVIRONMENT: environment } = env()
  return (
    <header className={cn('flex flex-wrap items-center justify-between gap-3', className)}>
      <div className="flex items-center gap-3">
        {brand}
        <EnvironmentBadge
          environment={environment}
          label={common(`environment.${environment}`)}
          short={shell(`environment.${environment}`)}
          meaning={environment === 'test' ? shell('testBanner') : undefined}
        />
      </div>
      <LanguageSwitch label={common('language')} current={await pageLanguage()} action={chooseLanguage} />
    </header>
  )
}
