import { present } from '@/lib/kernel/assert'

/** The ids that the service gave to the rows of one list, by key (or SKU). */
export type Ids = ReadonlyMap<string, number>

/** The id at that place. */
export const idAt = (ids: readonly number[], at: number): number =>
  present(ids[at], 'every row that was filled has an id')

/** What a reference of the file names. The check of the file has made sure that there is one. */
export const known = <T>(value: T | undefined): T => present(value, 'a reference of a checked file names something')
