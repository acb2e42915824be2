/**
 * Cuts a page out of rows of which one more than `size` was asked for, in the order in which they are shown, and says next to which
 * rows the pages beside it are. `after` and `before` are the places that the page was asked for by: rows further down than the one, or
 * further up than the other, which then counts alone.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  { after, before }: { readonly after: unknown; readonly before: unknown },
): { page: Row[]; previous: Row | undefined; next: Row | undefined } {
  const more = rows.length > size
  const page = before === undefined ? rows.slice(0, size) : rows.slice(-size)
  return {
    page,
    previous: (before === undefined ? after !== undefined : more) ? page[0] : undefined,
    next: (before === undefined ? more : true) ? page.at(-1) : undefined,
  }
}
