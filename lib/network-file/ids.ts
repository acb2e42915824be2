import { assert } from '@/lib/kernel/assert'

/** The ids that the service gave to the rows of one list, by key (or SKU). */
export type Ids = ReadonlyMap<string, number>

/** The id at that place. */
export function idAt(ids: readonly number[], at: number): number {
  const id = ids[at]
  assert(id !== undefined, 'every row that was filled has an id')
  return id
}
