import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'
import { jsonOfCents } from '@/lib/kernel/money'
import { asWallClock } from '@/lib/language/days'
import type { Batches, FileColumn } from './columns'

/**
 * How many rows one Excel file holds. The whole sheet is in memory and is made in one go: 25,000 rows of fourteen columns take
 * two seconds of a processor and 200 MB, four times as many rows four times that, and no page is answered meanwhile (ADR-0012).
 */
export const excelRowsMax = 25_000

/** An Excel file of those rows, or undefined when there are more than `excelRowsMax`: a CSV file has no such limit. */
export async function writeExcel<Row>(
  sheet: string,
  columns: readonly FileColumn<Row>[],
  batches: Batches<Row>,
): Promise<Buffer | undefined> {
  const data: SheetData = [columns.map(({ header }) => ({ value: header, fontWeight: 'bold' }))]
  for await (const rows of batches) {
    if (data.length - 1 + rows.length > excelRowsMax) return undefined
    for (const row of rows) data.push(columns.map((column) => cellOf(column, row)))
  }
  const options = { sheet: sheetName(sheet), stickyRowsCount: 1, columns: columns.map(widthOf) }
  return writeXlsxFile(data, options).toBuffer()
}

/** Excel's rules for the name of a sheet: at most 31 letters, and none of these. */
const sheetName = (name: string) => name.replace(/[\\/*?:[\]]/g, ' ').slice(0, 31)

const widths = { text: 22, amount: 14, number: 10, instant: 20 } as const

const widthOf = <Row>({ kind, header }: FileColumn<Row>) => ({ width: Math.max(widths[kind], header.length + 2) })

/**
 * Adds a space to texts such as `constructor`: the library keeps the texts that it has written in a plain object, which has
 * these names from the start.
 */
const keepable = (text: string) => (text in {} ? `${text} ` : text)

/** Texts stay texts, whatever they begin with: only a cell declared as a formula is one. */
function cellOf<Row>(column: FileColumn<Row>, row: Row): Cell {
  switch (column.kind) {
    case 'text': {
      const text = column.value(row)
      return text === null ? null : { value: keepable(text), type: String, format: '@' }
    }
    case 'amount': {
      const cents = column.value(row)
      return cents === null ? null : { value: jsonOfCents(cents), type: Number, format: '#,##0.00' }
    }
    case 'number':
      return column.value(row)
    case 'instant': {
      const instant = column.value(row)
      return instant === null ? null : { value: asWallClock(instant), type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
    }
  }
}
