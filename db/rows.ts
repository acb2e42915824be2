import { unavailable } from '@/lib/kernel/gate'

/**
 * How the results of all queries are read. A question that must have an answer has a row for it: absence is a row that says so,
 * or no row only where a query asks for one thing that may not be there. A result with fewer rows than it must have, with more,
 * or with a place without a row was not read right (postgres.js 3.4.9 keeps a stale row counter, ADR-0019), and nothing is
 * decided on it: no money, no rights, and not that something does not exist.
 *
 * It is `service_unavailable` (D12) and not `internal_error`: a caller that asks again, by the next connection and with the same
 * idempotency key (D44), gets the right answer, and a till does ask again after 503.
 */
class UnreadableResult extends Error {
  override readonly name = 'UnreadableResult'
}

const unreadable = (what: string) => unavailable(new UnreadableResult(what))

/** A row as the list of its values, in the order of the columns. */
export type Values = readonly unknown[]

/** Columns of a statement, and what a row tells that has them from its place `at` on. */
export type Columns<Told> = {
  readonly texts: readonly string[]
  readonly read: (row: Values, at: number) => Told
}

/** The rows of a list. No place in it may be without a row. */
export function whole<Row>(rows: readonly Row[]): readonly Row[] {
  for (const row of rows) if (row === undefined || row === null) throw unreadable('a place without a row')
  return rows
}

/**
 * The row of a query that always has exactly one: sums without groups, a row that was just made or is locked, what must exist.
 */
export function theOnly<Row>(rows: readonly Row[]): Row {
  const row = atMostOne(rows)
  if (row === undefined) throw unreadable('no row where there must be one')
  return row
}

/** The row of a query that has at most one: undefined when PostgreSQL says that there is none. */
export function atMostOne<Row>(rows: readonly Row[]): Row | undefined {
  if (rows.length > 1) throw unreadable('several rows where there can be one')
  return whole(rows)[0]
}

/** Whether a query of at most one row has it: the row was found, locked or written. */
export const isThere = (rows: readonly unknown[]): boolean => atMostOne(rows) !== undefined

/** The value of a column that an outer join or an inner select reads, where it must find its row. */
export function valueThere<Value>(value: Value | null): Value {
  if (value === null) throw unreadable('no value where there must be one')
  return value
}

/** One row for each of so many questions, in their order; `n`, which counts from 1, is the number of the question. */
export function inOrder<Row extends { readonly n: number }>(rows: readonly Row[], questions: number): Row[] {
  return ordered(rows, questions, (row) => row.n)
}

/** The same for rows that are lists of values, the first of which is the number of the question. */
export const valuesInOrder = (rows: readonly Values[], questions: number): Values[] =>
  ordered(rows, questions, (row) => row[0] as number)

function ordered<Row>(rows: readonly Row[], questions: number, numberOf: (row: Row) => number): Row[] {
  const found: Row[] = new Array(questions)
  for (const row of whole(rows)) {
    const place = numberOf(row) - 1
    if (!(place >= 0 && place < questions) || place in found) throw unreadable('a row for no question, or a second one')
    found[place] = row
  }
  if (rows.length !== questions) throw unreadable('a question without a row')
  return found
}
