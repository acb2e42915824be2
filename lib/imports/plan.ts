export const outcomes = ['added', 'changed', 'same', 'refused'] as const

export type Outcome = (typeof outcomes)[number]

/** Why a line is refused, or what its reader should look at: a code that has a sentence, and the values in that sentence. */
export type Note = {
  readonly code: string
  /** The column that it is about. */
  readonly column?: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** The cells of a line by column, as they stand in the file; undefined for a column that the file does not have. */
export type Said<Name extends string = string> = Readonly<Record<Name, string | undefined>>

/** A line after it was read by itself. */
export type ReadLine<Name extends string, Row> = {
  readonly line: number
  readonly cells: Said<Name>
  /** Absent when the line is refused already; `reasons` then says why. */
  readonly row?: Row
  readonly reasons: readonly Note[]
  readonly warnings: readonly Note[]
}

/** What becomes of a line. */
export type PlannedLine<Row = unknown> = {
  readonly line: number
  readonly outcome: Outcome
  readonly cells: Said
  readonly row?: Row | undefined
  /** Of a changed line: what stands now in the columns that change. */
  readonly before?: Readonly<Record<string, string>>
  readonly reasons: readonly Note[]
  readonly warnings: readonly Note[]
}

export const refused = <Row>({ line, cells, reasons, warnings }: ReadLine<string, Row>): PlannedLine<Row> => ({
  line,
  outcome: 'refused',
  cells,
  reasons,
  warnings,
})

/**
 * Refuses lines that name the same thing. When all of them say the same, the first one holds; when they contradict each
 * other, none does. `keyOf` names the thing, `contentOf` is all that the line says of it.
 */
export function refuseRepeats<Name extends string, Row>(
  lines: readonly ReadLine<Name, Row>[],
  keyOf: (row: Row) => string,
  contentOf: (row: Row) => string,
): ReadLine<Name, Row>[] {
  const groups = new Map<string, { first: number; second: number | undefined; contents: Set<string> }>()
  for (const { line, row } of lines) {
    if (row === undefined) continue
    const key = keyOf(row)
    const group = groups.get(key)
    if (!group) groups.set(key, { first: line, second: undefined, contents: new Set([contentOf(row)]) })
    else {
      group.second ??= line
      group.contents.add(contentOf(row))
    }
  }
  return lines.map((given) => {
    const group = given.row === undefined ? undefined : groups.get(keyOf(given.row))
    if (!group || group.second === undefined) return given
    const contradicted = group.contents.size > 1
    if (!contradicted && given.line === group.first) return given
    const { row: _, ...rest } = given
    const other = given.line === group.first ? group.second : group.first
    const note = { code: contradicted ? 'line_contradicted' : 'line_repeated', values: { line: other } }
    return { ...rest, reasons: [...given.reasons, note] }
  })
}
