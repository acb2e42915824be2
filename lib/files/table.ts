import { OfficeFault } from '@/lib/kernel/office-fault'
import { fileLimits, tooManyColumns, tooManyRows } from './limits'

/** What a spreadsheet program has probably changed in a cell, so that its original content is unknown. */
export type Doubt = 'cell_is_date' | 'number_rounded'

export type TableRow = {
  /** The line of the file in which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** By column, from 0. */
  readonly doubts?: Readonly<Record<number, Doubt>>
}

/** A file as texts: each row has as many cells as the header. Rows without any text are left out. */
export type Table = { readonly header: readonly string[]; readonly rows: readonly TableRow[] }

/** The letter of a column, as spreadsheets name it: A for 0. */
export const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

export const cellTooLong = (line: number, column: number): OfficeFault =>
  new OfficeFault('cell_too_long', { values: { line, column: letterOf(column), length: fileLimits.cellLengthMax } })

export type Column = {
  /** The name of the column in our files and in sentences. */
  readonly es: string
  readonly en: string
  /** Other names of the column in files of others. */
  readonly also?: readonly string[]
  readonly required?: boolean
}

export type Columns<Name extends string> = Readonly<Record<Name, Column>>

/** The index of each column in a file, and the headers that match no column. */
export type Matched<Name extends string> = {
  readonly at: ReadonlyMap<Name, number>
  readonly unused: readonly string[]
}

/** Two headers are the same when they differ only in accents, case, or characters other than letters and digits. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Finds the columns of a file by their headers, in Spanish or English. A column's proper name goes before its other names:
 * beside a "Nombre", a "Descripción" is just another column. Throws `column_missing` (`columns`: their names), `column_doubled`
 * (`column`: as the file spells it).
 */
export function matchColumns<Name extends string>(header: readonly string[], columns: Columns<Name>): Matched<Name> {
  const names = Object.keys(columns) as Name[]
  const texts = header.map(fold)
  const at = new Map<Name, number>()
  for (const name of names) {
    const { es, en, also = [] } = columns[name]
    const proper = positionsOf(texts, [es, en])
    const [position, second] = proper.length > 0 ? proper : positionsOf(texts, also)
    if (second !== undefined)
      throw new OfficeFault('column_doubled', { values: { column: header[second]?.trim() ?? '' } })
    if (position !== undefined) at.set(name, position)
  }
  const missing = names.filter((name) => columns[name].required && !at.has(name)).map((name) => columns[name])
  if (missing.length > 0) {
    const called = missing.map(({ es, en }) => (es === en ? es : `${es} (${en})`)).join(', ')
    throw new OfficeFault('column_missing', { values: { columns: called } })
  }
  const used = new Set(at.values())
  const unused = header.filter((text, position) => !used.has(position) && text.trim() !== '')
  return { at, unused: unused.map((text) => text.trim()) }
}

const positionsOf = (texts: readonly string[], names: readonly string[]): number[] => {
  const folded = names.map(fold)
  return [...texts.keys()].filter((position) => folded.includes(texts[position] ?? ''))
}

/**
 * The first row with a text in it is the header. Short rows are filled up with empty cells. A text beyond the last header is a
 * fault: a delimiter within a text has shifted the cells after it.
 */
export function tableOf([first, ...rest]: readonly TableRow[]): Table {
  if (!first) throw new OfficeFault('file_empty')
  if (rest.length > fileLimits.rowsMax) throw tooManyRows()
  const header = withoutTail(first.cells)
  const width = header.length
  if (width > fileLimits.columnsMax) throw tooManyColumns()
  const rows = rest.map((row) => {
    const cells = withoutTail(row.cells)
    if (cells.length > width) throw new OfficeFault('cells_too_many', { values: { line: row.line, columns: width } })
    return { ...row, cells: Array.from({ length: width }, (_, column) => cells[column] ?? '') }
  })
  return { header, rows }
}

/** The cells up to the last one that is not empty. */
export const withoutTail = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
