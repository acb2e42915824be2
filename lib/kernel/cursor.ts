import {
  type Asked,
  addressOf,
  type Format,
  oneOf,
  type Parameter,
  type Parameters,
  parameter,
  textOf,
  writeAddress,
} from './address'

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

/** How many rows a page of a list may have. */
export const pageSizes = [25, 50, 100] as const

export type PageSize = (typeof pageSizes)[number]

export const usualSize: PageSize = 50

const sizeFormat: Format<PageSize> = {
  read: (text) => pageSizes.find((size) => String(size) === text),
  write: String,
}

/** The orders of a list by time: newest first, as usual, or oldest first. */
export const timeSorts = ['-when', 'when'] as const

/** How a list is shown. None of it changes which rows the list has. */
export type Layout<Sort extends string = string> = {
  /** By which column: its key, after a hyphen when the greatest comes first. Undefined for a list with one order. */
  readonly sort: Sort | undefined
  readonly size: PageSize
  /** The keys of the columns that the reader has put away. */
  readonly hidden: readonly string[]
}

const hiddenMax = 20

/** Keys of columns, each once and in the order of the alphabet, so that one choice has one address. */
const hiddenParameter: Parameter<readonly string[]> = {
  read: (asked) => {
    const keys = (textOf(asked, 'hide') ?? '').split(',').filter((key) => /^[a-z]{1,20}$/i.test(key))
    return [...new Set(keys)].sort().slice(0, hiddenMax)
  },
  write: (keys) => (keys.length === 0 ? [] : [['hide', [...keys].sort().join(',')]]),
}

/**
 * The address of a list that is read page by page: its filter, how it is shown, and the place before or after which the page lies.
 * The first of `sorts` is the list's usual order.
 */
export function listAddressOf<Of extends Parameters, Place, const Sort extends string = never>(
  parameters: Of,
  place: Format<Place>,
  sorts: readonly Sort[] = [],
) {
  const address = addressOf(parameters)
  const layout = addressOf({
    sort: parameter('sort', oneOf(sorts), sorts[0]),
    size: parameter('size', sizeFormat, usualSize),
    hidden: hiddenParameter,
  })
  const usual = layout.read({})
  const cursor = addressOf({ before: parameter('before', place), after: parameter('after', place) })
  type Filter = ReturnType<typeof address.read>
  return {
    ...address,
    /** With both `before` and `after`, `after` counts. */
    read: (asked: Asked): Filter & Layout<Sort> & CursorRange<Place> => {
      const { before, after } = cursor.read(asked)
      return {
        ...address.read(asked),
        ...layout.read(asked),
        before: after === undefined ? before : undefined,
        after,
      }
    },
    /** The address of the list with that filter, shown so, at `range`; without `range`, of its first page. */
    path: (page: string, filter: Filter & Partial<Layout<Sort>>, { before, after }: CursorRange<Place> = {}): string =>
      writeAddress(page, [
        ...address.write(filter),
        ...layout.write({ ...usual, ...filter }),
        ...cursor.write({ before, after }),
      ]),
  }
}
