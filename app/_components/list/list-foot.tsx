import { ChevronLeft, ChevronRight } from 'lucide-react'
import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { ButtonLink } from '@/components/ui/link'
import { pageSizes } from '@/lib/kernel/cursor'
import { translations } from '@/lib/web/translations'
import type { ListView } from './view'

/**
 * What stands below the rows of a list: how many a page has, and the pages before and after, by key: there is no page number, because
 * rows are added while one reads.
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
        <NextLink
          key={size}
          href={pathWith({ size })}
          prefetch={false}
          scroll={false}
          aria-current={size === layout.size ? 'true' : undefined}
          className={cn(
            'rounded-md px-2 py-1.5 tabular-nums hover:bg-hover',
            size === layout.size && 'bg-hover font-semibold text-ink',
          )}
        >
          {size}
        </NextLink>
      ))}
    </nav>
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      {sizes}
      {props.children}
      {props.previous === undefined && props.next === undefined ? null : (
        <nav aria-label={t('pages')} className="ml-auto flex items-center gap-2">
          {props.previous === undefined ? null : (
            <ButtonLink size="small" href={props.previous} rel="prev" icon={<ChevronLeft aria-hidden />}>
              {t('previous')}
            </ButtonLink>
          )}
          {props.next === undefined ? null : (
            <ButtonLink size="small" href={props.next} rel="next">
              {t('next')}
              <ChevronRight aria-hidden />
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}
