import { CsvError, parse } from 'csv-parse/sync'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { plainText } from './formula'
import { fileLimits, recordLengthMax, tooManyRows } from './limits'
import { refuseUnbounded } from './refuse-unbounded'
import type { Table, TableRow } from './table'
import { tableOf, withoutTail } from './table'

const delimiters = [',', ';', '\t'] as const

/**
 * Reads a file of separated values (RFC 4180), by comma, semicolon or tab, in UTF-8, in UTF-16 with its byte order mark, or in
 * Windows-1252, as Excel writes it. Faults as `readTable`.
 */
export function readCsv(bytes: Uint8Array): Table {
  const text = textOf(bytes)
  if (text.trim() === '') throw new OfficeFault('file_empty')
  // Excel reads and writes the delimiter as `sep=;` in a line of its own.
  const [said, sep] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  const body = said === undefined ? text : text.slice(said.length)
  return tableOf(recordsOf(body, sep ?? delimiterOf(body), said === undefined ? 0 : 1))
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const text = decoded(bytes, utf16 ?? 'utf-8') ?? ofWindows(bytes)
  // No table has this character: the file is something else, such as a program or a picture.
  if (text.includes('\0')) throw new OfficeFault('file_not_table')
  return text
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Windows-1252 from 0x80, where Latin-1 has control characters: Node's own decoder reads Windows-1252 as Latin-1. */
const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const ofWindows = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => windowsLetters[letter.charCodeAt(0) - 0x80] ?? letter)

/** The delimiter that occurs most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const line = /^(?:\s*\n)*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? ''
  const bare = line.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return delimiters.reduce((best, other) => (count(other) > count(best) ? other : best))
}

function recordsOf(text: string, delimiter: string, linesBefore: number): TableRow[] {
  refuseUnbounded(text, delimiter, linesBefore)
  const rows: TableRow[] = []
  let nextLine = linesBefore + 1
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: recordLengthMax,
      on_record: (cells: string[], { lines }) => {
        const line = nextLine
        nextLine = linesBefore + lines + 1
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: withoutTail(cells).map(plainText) })
        // One more for the header.
        if (rows.length > fileLimits.rowsMax + 1) throw tooManyRows()
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const values = { line: nextLine }
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new OfficeFault('quote_open', { values })
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new OfficeFault('quote_open', { values })
    throw new OfficeFault('quote_misplaced', { values })
  }
  return rows
}
