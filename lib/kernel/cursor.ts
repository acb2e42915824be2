/**
 * A place in a list that is ordered by when a row came, and by id among those of one moment: the moment in microseconds since 1970,
 * because a Date would cut it to milliseconds and skip or repeat rows.
 */
export type Cursor = { readonly micros: string; readonly id: number }

/** What comes next to a place: `before` it in time, which is further down, or `after`. */
export type CursorRange = { readonly before?: Cursor | undefined; readonly after?: Cursor | undefined }

const written = /^(\d{1,17})\.([1-9]\d{0,14})$/

/** Reads a place from an address; undefined for what is none. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const [, micros, id] = written.exec(text ?? '') ?? []
  return micros === undefined ? undefined : { micros, id: Number(id) }
}

export const writeCursor = ({ micros, id }: Cursor): string => `${micros}.${id}`
