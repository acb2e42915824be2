import type { Cents } from '@/lib/kernel/money'

/**
 * A column of a file that people open in a spreadsheet: its heading, and what a row has in it. Amounts are cents and come out as
 * pesos; instants come out as the clock on the wall in Santo Domingo. One list of columns makes the CSV and the Excel file.
 */
export type FileColumn<Row> = { readonly header: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null }
  | { readonly kind: 'amount'; readonly value: (row: Row) => Cents | null }
  | { readonly kind: 'number'; readonly value: (row: Row) => number | null }
  | { readonly kind: 'instant'; readonly value: (row: Row) => Date | null }
)

/** Rows as they come from the database, some at a time: a file of any size is never whole in memory. */
export type Batches<Row> = AsyncIterable<readonly Row[]>

/** The name of a file that every system takes: letters without accents, digits, hyphens. */
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
