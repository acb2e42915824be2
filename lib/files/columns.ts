import type { Cents } from '@/lib/kernel/money'

/**
 * A column of a file that people open in a spreadsheet: its heading, and its value in each row. Amounts are cents and are
 * written as pesos; instants are written in the local time of Santo Domingo. One list of columns makes the CSV and the Excel
 * file.
 */
export type FileColumn<Row> = { readonly header: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null }
  | { readonly kind: 'amount'; readonly value: (row: Row) => Cents | null }
  | { readonly kind: 'number'; readonly value: (row: Row) => number | null }
  | { readonly kind: 'instant'; readonly value: (row: Row) => Date | null }
)

/** Rows as they come from the database, some at a time: a file is never whole in memory, whatever its size. */
export type Batches<Row> = AsyncIterable<readonly Row[]>

/** A file name that every system accepts: letters without accents, digits, hyphens. */
export function fileNameOf(...parts: readonly string[]): string {
  const plain = parts
    .map((part) =>
      part
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 60),
    )
    .filter((part) => part !== '')
  return plain.join('-') || 'aliado'
}
