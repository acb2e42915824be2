/**
 * All rows of a list for a file, in batches of at most `limit`: each is a short query of its own, for the rows after the last
 * one of the batch before, so that a download of an hour holds no connection and no snapshot (ADR-0012).
 */
export async function* readBatches<Row, View>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  viewOf: (row: Row) => View,
  limit = 2_000,
): AsyncGenerator<readonly View[], void, undefined> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, limit)
    yield rows.map(viewOf)
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}
