import { ChevronLeft, ChevronRight } from 'lucide-react'
import { ButtonLink } from '@/components/ui/link'
import { translations } from '@/lib/web/translations'

type Turns = { previous?: string | undefined; next?: string | undefined }

/** Links to the pages before and after, by key: there is no page number, because rows are added while one reads. */
export async function PageTurns({ previous, next }: Turns) {
  const t = await translations('ui')
  if (previous === undefined && next === undefined) return null
  return (
    <nav aria-label={t('pages')} className="ml-auto flex items-center gap-2 print:hidden">
      {previous === undefined ? null : (
        <ButtonLink size="small" href={previous} rel="prev" icon={<ChevronLeft aria-hidden />}>
          {t('previous')}
        </ButtonLink>
      )}
      {next === undefined ? null : (
        <ButtonLink size="small" href={next} rel="next">
          {t('next')}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  )
}
