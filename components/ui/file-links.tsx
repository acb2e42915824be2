'use client'

import { Download } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { buttonClasses } from './button-classes'
import { cn } from './cn'

/**
 * Links to the list of the page as a file: `href` is the URL of its `route.ts` (`officeFile`) with the filters of the page. They
 * are plain links, because they do not lead to a page. `of` names the list, on a page with more than one.
 */
export function FileLinks({ href, of }: { href: string; of?: string }) {
  const t = useTranslations('ui')
  const excel = `${href}${href.includes('?') ? '&' : '?'}format=excel`
  return (
    <div className="flex gap-2 print:hidden">
      {(
        [
          [href, t('downloadCsv')],
          [excel, t('downloadExcel')],
        ] as const
      ).map(([address, label]) => (
        <a key={label} href={address} className={cn(buttonClasses({}), 'flex-1')}>
          <Download aria-hidden />
          <span className="sr-only">{of === undefined ? t('download') : t('downloadOf', { of })}</span>
          {label}
        </a>
      ))}
    </div>
  )
}
