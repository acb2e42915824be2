/** What Next gives a page of the address's query. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** One text of a parameter, the first when it is repeated. */
export const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]
