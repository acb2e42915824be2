import type { TransactionSql } from 'postgres'
import type { Sql } from './client'

/**
 * The fields of a driver's query that its types do not show: the functions that receive its outcome, and the one that sends it.
 * They are known only for the one version that `server/mend-driver.ts` accepts.
 */
type Inside = {
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
  handler: (query: Query) => void
} & Sent

/** What the driver knows of a query that it has sent: the process of PostgreSQL that it went to. */
export type Sent = { readonly state?: { readonly pid: number | null } | null | undefined }

type Query = Promise<unknown> & Inside

/** Whether a value is a query of the driver. The same function also makes identifiers and lists, which are not queries. */
export const isQuery = (value: unknown): value is Query =>
  value instanceof Promise && 'resolve' in value && 'reject' in value && 'handler' in value

/** The rows are fewer or more than PostgreSQL says it sent. The caller does not get them; the statement may have taken effect. */
export class Miscount extends Error {
  readonly code = 'CONNECTION_MISCOUNTED'
}

/**
 * Whether PostgreSQL itself sent this error. Recognised by its fields and not by its class, since a bundle may hold more than one
 * copy of the driver.
 */
const isSaid = (error: unknown): error is Error & { code: string; severity: string } =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'

/** Whether an error is a violated constraint: a regular answer of PostgreSQL, after which the connection is sound. */
const isViolation = (error: unknown): boolean =>
  isSaid(error) && error.code.startsWith('23') && error.severity === 'ERROR'

/** Is told what puts the connection in doubt, and of each query from before it is sent until the next. */
type Watcher = { readonly doubt: (error: unknown) => void; readonly sees: (sent: Sent) => void }

/**
 * The same client, with its row counts checked and its failures reported. `doubt` is called, before the caller gets the error,
 * for every error but a violated constraint, and for a result whose length is not what PostgreSQL says. The caller never gets
 * such a result: the driver has taken the rest of one statement's rows for another's (ADR-0018).
 */
export function watched<Client extends Sql | TransactionSql>(
  client: Client,
  doubt: Watcher['doubt'],
  sees: Watcher['sees'] = () => {},
): Client {
  return watchedBy(client, { doubt, sees })
}

function watchedBy<Client extends Sql | TransactionSql>(client: Client, watcher: Watcher): Client {
  const make =
    (name: string) =>
    (...given: unknown[]): unknown =>
      watchIfQuery(callOf(client, name)(...given), watcher)
  const within =
    (name: string) =>
    async (...given: unknown[]): Promise<unknown> => {
      const work: unknown = given.at(-1)
      if (typeof work !== 'function') throw new TypeError('a transaction needs its work')
      const inside = (sql: TransactionSql): unknown => work(watchedBy(sql, watcher))
      try {
        return await callOf(client, name)(...given.slice(0, -1), inside)
      } catch (error) {
        // An error of the commit, for example. Errors of the statements are reported already, and an error that the work itself
        // throws says nothing about the connection.
        if (isSaid(error) && !isViolation(error)) watcher.doubt(error)
        throw error
      }
    }
  const own: Readonly<Record<string | symbol, unknown>> = {
    unsafe: make('unsafe'),
    begin: within('begin'),
    savepoint: within('savepoint'),
  }
  const watching = new Proxy(client, {
    apply: (target, _, given) => watchIfQuery(Reflect.apply(target, undefined, given), watcher),
    get: (target, name) => (Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name)),
  })
  watchers.set(watching, watcher)
  return watching
}

/** A method of a client by its name. The driver's methods do not use `this`. */
const callOf = (client: object, name: string): ((...given: unknown[]) => unknown) => Reflect.get(client, name)

const watchers = new WeakMap<object, Watcher>()

const watchIfQuery = (made: unknown, watcher: Watcher): unknown => (isQuery(made) ? watch(made, watcher) : made)

function watch(query: Query, { doubt, sees }: Watcher): Query {
  sees(query)
  const { resolve, reject } = query
  const refuse = (error: unknown): void => {
    if (!isViolation(error)) doubt(error)
    reject(error)
  }
  return Object.assign(query, {
    reject: refuse,
    resolve: (result: unknown): void => {
      // Not the query itself, which keeps its rows.
      sees({ state: query.state })
      const wrong = miscountIn(result)
      if (wrong === undefined) resolve(result)
      else refuse(wrong)
    },
  })
}

type Counted = readonly unknown[] & { count: unknown; columns: unknown }

const isCounted = (value: unknown): value is Counted => Array.isArray(value) && 'count' in value && 'columns' in value

/**
 * Several statements sent as one text have a result each. For a command that PostgreSQL does not count, such as `show`, only a
 * missing first row is seen.
 */
function miscountIn(result: unknown): Miscount | undefined {
  if (!isCounted(result)) return Array.isArray(result) ? result.map(miscountIn).find((one) => one) : undefined
  const { length, count, columns } = result
  const givesRows = length > 0 || (Array.isArray(columns) && columns.length > 0)
  if (!givesRows || (typeof count === 'number' ? length === count : length === 0 || 0 in result)) return undefined
  return new Miscount(`${length} places in a result, and ${count} rows by PostgreSQL's count`)
}

/**
 * Lets a client other than the one that made a query send it, once the query is awaited. `run` provides a watched client and
 * holds it until the query has its outcome.
 */
export function sendBy(query: Query, run: (send: (sql: Sql) => Promise<unknown>) => Promise<unknown>) {
  const { resolve, reject } = query
  const send = (sql: Sql) =>
    new Promise<unknown>((done, failed) => {
      const [sender, watcher] = [sql.unsafe(''), watchers.get(sql)]
      if (!isQuery(sender) || !watcher) throw new TypeError('only a watched client sends for another')
      sender.handler(watch(Object.assign(query, { resolve: done, reject: failed }), watcher))
    })
  return Object.assign(query, { handler: () => void run(send).then(resolve, reject) })
}
