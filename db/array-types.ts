/** One item of an array as PostgreSQL writes it: quoted, or bare. */
const item = /"((?:[^"\\]|\\.)*)"|[^{},]+/gs

const parseItems =
  <T>(parse: (text: string) => T) =>
  (literal: string): (T | null)[] => {
    const bareItem = (bare: string) => (bare === 'NULL' ? null : parse(bare))
    // Most arrays have nothing in quotes, and are read with each call's credential.
    if (!literal.includes('"') && literal.lastIndexOf('{') === 0) {
      if (literal === '{}') return []
      const bare = literal.slice(1, -1)
      return bare.includes(',') ? bare.split(',').map(bareItem) : [bareItem(bare)]
    }
    return [...literal.matchAll(item)].map(([bare, quoted]) =>
      quoted === undefined ? bareItem(bare) : parse(quoted.replace(/\\(.)/gs, '$1')),
    )
  }

/** A text as an item of an array. */
export const arrayItem = (text: string | null): string =>
  text === null ? 'NULL' : `"${/[\\"]/.test(text) ? text.replace(/[\\"]/g, '\\$&') : text}"`

function serialize(items: unknown): string {
  // Drizzle writes the arrays of its columns itself.
  if (typeof items === 'string') return items
  if (!Array.isArray(items)) throw new TypeError('an array parameter needs an array')
  const written = items.map((one: unknown) =>
    arrayItem(one === null ? null : one instanceof Date ? one.toISOString() : String(one)),
  )
  return `{${written.join(',')}}`
}

const arrayType = <T>(oids: [number, ...number[]], parse: (text: string) => T) => ({
  to: oids[0],
  from: oids,
  serialize,
  parse: parseItems(parse),
})

/**
 * The array types that statements take and give, of one dimension; `bigint` and `numeric` items are texts, as outside of arrays.
 * The numbers are those of PostgreSQL's catalogue (pg_type.dat), the same on every server. The driver would ask for them on every
 * new connection: that costs a round trip, and ends the whole process when the connection dies meanwhile, since nobody catches
 * that error.
 */
export const arrayTypes = {
  // text[], varchar[], bigint[], numeric[], uuid[]
  texts: arrayType([1009, 1015, 1016, 1231, 2951], (text) => text),
  // integer[], smallint[]
  integers: arrayType([1007, 1005], Number),
  // boolean[]
  booleans: arrayType([1000], (text) => text === 't'),
  // timestamptz[], date[]
  instants: arrayType([1185, 1182], (text) => new Date(text)),
}
