import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import { pageSizes } from '@/lib/kernel/cursor'
import { translations } from '@/lib/web/translations'
import { PageTurns } from './page-turns'
import type { ListView } from './view'

/**
 * What stands below the rows of a list: how many a page has, and the pages before and after.
 */
export async function ListFoot(props: {
  view: ListView
  previous: string | undefined
  next: string | undefined
  children?: ReactNode
}) {
  const t = await translations('ui')
  const { layout, pathWith } = props.view
  const sizes = (
    <nav aria-label={t('pageSize')} className="flex items-center gap-1 text-xs text-muted">
      <span aria-hidden className="mr-1">
        {t('pageSize')}
      </span>
      {pageSizes.map((size) => (
        <PageLink
          key={size}
          href={pathWith({ size })}
          scroll={false}
          aria-current={size === layout.size ? 'true' : undefined}
          className={cn(
            'rounded-md px-2 py-1.5 tabular-nums hover:bg-hover',
            size === layout.size && 'bg-hover font-semibold text-ink',
          )}
        >
          {size}
        </PageLink>
      ))}
    </nav>
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      {sizes}
      {props.children}
      <PageTurns previous={props.previous} next={props.next} />
    </div>
  )
}
