import { idOrNone, parameter, partialText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'

/** Places are SKUs. */
const address = listAddressOf(
  { search: parameter('q', partialText(100)), category: parameter('category', idOrNone) },
  partialText(100),
)

export const { read: articleFilterOf, narrowedBy, isNarrowed } = address

/** What the list of articles is narrowed to, as the address of its page says it: after a SKU, or before it. */
export type ArticleFilter = ReturnType<typeof articleFilterOf>

export const articlesBase = '/portal/catalog'

/** The address of the list so narrowed, with a place in it, or of its file. */
export const articlesPath = (
  filter: Pick<ArticleFilter, 'search' | 'category'>,
  range?: CursorRange<string>,
  page: string = articlesBase,
): string => address.path(page, filter, range)
