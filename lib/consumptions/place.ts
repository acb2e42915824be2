/**
 * A place in a list that is ordered by when a row came, and by id among those of one moment: the moment in microseconds since 1970,
 * because a Date would cut it to milliseconds and skip or repeat rows.
 */
export type Place = { readonly micros: string; readonly id: number }

/** What comes next to a place: `before` it in time, which is further down, or `after`. */
export type Turn = { readonly before?: Place | undefined; readonly after?: Place | undefined }

const written = /^(\d{1,17})\.([1-9]\d{0,14})$/

/** Reads a place from an address; undefined for what is none. */
export function placeOf(text: string | undefined): Place | undefined {
  const [, micros, id] = written.exec(text ?? '') ?? []
  return micros === undefined ? undefined : { micros, id: Number(id) }
}

export const writePlace = ({ micros, id }: Place): string => `${micros}.${id}`

/**
 * Cuts a page out of rows of which one more than `size` was asked for, newest first, and says where the pages beside it begin.
 */
export function pageOf<Row extends Place>(
  rows: readonly Row[],
  size: number,
  { before, after }: Turn,
): { rows: readonly Row[]; newer: Place | undefined; older: Place | undefined } {
  const more = rows.length > size
  const page = after === undefined ? rows.slice(0, size) : rows.slice(-size)
  const [first, last] = [page[0], page.at(-1)]
  return {
    rows: page,
    newer: (after === undefined ? before !== undefined : more) ? first : undefined,
    older: (after === undefined ? more : true) ? last : undefined,
  }
}
