/** The query parameters of an address, as Next gives them to a page; `askedOf` reads the same from a URL. */
export type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

export function askedOf(url: string): Asked {
  const query = new URL(url).searchParams
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const texts = query.getAll(name)
      return [name, texts.length === 1 ? texts[0] : texts]
    }),
  )
}

/**
 * One parameter of an address. An empty one counts as absent, and so does a repeated one, since it is unclear which
 * value is meant.
 */
export function textOf(asked: Asked, name: string): string | undefined {
  const value = asked[name]
  return (typeof value === 'string' && value.trim()) || undefined
}

/** How a value is written in an address. `read` returns undefined for an invalid text, and reads back what `write` writes. */
export type Format<Value> = {
  read(text: string): Value | undefined
  write(value: Value): string
}

export const oneOf = <const Value extends string>(values: readonly Value[]): Format<Value> => ({
  read: (text) => values.find((value) => value === text),
  write: (value) => value,
})

const numberUpTo = (max: number): Format<number> => ({
  read: (text) => (/^[1-9]\d{0,15}$/.test(text) && Number(text) <= max ? Number(text) : undefined),
  write: String,
})

/** The id of a row whose column is an integer: the database refuses to compare it to a greater one. */
export const integerId = numberUpTo(2 ** 31 - 1)

/** The id of a row whose column is a bigint. */
export const bigintId = numberUpTo(Number.MAX_SAFE_INTEGER)

/** An id, or `none` for rows that have none. */
export const idOrNone: Format<number | 'none'> = {
  read: (text) => (text === 'none' ? 'none' : integerId.read(text)),
  write: String,
}

/**
 * A text to search for as it is. It is ignored when it is too long, has characters that no reference has (D33), or
 * cannot be stored.
 */
export const wholeText = (lengthMax: number): Format<string> => ({
  read: (text) => (text.length <= lengthMax && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined),
  write: (text) => text,
})

/** A part of a name to search for: cut to its length, and without what the database cannot hold. */
export const partialText = (lengthMax: number): Format<string> => ({
  read: (text) => text.replaceAll('\0', '').trim().slice(0, lengthMax).toWellFormed().trim() || undefined,
  write: (text) => text,
})

/** One value in an address, in one parameter or in several; in none where the value is the page's default. */
export type Parameter<Value> = {
  read(asked: Asked): Value
  write(value: Value): readonly (readonly [name: string, text: string])[]
}

/** A parameter of one text; the value is `fallback` when the text is absent or invalid. */
export function parameter<Value>(name: string, format: Format<Value>): Parameter<Value | undefined>
export function parameter<Value>(name: string, format: Format<Value>, fallback: Value): Parameter<Value>
export function parameter<Value>(name: string, format: Format<Value>, fallback?: Value): Parameter<Value | undefined> {
  return {
    read: (asked) => {
      const text = textOf(asked, name)
      return (text === undefined ? undefined : format.read(text)) ?? fallback
    },
    write: (value) => (value === undefined || value === fallback ? [] : [[name, format.write(value)]]),
  }
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>

type ValuesOf<Of extends Parameters> = { readonly [Key in keyof Of]: ReturnType<Of[Key]['read']> }

/**
 * The address of a page as values: `read` returns a value for every parameter, whatever the address holds, so that every
 * address shows something, and `path` writes the values, in the order of the parameters (U-04). How a page uses it:
 *
 *   const address = addressOf({ search: parameter('q', wholeText(100)), branchId: parameter('branch', integerId) })
 *   const filter = address.read(await searchParams)
 *   const path = address.path('/portal/things', { ...filter, branchId: 3 })
 */
export function addressOf<Of extends Parameters>(parameters: Of) {
  type Values = ValuesOf<Of>
  const keys = Object.keys(parameters)
  const writeOne = (values: Values, key: string) => parameters[key]?.write(values[key]) ?? []
  const write = (values: Values) => keys.flatMap((key) => writeOne(values, key))
  return {
    read: (asked: Asked): Values =>
      Object.fromEntries(Object.entries(parameters).map(([key, { read }]) => [key, read(asked)])) as Values,
    write,
    path: (page: string, values: Values): string => writeAddress(page, write(values)),
    /** Whether the address holds any value. */
    isNarrowed: (values: Values): boolean => write(values).length > 0,
  }
}

/** A path with a query, written as browsers write that of a form. */
export function writeAddress(page: string, said: readonly (readonly [name: string, text: string])[]): string {
  const query = new URLSearchParams(said.map(([name, text]) => [name, text]))
  return query.size > 0 ? `${page}?${query}` : page
}
