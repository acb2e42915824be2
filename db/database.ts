import type { TransactionSql } from 'postgres'
import { assert } from '@/lib/kernel/assert'
import { Gate } from '@/lib/kernel/gate'
import type { Sql, StatementSql } from './client'
import { asFault, isDeadlock, wasBlocked, wasRefused } from './errors'
import { gather } from './gather'
import type { Pool } from './pool'
import type { Values } from './rows'

/** The tills' pools and the gate in front of them: what every query takes first. */
export class Database {
  readonly pool: Pool
  /**
   * For statements that carry the writes of several calls: its wait for locks is short. Without this pool each write is sent
   * alone.
   */
  readonly sharedPool: Pool | undefined
  readonly gate: Gate

  constructor(pool: Pool, gate: Gate, sharedPool?: Pool) {
    this.pool = pool
    this.gate = gate
    this.sharedPool = sharedPool
  }

  /**
   * Runs one statement. Throws `service_unavailable` when the database cannot be had in time (D12); any other error of the
   * database is thrown as it is. A deadlock has undone the statement whole, so it runs once more.
   */
  run<T>(statement: (sql: StatementSql) => PromiseLike<T>): Promise<T> {
    return this.#send(statement)
  }

  /**
   * The same for a statement whose text never changes, with parameters `$1`, `$2` …: a template with parts would be put together for
   * each call. Each row is the list of its values: as an object, a row of more than some sixteen columns is slow to make and to read
   * (ADR-0073).
   */
  async ask(text: string, parameters: readonly unknown[]): Promise<readonly Values[]> {
    return this.run((sql) => valuesOf(sql, text, parameters))
  }

  /**
   * Runs `work` in one transaction on one connection: its statements are done together, or none is. A statement that breaks a
   * constraint is undone alone, as it would be outside, so that the same verbs work in here. After a deadlock `work` runs once
   * more. It must be short: it holds a connection of the tills.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#send(async (sql) => {
      let outcome: { value: T } | undefined
      await sql.begin(async (tx) => {
        outcome = { value: await work(new TransactionDatabase(this, tx)) }
      })
      assert(outcome, 'a transaction ends when its work has')
      return outcome.value
    })
  }

  async #send<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
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

/** See `Database.ask`. A setting of the connections still forbids prepared statements (ADR-0006). */
export const valuesOf = (
  sql: StatementSql,
  text: string,
  parameters: readonly unknown[],
): PromiseLike<readonly Values[]> => sql.unsafe(text, parameters as never[], { prepare: true }).values()

/** The statements of one transaction go one by one; the bound on the time of all together is the pool's. */
const oneByOne = { size: 1, waitMsMax: 3_000, queueMax: 100 }

class TransactionDatabase extends Database {
  readonly #tx: TransactionSql
  readonly #turn = new Gate(oneByOne)

  constructor(of: Database, tx: TransactionSql) {
    super(of.pool, of.gate)
    this.#tx = tx
  }

  override run<T>(statement: (sql: StatementSql) => PromiseLike<T>): Promise<T> {
    return this.#turn.run(async () => {
      let answer: { value: T } | undefined
      await this.#tx.savepoint(async (within) => {
        answer = { value: await statement(within) }
      })
      assert(answer, 'a savepoint ends when its work has')
      return answer.value
    })
  }

  override transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return work(this)
  }
}

/** The same write for one call, which waits for nobody and for whom nobody waits. */
export async function writeAlone<Input, Output>(
  db: Database,
  write: (sql: StatementSql, inputs: readonly Input[]) => Promise<readonly Output[]>,
  input: Input,
): Promise<Output> {
  const [output] = await db.run((sql) => write(sql, [input]))
  return output as Output
}

/**
 * Writes that wait at the same moment are sent to the database as one statement: one round trip, one commit. When PostgreSQL
 * refuses it, nothing of it was done, and each write is tried alone: a write that is locked out, or breaks a rule, delays the
 * others by a moment and has no other effect on them. `write` must compute each output from its own input alone, `undefined`
 * where nothing was done, in the order of the inputs. `prepare` may make ahead what `write` would make of an input: see `gather`.
 */
export function gatheredWrite<Input, Output>(
  write: (sql: StatementSql, inputs: readonly Input[]) => Promise<readonly Output[]>,
  prepare?: (input: Input) => unknown,
): (db: Database, input: Input) => Promise<Output> {
  const limits = { batchesInFlight: 2, sizeMax: 32 }
  const alone = (db: Database, input: Input): Promise<Output> => writeAlone(db, write, input)
  const inOne = async (db: Database, inputs: readonly Input[]): Promise<readonly (Output | Promise<Output>)[]> => {
    const { gate, sharedPool } = db
    assert(sharedPool, 'without it each goes alone')
    try {
      return await gate.run(() => sharedPool.run((sql) => write(sql, inputs)))
    } catch (error) {
      // When the write was alone already, only more time or another attempt can help.
      if (!(inputs.length > 1 ? wasRefused(error) : wasBlocked(error))) throw asFault(error)
      return inputs.map((input) => alone(db, input))
    }
  }
  const together = gathered(inOne, limits, prepare) as (db: Database, input: Input) => Promise<Output>
  return (db, input) => (db.sharedPool ? together(db, input) : alone(db, input))
}

/** A read that answers the calls waiting on the same database together: see `gather`. */
export function gathered<Input, Output>(
  ask: (db: Database, inputs: readonly Input[]) => Promise<readonly Output[]>,
  limits = { batchesInFlight: 3, sizeMax: 32 },
  prepare?: (input: Input) => unknown,
): (db: Database, input: Input) => Promise<Output> {
  const perDatabase = new WeakMap<Database, (input: Input) => Promise<Output>>()
  return (db, input) => {
    let call = perDatabase.get(db)
    if (!call) {
      call = gather((inputs) => ask(db, inputs), limits, prepare)
      perDatabase.set(db, call)
    }
    return call(input)
  }
}
