/** What the list of articles can be narrowed to, as the address of its page says it. */
export type ArticleFilter = {
  readonly search: string | undefined
  readonly category: number | 'none' | undefined
  /** After this SKU, or before it. */
  readonly after: string | undefined
  readonly before: string | undefined
}

export const articlesBase = '/portal/catalog'

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function articleFilterOf(asked: Asked): ArticleFilter {
  const text = (name: string) => {
    const value = asked[name]
    const said = typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, 100) : ''
    return said === '' ? undefined : said
  }
  const category = text('category') ?? ''
  const id = /^[1-9]\d{0,9}$/.test(category) ? Number(category) : 0
  return {
    search: text('q'),
    category: category === 'none' ? 'none' : id > 0 && id < 2 ** 31 ? id : undefined,
    after: text('after'),
    before: text('before'),
  }
}

/** Whether the reader narrowed anything. */
export const isNarrowed = ({ search, category }: ArticleFilter): boolean =>
  search !== undefined || category !== undefined

/** The address of the list so narrowed, of its page or of its file, with another place in it. */
export function articlesPath(
  { search, category }: Pick<ArticleFilter, 'search' | 'category'>,
  place: { readonly after?: string; readonly before?: string } = {},
  base = articlesBase,
): string {
  const query = new URLSearchParams()
  if (search !== undefined) query.set('q', search)
  if (category !== undefined) query.set('category', String(category))
  for (const [name, sku] of Object.entries(place)) query.set(name, sku)
  return query.size > 0 ? `${base}?${query}` : base
}
