import type { Sql } from './client'
import { asFault, isDeadlock } from './errors'
import type { Gate } from './gate'
import { gather } from './gather'
import type { Pool } from './pool'

/** A pool and the gate in front of it: what every query takes first. */
export class Database {
  readonly pool: Pool
  readonly gate: Gate

  constructor(pool: Pool, gate: Gate) {
    this.pool = pool
    this.gate = gate
  }

  /**
   * Runs one statement. Throws `service_unavailable` when the database cannot be had in time (D12); any other error of the
   * database is thrown as it is. A deadlock has undone the statement whole, so it runs once more.
   */
  async run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    try {
      return await this.gate.run(() => this.pool.run(statement))
    } catch (error) {
      if (!isDeadlock(error)) throw asFault(error)
    }
    try {
      return await this.gate.run(() => this.pool.run(statement))
    } catch (error) {
      throw asFault(error)
    }
  }
}

/** A read that answers the calls waiting on the same database together: see `gather`. */
export function gathered<Input, Output>(
  ask: (db: Database, inputs: readonly Input[]) => Promise<readonly Output[]>,
  limits = { lanes: 3, sizeMax: 32 },
): (db: Database, input: Input) => Promise<Output> {
  const perDatabase = new WeakMap<Database, (input: Input) => Promise<Output>>()
  return (db, input) => {
    let call = perDatabase.get(db)
    if (!call) {
      call = gather((inputs) => ask(db, inputs), limits)
      perDatabase.set(db, call)
    }
    return call(input)
  }
}
