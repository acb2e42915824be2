import { Download } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button-classes'
import { cn } from '@/components/ui/cn'
import { translations } from '@/lib/web/translations'

/**
 * Links to the list of the page as a file: `href` is the URL of its `route.ts` (`officeFile`) with the filters of the page. They
 * are plain links, because they do not lead to a page. `of` names the list, on a page with more than one.
 */
export async function FileLinks({ href, of }: { href: string; of?: string }) {
  const t = await translations('ui')
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
