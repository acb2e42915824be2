import { type FilledRow, fillWithIds, type TableWithId, type Tx } from '@/db/queries/network-load/network'
import { type Ids, idAt } from './ids'

/**
 * Writes one list of every merchant, or of every company, as the file has it, with one statement per thousand rows, and
 * returns the ids by key, one map per list. `rowsOf` gives the rows of the list of the owner at that position, each
 * with its key.
 */
export async function fillLists<T extends TableWithId, Owner>(
  tx: Tx,
  table: T,
  owners: readonly Owner[],
  rowsOf: (owner: Owner, at: number) => readonly (readonly [string, FilledRow<T>])[],
): Promise<Ids[]> {
  const lists = owners.map(rowsOf)
  const ids = await fillWithIds(
    tx,
    table,
    lists.flatMap((list) => list.map(([, row]) => row)),
  )
  let next = 0
  return lists.map((list) => new Map(list.map(([key]) => [key, idAt(ids, next++)])))
}
