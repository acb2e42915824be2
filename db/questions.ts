import { assert } from '@/lib/kernel/assert'
import { type Database, gatheredWrite, valuesOf } from './database'
import { type Values, valuesInOrder } from './rows'

/**
 * The questions that a statement answers together, as the rows of a relation `q`: `n`, which counts them from 1, and their columns with their
 * types. The question of a lone call is parameters, and null where it has no value: what makes rows of arrays or of JSON, and a part of the plan
 * for what nobody asked, cost PostgreSQL as much to begin as some rows to read (ADR-0087).
 */
export type AskedColumns = Readonly<Record<string, string>>

/** Where they come from in a text, and whether there may be more than one, which are then handled in an order. */
export type Questions = { readonly from: string; readonly areSeveral: boolean }

/**
 * Joins questions to what was written for them. The plans of tills have hash joins only where nothing else is possible (`db/plan-settings.ts`), and a full
 * join is that: several are hashed, in place of comparing each with each (ADR-0098). It gives what a left join gives, since nothing is written
 * without a question.
 */
export const writtenJoin = (areSeveral: boolean): string => (areSeveral ? 'full join' : 'left join')

/** Of an instant the driver would keep its milliseconds alone. */
const parameter = (type: string, at: number): string => `$${at}${type === 'timestamptz' ? '::text' : ''}::${type}`

function alone(columns: AskedColumns, values: readonly unknown[]): string {
  let given = 0
  const texts = Object.entries(columns).map(([name, type], at) =>
    values[at] == null ? `null::${type} as ${name}` : `${parameter(type, ++given)} as ${name}`,
  )
  return `(select 1 as n, ${texts.join(', ')}) q`
}

const ofArrays = (columns: AskedColumns): string =>
  `unnest(${Object.values(columns)
    .map((type, at) => `$${at + 1}::${type}[]`)
    .join(', ')}) with ordinality as q (${Object.keys(columns).join(', ')}, n)`

const ofJson = (columns: AskedColumns): string =>
  `rows from (json_to_recordset($1::text::json) as (${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})) with ordinality as q (${Object.keys(columns).join(', ')}, n)`

/** The statement of a lone question, one text for each set of columns without a value. */
function aloneBy(columns: AskedColumns, textOf: (questions: Questions) => string) {
  assert(Object.keys(columns).length <= 31, 'a set of columns is one number')
  const texts = new Map<number, string>()
  return (values: readonly unknown[]): { text: string; parameters: unknown[] } => {
    const parameters: unknown[] = []
    let absent = 0
    for (const [at, value] of values.entries()) {
      if (value == null) absent |= 1 << at
      else parameters.push(value)
    }
    let text = texts.get(absent)
    if (text === undefined) {
      text = textOf({ from: alone(columns, values), areSeveral: false })
      texts.set(absent, text)
    }
    return { text, parameters }
  }
}

/** Runs the statement that `textOf` makes of where its questions come from. The values are those of each column, in their order. */
export function readsOf(
  columns: AskedColumns,
  textOf: (questions: Questions) => string,
): (db: Database, values: readonly (readonly unknown[])[]) => Promise<readonly Values[]> {
  const one = aloneBy(columns, textOf)
  const several = textOf({ from: ofArrays(columns), areSeveral: true })
  return async (db, values) => {
    const questions = values[0]?.length ?? 0
    const { text, parameters } =
      questions === 1 ? one(values.map(([value]) => value)) : { text: several, parameters: values }
    return valuesInOrder(await db.ask(text, parameters), questions)
  }
}

type Asked = { readonly values: Readonly<Record<string, unknown>>; json?: string }

const jsonOf = (asked: Asked): string => (asked.json ??= JSON.stringify(asked.values))

/**
 * The same for what writes, for a call with its values by their columns: gathered with others, and each reads its own row. The JSON of a call that
 * waits is made while it waits (ADR-0099).
 */
export function writesOf(
  columns: AskedColumns,
  textOf: (questions: Questions) => string,
): (db: Database, values: Readonly<Record<string, unknown>>) => Promise<Values> {
  const names = Object.keys(columns)
  const one = aloneBy(columns, textOf)
  const several = textOf({ from: ofJson(columns), areSeveral: true })
  const write = gatheredWrite<Asked, Values>(async (sql, asked) => {
    const [first] = asked
    const { text, parameters } =
      asked.length === 1 && first !== undefined
        ? one(names.map((name) => first.values[name]))
        : { text: several, parameters: [`[${asked.map(jsonOf).join(',')}]`] }
    return valuesInOrder(await valuesOf(sql, text, parameters), asked.length)
  }, jsonOf)
  return (db, values) => write(db, { values })
}
