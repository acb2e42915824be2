import { idOrNone, parameter, partialText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'

/** The cursor of the list is a SKU. */
const address = listAddressOf(
  { search: parameter('q', partialText(100)), category: parameter('category', idOrNone) },
  partialText(100),
  ['sku', '-sku'],
)

export const { read: articleFilterOf, isNarrowed } = address

/** The filter of the list of articles, read from the address of its page: after a SKU, or before it. */
export type ArticleFilter = ReturnType<typeof articleFilterOf>

export const articlesBase = '/portal/catalog'

/** The address of the list with this filter, at a cursor range; or of its file. */
export const articlesPath = (
  filter: Pick<ArticleFilter, 'search' | 'category'> & Partial<ArticleFilter>,
  range?: CursorRange<string>,
  page: string = articlesBase,
): string => address.path(page, filter, range)
