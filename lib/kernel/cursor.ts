import { type Asked, addressOf, type Format, type Parameters, parameter, writeAddress } from './address'

/**
 * A place in a list that is ordered by when a row came, and by id among those of one moment: the moment in microseconds since 1970,
 * because a Date would cut it to milliseconds and skip or repeat rows.
 */
export type Cursor = { readonly micros: string; readonly id: number }

/**
 * What comes next to a place, which is a `Cursor` or what else says a row, such as its id: `before` it or `after`. In a list by time
 * those are older and newer; in any other, what stands above it and below.
 */
export type CursorRange<Place = Cursor> = { readonly before?: Place | undefined; readonly after?: Place | undefined }

const written = /^(\d{1,17})\.([1-9]\d{0,14})$/

export const cursorFormat: Format<Cursor> = {
  read: (text) => {
    const [, micros, id] = written.exec(text) ?? []
    return micros === undefined ? undefined : { micros, id: Number(id) }
  },
  write: ({ micros, id }) => `${micros}.${id}`,
}

/** The address of a list that is read page by page: what it is narrowed to, and next to which of its places. */
export function listAddressOf<Of extends Parameters, Place>(parameters: Of, place: Format<Place>) {
  const address = addressOf(parameters)
  const cursor = addressOf({ before: parameter('before', place), after: parameter('after', place) })
  type Filter = ReturnType<typeof address.read>
  return {
    ...address,
    /** Who says both is next to `after`. */
    read: (asked: Asked): Filter & CursorRange<Place> => {
      const { before, after } = cursor.read(asked)
      return { ...address.read(asked), before: after === undefined ? before : undefined, after }
    },
    /** The list so narrowed at `range`, which is its first page unless said otherwise. */
    path: (page: string, filter: Filter, { before, after }: CursorRange<Place> = {}): string =>
      writeAddress(page, [...address.write(filter), ...cursor.write({ before, after })]),
  }
}
