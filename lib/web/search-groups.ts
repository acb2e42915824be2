import type { search } from '@/lib/messages/es/search'
import type { Found, SearchGroup, SearchHit } from '@/lib/search/search'
import { translations } from './translations'

/** Puts results of a kind under its name, in the reader's words, and after them the list that has the rest. */
export async function searchGroups() {
  const t = await translations('search')
  return <Hit>(
    key: keyof typeof search.groups,
    { hits, more }: Found<Hit>,
    all: string,
    worded: (hit: Hit) => SearchHit,
  ): SearchGroup => {
    const label = t(`groups.${key}`)
    const rest = more ? [{ href: all, title: t('all'), detail: label }] : []
    return { key, label, hits: [...hits.map(worded), ...rest] }
  }
}
