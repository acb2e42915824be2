import { OfficeFault } from '@/lib/kernel/office-fault'

/**
 * The limits of a file: enough for a merchant's whole catalogue, and no more than one process can read while it serves pages.
 */
export const fileLimits = {
  bytesMax: 10 * 1024 * 1024,
  /** Of a workbook once decompressed. */
  inflatedBytesMax: 64 * 1024 * 1024,
  rowsMax: 50_000,
  columnsMax: 50,
  /**
   * Cells of one line; those beyond the last header must be empty: spreadsheets also save cells of a table that was deleted.
   */
  cellsMax: 1_000,
  /** Characters of one cell. */
  cellLengthMax: 2_000,
} as const

export const tooManyRows = (): OfficeFault => new OfficeFault('rows_too_many', { values: { rows: fileLimits.rowsMax } })

export const tooManyColumns = (): OfficeFault =>
  new OfficeFault('columns_too_many', { values: { columns: fileLimits.columnsMax } })

/** Characters of one row, quotes included. */
export const recordLengthMax = fileLimits.columnsMax * fileLimits.cellLengthMax
