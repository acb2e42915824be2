import { SearchX } from 'lucide-react'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { translations } from '@/lib/web/translations'

/** Says that nothing in a list matches its filters, with a link to the whole list. */
export async function NothingFound({ title, text, allHref }: { title: string; text: string; allHref: string }) {
  const t = await translations('ui')
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={title}
      action={<ButtonLink href={allHref}>{t('clearFilters')}</ButtonLink>}
    >
      {text}
    </EmptyState>
  )
}
