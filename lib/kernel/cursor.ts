import { type Asked, addressOf, type Format, type Parameters, parameter, writeAddress } from './address'

/**
 * A place in a list that is ordered by the time at which each row came, and by id among rows of the same time. The time
 * is in microseconds since 1970, because a Date would cut it to milliseconds and skip or repeat rows.
 */
export type Cursor = { readonly micros: string; readonly id: number }

/**
 * The rows `before` or `after` a place, which is a `Cursor` or another name of a row, such as its id. In a list ordered
 * by time, `before` means older and `after` newer; in any other list they mean above and below.
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

/** The address of a list that is read page by page: its filter, and the place before or after which the page lies. */
export function listAddressOf<Of extends Parameters, Place>(parameters: Of, place: Format<Place>) {
  const address = addressOf(parameters)
  const cursor = addressOf({ before: parameter('before', place), after: parameter('after', place) })
  type Filter = ReturnType<typeof address.read>
  return {
    ...address,
    /** With both `before` and `after`, `after` counts. */
    read: (asked: Asked): Filter & CursorRange<Place> => {
      const { before, after } = cursor.read(asked)
      return { ...address.read(asked), before: after === undefined ? before : undefined, after }
    },
    /** The address of the list with that filter, at `range`; without `range`, of its first page. */
    path: (page: string, filter: Filter, { before, after }: CursorRange<Place> = {}): string =>
      writeAddress(page, [...address.write(filter), ...cursor.write({ before, after })]),
  }
}
