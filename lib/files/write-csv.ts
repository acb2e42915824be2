import { stringify } from 'csv-stringify/sync'
import { numericOfCents } from '@/lib/kernel/money'
import { localTimestamp } from '@/lib/language/days'
import type { Batches, FileColumn } from './columns'
import { safeText } from './formula'

/** Without it, Excel reads UTF-8 in the code page of its country. */
const byteOrderMark = '\ufeff'

/**
 * A CSV file, chunk by chunk: UTF-8 with a byte order mark, RFC 4180, amounts and numbers with a decimal point and no separator
 * of thousands, texts quoted and never taken for a formula. Reads one batch at a time, when the reader is ready for it.
 */
export async function* writeCsv<Row>(
  columns: readonly FileColumn<Row>[],
  batches: Batches<Row>,
): AsyncGenerator<string> {
  yield byteOrderMark + linesOf([columns.map(({ header }) => safeText(header))])
  for await (const rows of batches) {
    if (rows.length > 0) yield linesOf(rows.map((row) => columns.map((column) => cellOf(column, row))))
  }
}

const linesOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: [/[\r\n;]/] },
  )

type Cell = string | number | null

function cellOf<Row>(column: FileColumn<Row>, row: Row): Cell {
  switch (column.kind) {
    case 'text': {
      const text = column.value(row)
      return text === null ? null : safeText(text)
    }
    case 'amount': {
      const cents = column.value(row)
      return cents === null ? null : numericOfCents(cents)
    }
    case 'number':
      return column.value(row)
    case 'instant': {
      const instant = column.value(row)
      return instant === null ? null : localTimestamp(instant)
    }
  }
}
