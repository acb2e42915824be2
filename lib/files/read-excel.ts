import { readSheet } from 'read-excel-file/universal'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { fileLimits, tooManyColumns, tooManyRows } from './limits'
import type { Doubt, Table, TableRow } from './table'
import { tableOf } from './table'
import { packPlainly, unpackZip } from './unpack-zip'

/** Blank rows between others count towards this limit only. */
const lineMax = 2 * fileLimits.rowsMax
const rowElementsMax = 1_048_576
/** Empty cells with a format count too. */
const cellElementsMax = 2 * fileLimits.rowsMax * fileLimits.columnsMax

/**
 * Reads the first sheet of a workbook (.xlsx, ECMA-376). Numbers become the text that a cell without a format shows: `100000`,
 * never `1e5`, and no `.0`. Cells stored as text keep their zeros. Faults as `readTable`.
 */
export async function readExcel(bytes: Uint8Array): Promise<Table> {
  const files = await unpackZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    bytesMax: fileLimits.inflatedBytesMax,
    wanted: (name) => /\.xml(\.rels)?$/.test(name),
  })
  if (!files.has('xl/workbook.xml')) throw new OfficeFault('file_not_table')
  const beyond = dropUnbounded(files)
  try {
    const rows = await readSheet(packPlainly(files), { trim: false, parseNumber: numberOf })
    return tableOf(rows.map(rowOf).filter(({ cells }) => cells.some((cell) => cell.trim() !== '')))
  } catch (error) {
    if (error instanceof OfficeFault) throw error
    throw beyond ?? new OfficeFault('file_unreadable')
  }
}

/**
 * Removes the sheets with cell addresses beyond our limits, because the library fills every gap between two cells: a single
 * cell at ZZZZ99999999 would take all memory. Returns the fault of the last one removed: that may be the first sheet, which is
 * to be read.
 */
function dropUnbounded(files: Map<string, Buffer>): OfficeFault | undefined {
  let fault: OfficeFault | undefined
  for (const [name, content] of files) {
    const found = faultOf(content.toString('utf8'))
    if (!found) continue
    files.delete(name)
    fault = found
  }
  return fault
}

/** Matches everything from the start of one tag to the next, so that no attribute is missed. */
const tags = /<(?:[^<\s/>]*:)?(row|c)(?=[\s/>])([^<]*)/g
const addresses = /\sr\s*=\s*["']([^"']*)["']/g

function faultOf(xml: string): OfficeFault | undefined {
  let rows = 0
  let cells = 0
  for (const [, element, rest = ''] of xml.matchAll(tags)) {
    if (element === 'row') rows += 1
    else cells += 1
    if (rows > rowElementsMax) return new OfficeFault('file_unreadable')
    if (cells > cellElementsMax) return new OfficeFault('file_inflates')
    const isBlank = element === 'row' || /\/>\s*$/.test(rest)
    for (const [, address = ''] of rest.matchAll(addresses)) {
      const [, letters, line] = /^([A-Z]{0,3})([1-9]\d{0,6})$/.exec(address) ?? []
      if (letters === undefined || Number(line) > rowElementsMax) return new OfficeFault('file_unreadable')
      if (isBlank) continue
      if (Number(line) > lineMax) return tooManyRows()
      if (columnOf(letters) > fileLimits.columnsMax) return tooManyColumns()
    }
  }
  return undefined
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

type ReadNumber = { readonly text: string; readonly rounded: boolean }

/** Spreadsheets calculate with 15 digits: the further digits of a longer number are lost. */
const digitsMax = 15
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: digitsMax })

function numberOf(written: string): ReadNumber {
  const value = Number(written)
  if (!Number.isFinite(value)) throw new OfficeFault('file_unreadable')
  const text = /^-?\d{1,15}$/.test(written) ? written : plain.format(value)
  return { text, rounded: Math.abs(value) >= 10 ** digitsMax }
}

type Cell = string | number | boolean | Date | ReadNumber | null

function rowOf(row: readonly unknown[], index: number): TableRow {
  const doubts: Record<number, Doubt> = {}
  const cells = (row as readonly Cell[]).map((cell, column) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return cell
    if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
    if (typeof cell === 'number') return plain.format(cell)
    if (cell instanceof Date) {
      doubts[column] = 'cell_is_date'
      return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
    }
    if (cell.rounded) doubts[column] = 'number_rounded'
    return cell.text
  })
  return { line: index + 1, cells, ...(Object.keys(doubts).length > 0 ? { doubts } : {}) }
}
