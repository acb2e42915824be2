/**
 * Cuts a page out of `rows`, for which one row more than `size` was asked for, in the order in which they are shown.
 * Also returns the rows next to which the previous and the next page lie. `after` and `before` are the places by which
 * the page was asked for: its rows are further down than `after`, or further up than `before`. When both are given,
 * `before` counts.
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

/**
 * Cuts a page out of the rows of a list that is ordered by time, newest first or oldest first, and returns the rows next to which
 * the newer and the older pages lie. `after` asked for newer rows, `before` for older ones.
 */
export function pageByTime<Row>(
  rows: readonly Row[],
  size: number,
  {
    before,
    after,
    oldestFirst,
  }: { readonly before?: unknown; readonly after?: unknown; readonly oldestFirst: boolean },
): { page: Row[]; newer: Row | undefined; older: Row | undefined } {
  const { page, previous, next } = pageOf(
    rows,
    size,
    oldestFirst ? { before, after } : { before: after, after: before },
  )
  return oldestFirst ? { page, newer: next, older: previous } : { page, newer: previous, older: next }
}
