import { fileLimits } from '@/lib/files/limits'
import { readTable } from '@/lib/files/read-table'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { readPosList } from './comparison'
import { listLengthMax } from './drafts'

/** A till's list as a person would paste it. */
export type ReadList = { readonly list: string; readonly lines: number }

/**
 * Reads a till's list from a file, CSV or Excel, as the text that a person would paste: a line for each row, its cells apart by
 * tabs. The first row may be a heading or a sale. Throws the faults of `readTable`, `list_empty`, `list_too_long`.
 */
export async function readListFile(bytes: Uint8Array): Promise<ReadList> {
  const { header, rows } = await readTable(bytes)
  const lines = [header, ...rows.map(({ cells }) => cells)].map((cells) =>
    cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'),
  )
  const list = lines.join('\n')
  if (list.length > listLengthMax) throw new OfficeFault('list_too_long')
  if (readPosList(list).sales.length === 0) throw new OfficeFault('list_empty')
  return { list, lines: lines.length }
}

export const listMegabytesMax = fileLimits.bytesMax / 1024 / 1024
