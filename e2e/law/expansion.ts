/** What of a migration the version before could not survive beside it (CONTRIBUTING, A change of the database). */

/** A migration as its statements, each on one line. */
export const statementsOf = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((statement) => statement !== '')

const name = '"?([a-z_]+)"?'
const table = `(?:"?public"?\\.)?${name}`

type Kind = { readonly fits: RegExp; readonly why: string }

/** Whatever these touch may be in use by the version before. */
const removals: readonly Kind[] = [
  { fits: /^drop (?:table|schema|view|materialized view|function|type|sequence)\b/i, why: 'drops what may be in use' },
  { fits: /^alter table .* drop column\b/i, why: 'drops a column' },
  { fits: /^alter (?:table|view|index|function|type|sequence|schema) .* rename\b/i, why: 'renames' },
  { fits: /^alter table .* alter column .* (?:set data )?type\b/i, why: 'changes a type' },
  { fits: /^alter table .* alter column .* set not null\b/i, why: 'refuses rows without a value' },
  { fits: /^alter table .* alter column .* drop (?:default|identity|expression)\b/i, why: 'takes a value away' },
  { fits: /^alter type .* drop\b/i, why: 'takes a value away' },
  { fits: /^truncate\b/i, why: 'empties a table' },
  { fits: /^revoke\b/i, why: 'takes rights away' },
]

/** A column that each new row must have, though the version before knows nothing of it. */
const requiredColumn: Kind = {
  fits: /\badd column (?:if not exists )?"?[a-z_]+"? (?!.*\b(?:default|generated)\b).*\bnot null\b/i,
  why: 'adds a column that must have a value, without a default',
}

const namesIn = (text: string): string[] => [...text.matchAll(/"([a-z_]+)"/g)].map(([, found = '']) => found)

/**
 * The statements of a migration that do more than expand, each with the reason. `before` is what was applied before it. A table that it
 * makes itself may be anything, since no other version knows of it; a new bound is an expansion where it is about a new column.
 */
export function contractionsIn(statements: readonly string[], before: readonly string[]): [string, string][] {
  const made = new Set(
    statements.flatMap(
      (statement) => new RegExp(`^create table (?:if not exists )?${table}`, 'i').exec(statement)?.[1] ?? [],
    ),
  )
  const added = new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(new RegExp(`\\badd column (?:if not exists )?${name}`, 'gi'))].map(
        ([, column = '']) => column,
      ),
    ),
  )
  const functions = statements.flatMap(
    (statement) => /^create (?:or replace )?function ([a-z_]+)/i.exec(statement)?.[1] ?? [],
  )
  /** A function can be called by everybody when it is made: that is ended before anybody has called it. */
  const isOfNewFunction = (statement: string): boolean =>
    functions.includes(/^revoke .* on function ([a-z_]+)/i.exec(statement)?.[1] ?? '')
  const isAboutNew = (text: string): boolean => namesIn(text).some((each) => added.has(each))
  /**
   * Whether something of that name was made as a rule that writes can lean on (`on conflict`), or that other rows do. PostgreSQL names
   * the primary key of a column by itself.
   */
  const isLeantOn = (own: string): boolean =>
    own.endsWith('_pkey') ||
    before.some((each) => new RegExp(`(?:unique index|constraint) "${own}" (?!check)`, 'i').test(each))

  return statements.flatMap((statement): [string, string][] => {
    const owner = new RegExp(`^alter table (?:only )?(?:if exists )?${table}`, 'i').exec(statement)?.[1]
    const indexed = new RegExp(`^create unique index .* on (?:only )?${table}(.*)`, 'i').exec(statement)
    if (made.has(owner ?? indexed?.[1] ?? '') || isOfNewFunction(statement)) return []
    const removal = removals.find(({ fits }) => fits.test(statement))
    if (removal) return [[statement, removal.why]]
    if (requiredColumn.fits.test(statement)) return [[statement, requiredColumn.why]]
    const dropped = /\bdrop (?:constraint|index)(?: concurrently)?(?: if exists)? "?([a-z_]+)"?/i.exec(statement)?.[1]
    if (dropped !== undefined) return isLeantOn(dropped) ? [[statement, 'drops a rule that writes lean on']] : []
    const bound = /\badd constraint "?[a-z_]+"? (.*)/i.exec(statement)?.[1] ?? indexed?.[2]
    return bound !== undefined && !isAboutNew(bound) ? [[statement, 'refuses rows that were allowed']] : []
  })
}
