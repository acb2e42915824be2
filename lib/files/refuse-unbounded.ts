import { fileLimits, recordLengthMax, tooManyColumns, tooManyRows } from './limits'
import { cellTooLong } from './table'

/** Blank lines and lines within quotes count too: each takes as long to read as a row. */
const linesMax = 4 * fileLimits.rowsMax

const [quote, feed, carriage] = ['"', '\n', '\r'].map((one) => one.charCodeAt(0))

/**
 * Refuses a text of separated values beyond our limits, in one pass that allocates nothing: a parser would first make every
 * cell of a line of ten million. Throws `rows_too_many`, `columns_too_many`, `cell_too_long`. Stops at the first misplaced
 * quote, which the parser reports.
 */
export function refuseUnbounded(text: string, delimiter: string, linesBefore: number): void {
  const separator = delimiter.charCodeAt(0)
  let line = linesBefore + 1
  let column = 0
  /** Where the cell begins. */
  let start = 0
  const nextLine = () => {
    line += 1
    if (line - linesBefore > linesMax + 1) throw tooManyRows()
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote && at === start) {
      const end = afterQuotes(text, at)
      for (let next = at; next < end; next++) if (endsLine(text, next)) nextLine()
      const after = text.charCodeAt(end)
      if (after !== separator && after !== feed && after !== carriage) return
      at = end - 1
      // No cell begins here: this one goes on to its separator.
      start = -1
    } else if (letter === separator) {
      column += 1
      if (column >= fileLimits.cellsMax) throw tooManyColumns()
      start = at + 1
    } else if (letter === feed || letter === carriage) {
      if (endsLine(text, at)) nextLine()
      column = 0
      start = at + 1
    } else if (start >= 0 && at - start >= recordLengthMax) throw cellTooLong(line, column)
  }
}

/** The index after the quoted part that opens at `open`; the end of the text when it never closes. */
function afterQuotes(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at + 1
}

/** A carriage return and a line feed end one line together. */
const endsLine = (text: string, at: number): boolean => {
  const letter = text.charCodeAt(at)
  return letter === feed || (letter === carriage && text.charCodeAt(at + 1) !== feed)
}
