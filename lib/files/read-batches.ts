/**
 * All of a list for a file, a batch of at most `limit` at a time: each is a short question of its own, for what comes after the last row
 * of the one before, so that whoever takes an hour to download holds no connection and no snapshot (ADR-0012).
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
