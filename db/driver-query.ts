import type { TransactionSql } from 'postgres'
import type { Sql } from './client'

/**
 * What a query of the driver has beyond its types: who is told of its outcome, and who sends it. That it is so we know of the one
 * version that `server/mend-driver.ts` lets pass.
 */
type Inside = {
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
  handler: (query: Query) => void
}

type Query = Promise<unknown> & Inside

/** A query of the driver; an identifier or a list, which the same function makes, is none. */
export const isQuery = (value: unknown): value is Query =>
  value instanceof Promise && 'resolve' in value && 'reject' in value && 'handler' in value

/** Fewer or more rows than PostgreSQL says it sent. Nobody gets them; what the statement did, it may have done. */
export class Miscount extends Error {
  readonly code = 'CONNECTION_MISCOUNTED'
}

/** An error in PostgreSQL's own words: by what is in it, since whoever bundles this may have more than one copy of the driver. */
const isSaid = (error: unknown): error is Error & { code: string; severity: string } =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'

/** A violated constraint: PostgreSQL's answer to what was asked, about which nothing is wrong with the connection. */
const isViolation = (error: unknown): boolean =>
  isSaid(error) && error.code.startsWith('23') && error.severity === 'ERROR'

/**
 * The same client, whose results are counted and whose failures are told. `doubt` is called, before the caller hears of it, for
 * every error but a violated constraint, and for a result that is not as long as PostgreSQL says, which its caller never gets: the
 * driver has taken the rest of one statement's rows for another's (ADR-0018).
 */
export function watched<Client extends Sql | TransactionSql>(client: Client, doubt: () => void): Client {
  const make =
    (name: string) =>
    (...given: unknown[]): unknown =>
      watchIfQuery(callOf(client, name)(...given), doubt)
  const within =
    (name: string) =>
    async (...given: unknown[]): Promise<unknown> => {
      const work: unknown = given.at(-1)
      if (typeof work !== 'function') throw new TypeError('a transaction needs its work')
      const inside = (sql: TransactionSql): unknown => work(watched(sql, doubt))
      try {
        return await callOf(client, name)(...given.slice(0, -1), inside)
      } catch (error) {
        // Such as a commit's own: the statements' were told of already, and what the work itself throws is no doubt.
        if (isSaid(error) && !isViolation(error)) doubt()
        throw error
      }
    }
  const own: Readonly<Record<string | symbol, unknown>> = {
    unsafe: make('unsafe'),
    begin: within('begin'),
    savepoint: within('savepoint'),
  }
  const watching = new Proxy(client, {
    apply: (target, _, given) => watchIfQuery(Reflect.apply(target, undefined, given), doubt),
    get: (target, name) => (Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name)),
  })
  doubts.set(watching, doubt)
  return watching
}

/** A method of a client by its name. The driver's methods do not ask what they are called on. */
const callOf = (client: object, name: string): ((...given: unknown[]) => unknown) => Reflect.get(client, name)

const doubts = new WeakMap<object, () => void>()

const watchIfQuery = (made: unknown, doubt: () => void): unknown => (isQuery(made) ? watch(made, doubt) : made)

function watch(query: Query, doubt: () => void): Query {
  const { resolve, reject } = query
  const refuse = (error: unknown): void => {
    if (!isViolation(error)) doubt()
    reject(error)
  }
  return Object.assign(query, {
    reject: refuse,
    resolve: (result: unknown): void => {
      const wrong = miscountIn(result)
      if (wrong === undefined) resolve(result)
      else refuse(wrong)
    },
  })
}

type Counted = readonly unknown[] & { count: unknown; columns: unknown }

const isCounted = (value: unknown): value is Counted => Array.isArray(value) && 'count' in value && 'columns' in value

/** Several statements sent as one text have a result each. A command that PostgreSQL does not count, such as `show`, has rows from the first on. */
function miscountIn(result: unknown): Miscount | undefined {
  if (!isCounted(result)) return Array.isArray(result) ? result.map(miscountIn).find((one) => one) : undefined
  const { length, count, columns } = result
  const givesRows = length > 0 || (Array.isArray(columns) && columns.length > 0)
  if (!givesRows || (typeof count === 'number' ? length === count : length === 0 || 0 in result)) return undefined
  return new Miscount(`${length} places in a result, and ${count} rows by PostgreSQL's count`)
}

/**
 * Lets another client than its maker send a query, when it is awaited. `run` finds the client, a watched one, and holds it until the
 * query has its outcome.
 */
export function sendBy(query: Query, run: (send: (sql: Sql) => Promise<unknown>) => Promise<unknown>) {
  const { resolve, reject } = query
  const send = (sql: Sql) =>
    new Promise<unknown>((done, failed) => {
      const [sender, doubt] = [sql.unsafe(''), doubts.get(sql)]
      if (!isQuery(sender) || !doubt) throw new TypeError('only a watched client sends for another')
      sender.handler(watch(Object.assign(query, { resolve: done, reject: failed }), doubt))
    })
  return Object.assign(query, { handler: () => void run(send).then(resolve, reject) })
}
