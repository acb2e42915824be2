import { OfficeFault } from '@/lib/kernel/office-fault'
import { fileLimits, tooManyColumns, tooManyRows } from './limits'

/** What a spreadsheet program has probably changed in a cell: the reader cannot know what it said. */
export type Doubt = 'cell_is_date' | 'number_rounded'

export type TableRow = {
  /** Of the file, where the row begins; 1 is the first. */
  readonly line: number
  readonly cells: readonly string[]
  /** By column, from 0. */
  readonly doubts?: Readonly<Record<number, Doubt>>
}

/** A file as texts: as many cells in each row as the header has. Rows without any text are not in it. */
export type Table = { readonly header: readonly string[]; readonly rows: readonly TableRow[] }

/** A for 0, as spreadsheets name columns. */
export const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

export const cellTooLong = (line: number, column: number): OfficeFault =>
  new OfficeFault('cell_too_long', { values: { line, column: letterOf(column), length: fileLimits.cellLengthMax } })

export type Column = {
  /** As files of ours call it, and as sentences do. */
  readonly es: string
  readonly en: string
  /** What else it is called in files of others. */
  readonly also?: readonly string[]
  readonly required?: boolean
}

export type Columns<Name extends string> = Readonly<Record<Name, Column>>

/** Where the columns of a file are, and the headers that nobody asked for. */
export type Matched<Name extends string> = {
  readonly at: ReadonlyMap<Name, number>
  readonly unused: readonly string[]
}

/** Accents, case and what is not a letter or digit do not tell headers apart. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Finds the columns of a file by its headers, in Spanish or English. What a column is properly called goes before what it is also
 * called: beside a "Nombre" a "Descripción" is just another column. Throws `column_missing` (`columns`: their names),
 * `column_doubled` (`column`: as the file says it).
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
 * The first row with a text in it is the header. Short rows are filled up; what stands beyond the last header is a fault: a
 * delimiter within a text has moved the rest.
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

/** The cells up to the last that says something. */
export const withoutTail = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
