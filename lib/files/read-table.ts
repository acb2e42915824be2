import { OfficeFault } from '@/lib/kernel/office-fault'
import { fileLimits } from './limits'
import { readCsv } from './read-csv'
import { readExcel } from './read-excel'
import { cellTooLong, letterOf, type Table } from './table'

/**
 * Reads an uploaded file, CSV or Excel by its own bytes (its name may say anything), into a header and rows of texts, as they
 * stand in the file. Throws an `OfficeFault`, and nothing else, with `line` (of the file, from 1) and `column` (a letter, as
 * spreadsheets name them, or a header) in its values where they are known:
 *
 * - `file_empty`, `file_too_large` (`megabytes`), `file_inflates` (compressed beyond reason), `file_without_rows`
 * - `file_is_old_excel`, `file_encrypted`, `file_not_table` (anything that is neither), `file_unreadable` (damaged)
 * - `rows_too_many` (`rows`), `columns_too_many` (`columns`), `cell_too_long` (`length`), `cell_unreadable`
 * - `quote_open`, `quote_misplaced`, `cells_too_many` (more cells in a line than there are headers)
 *
 * It may keep a processor busy for seconds: what answers pages leaves it to a file thread (ADR-0020).
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (bytes.length === 0) throw new OfficeFault('file_empty')
  if (bytes.length > fileLimits.bytesMax) {
    throw new OfficeFault('file_too_large', { values: { megabytes: fileLimits.bytesMax / 1024 / 1024 } })
  }
  const kind = kindOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return checked(await read(kind, bytes))
}

async function read(kind: 'csv' | 'excel', bytes: Uint8Array): Promise<Table> {
  try {
    return kind === 'excel' ? await readExcel(bytes) : readCsv(bytes)
  } catch (error) {
    if (error instanceof OfficeFault) throw error
    throw new OfficeFault('file_unreadable')
  }
}

/** How files begin that somebody may take for a table: PDF, PNG, JPEG, GIF, gzip, RAR, 7z, RTF, HTML and XML. */
const otherKinds = ['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', '\x1f\x8b', 'Rar!', '7z\xbc\xaf', '{\\rtf', '<']

function kindOf(bytes: Buffer): 'csv' | 'excel' {
  const start = bytes.toString('latin1', 0, 512)
  if (start.startsWith('PK')) return 'excel'
  if (start.startsWith('\xd0\xcf\x11\xe0')) {
    // An encrypted workbook lies in the container of the old format, under this name [MS-OFFCRYPTO 1.3.2].
    const encrypted = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new OfficeFault(encrypted ? 'file_encrypted' : 'file_is_old_excel')
  }
  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (otherKinds.some((mark) => text.startsWith(mark))) throw new OfficeFault('file_not_table')
  return 'csv'
}

function checked(table: Table): Table {
  for (const [column, text] of table.header.entries()) checkCell(text, 1, column)
  for (const { line, cells } of table.rows) {
    for (const [column, text] of cells.entries()) checkCell(text, line, column)
  }
  if (table.rows.length === 0) throw new OfficeFault('file_without_rows')
  return table
}

function checkCell(text: string, line: number, column: number): void {
  if (text.length > fileLimits.cellLengthMax) throw cellTooLong(line, column)
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new OfficeFault('cell_unreadable', { values: { line, column: letterOf(column) } })
  }
}
