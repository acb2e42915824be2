import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '@/lib/kernel/fault'
import { Gate } from '@/lib/kernel/gate'
import type { ConnectionOptions, Sql } from './client'
import { wasUnheard } from './errors'
import { type OfficeDatabase, type OfficeDb, officeOver } from './office'
import { Pool } from './pool'
import { theOnly } from './rows'

/**
 * Why lists are not read from the standby: it does not answer; it has not replayed what the primary had written; it has become a
 * primary itself; it follows another history than the primary.
 */
export type StandbyTrouble = 'unheard' | 'behind' | 'promoted' | 'astray'

export type StandbyState = 'reading' | StandbyTrouble

/** Why one question was asked of the primary: the state of the standby, a full pool, or what the standby refused, such as in a recovery conflict. */
type Reason = StandbyTrouble | 'busy' | 'refused'

/** How many questions of lists were answered by the standby, and by the primary for which reason. */
export type StandbyCounts = { readonly standby: number; readonly primary: Readonly<Partial<Record<Reason, number>>> }

/** A place in the primary's history. */
type WalPoint = { readonly lsn: string; readonly timeline: number }

type Options = {
  readonly poolMax: number
  readonly prepare?: boolean
  /** Called at each change, once. */
  readonly onChange?: (state: StandbyState, before: StandbyState, error?: unknown) => void
}

const beatMs = 500
/** How long the standby may be silent. */
const silenceMsMax = 750
/** How long a page waits for the standby to replay what it must show. */
const replayMsMax = 200
/** For how long no other page waits for that after one has waited in vain. */
const impatienceMs = 2_000
/** What the standby does not answer in this time is asked of the primary, which has ten seconds. */
const statementTimeoutMs = 4_000
const gateLimits = { waitMsMax: 1_000, queueMax: 200 }

/** What all that is visible at this moment has been written up to. A commit that waits for no disk is visible before it is flushed. */
const pointText = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text
      as lsn,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

/** Where a standby is. The timeline is the one that it replays, or, after a switch, for a while the one before: then it is not read. */
const placeText = `
  select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isThere",
    (select min_recovery_end_timeline from pg_control_recovery()) as timeline`

/** The pool of one time in which the standby answered. */
type Line = {
  readonly run: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** Rejects when the standby is given up, so that nobody waits on for its answer. */
  readonly lost: Promise<never>
  readonly lose: () => void
}

/** What the statements of one page share. */
type Page = {
  readonly point: WalPoint | undefined
  /** Connections on which the standby was seen to have replayed `point`. */
  readonly there: WeakSet<Sql>
  /** Why the rest of the page is asked of the primary. */
  left: Reason | undefined
}

class NotThere extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`the standby is not read: ${reason}`)
    this.reason = reason
  }
}

/**
 * The offices' reads that need not trouble the primary (ADR-0063). A page reads from the standby once that has replayed all that the
 * primary had written when the page was asked for, so a page never shows less than was there, whoever wrote it, through whichever
 * process. Whatever the standby does not answer, the primary answers: no page fails because of the standby, and none waits for it
 * longer than it takes to see that it is silent.
 */
export class StandbyReads {
  readonly #primary: OfficeDatabase
  readonly #openPool: (applicationName: string) => Pool
  readonly #poolMax: number
  readonly #onChange: Options['onChange']
  /** For asking how the standby is, apart from the pool, which may be full. */
  readonly #watch: Pool
  readonly #answered = { standby: 0, primary: {} as Partial<Record<Reason, number>> }
  #state: StandbyState = 'unheard'
  #line: Line | undefined
  /** Where the primary was at some earlier beat. */
  #mark: WalPoint | undefined
  #isMarking = false
  #impatientUntil = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(readUrl: string, primary: OfficeDatabase, options: Options) {
    const { poolMax, prepare, onChange } = options
    this.#primary = primary
    this.#poolMax = poolMax
    this.#onChange = onChange
    this.#openPool = (applicationName) => {
      const settings: ConnectionOptions = {
        applicationName,
        statementTimeoutMs,
        lockTimeoutMs: statementTimeoutMs,
        ...(prepare === undefined ? {} : { prepare }),
      }
      return new Pool(readUrl, settings, undefined, (sql) => {
        // What drizzle has set on the primary's client, so that the same rows come from both.
        Object.assign(sql.options.parsers, primary.sql.options.parsers)
        Object.assign(sql.options.serializers, primary.sql.options.serializers)
      })
    }
    this.#watch = this.#openPool('aliado standby watch')
    void this.#beat()
  }

  get state(): StandbyState {
    return this.#state
  }

  get counts(): StandbyCounts {
    const { standby, primary } = this.#answered
    return { standby, primary: { ...primary } }
  }

  /** The way to the database for one page, which begins now. Everything committed until now is seen by it. It writes nothing. */
  async reader(): Promise<OfficeDb> {
    const point = this.#state === 'reading' ? await this.#point().catch(() => undefined) : undefined
    const page: Page = { point, there: new WeakSet(), left: point ? undefined : this.#troubleOr('refused') }
    return officeOver(this.#clientOf(page))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#line?.lose()
    this.#line = undefined
    await this.#watch.close()
  }

  #troubleOr(reason: Reason): Reason {
    return this.#state === 'reading' ? reason : this.#state
  }

  /** A client of the driver as far as drizzle needs one: each statement and transaction is asked of the standby or the primary, whole. */
  #clientOf(page: Page): Sql {
    const lazy = (ask: (sql: Sql) => PromiseLike<unknown>) => {
      const answer = () => this.#ask(page, async (sql) => ask(sql))
      // biome-ignore lint/suspicious/noThenProperty: as a query of the driver, it is sent once somebody waits for it.
      return { then: (...given: Parameters<Promise<unknown>['then']>) => answer().then(...given) }
    }
    const own: Readonly<Record<string | symbol, unknown>> = {
      unsafe: (...given: Parameters<Sql['unsafe']>) => ({
        ...lazy((sql) => sql.unsafe(...given)),
        values: () => lazy((sql) => sql.unsafe(...given).values()),
      }),
      begin: (...given: unknown[]) => {
        const work = given.at(-1)
        if (typeof work !== 'function') throw new TypeError('a transaction needs its work')
        return this.#ask(page, async (sql) => Reflect.apply(sql.begin, sql, ['read only', work]))
      },
    }
    return new Proxy(this.#primary.sql, {
      apply: () => {
        throw new TypeError('a reader is asked by drizzle alone')
      },
      get: (target, name) => (Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name)),
    })
  }

  async #ask<T>(page: Page, ask: (sql: Sql) => Promise<T>): Promise<T> {
    const { point } = page
    const line = this.#line
    if (page.left === undefined && point && line) {
      try {
        const work = line.run(async (sql) => {
          await this.#reach(page, point, sql)
          return ask(sql)
        })
        const value = await Promise.race([work, line.lost])
        this.#answered.standby += 1
        return value
      } catch (error) {
        page.left = reasonOf(error)
        if (page.left === 'unheard') this.#become('unheard', error)
      }
    }
    const reason = page.left ?? this.#troubleOr('refused')
    this.#answered.primary[reason] = (this.#answered.primary[reason] ?? 0) + 1
    return ask(this.#primary.sql)
  }

  /** Waits a moment until the standby has replayed the page's point, by the connection that the statement will take. */
  async #reach(page: Page, point: WalPoint, sql: Sql): Promise<void> {
    if (page.there.has(sql)) return
    const isPatient = Date.now() >= this.#impatientUntil
    const until = Date.now() + replayMsMax
    for (let pauseMs = 2; ; pauseMs *= 2) {
      const trouble = await troubleAt(point, sql)
      if (trouble === undefined) {
        page.there.add(sql)
        return
      }
      if (trouble !== 'behind' || !isPatient) throw new NotThere(trouble)
      if (Date.now() + pauseMs > until) {
        this.#impatientUntil = Date.now() + impatienceMs
        throw new NotThere(trouble)
      }
      await wait(pauseMs)
    }
  }

  async #point(): Promise<WalPoint> {
    return theOnly(await this.#primary.sql.unsafe<WalPoint[]>(pointText))
  }

  /**
   * Asks how the standby is, without end. It is read while it has what the primary had a beat ago: a standby that lags by more would
   * let every page wait in vain.
   */
  async #beat(): Promise<void> {
    const mark = this.#mark
    void this.#markPrimary()
    try {
      if (mark) {
        const trouble = await this.#watch.run((sql) => troubleAt(mark, sql), silenceMsMax)
        this.#become(trouble ?? 'reading')
      }
    } catch (error) {
      this.#become('unheard', error)
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#beat(), mark ? beatMs : 50)
    this.#timer.unref()
  }

  /** The primary may take its time, and the beat does not wait for it. */
  async #markPrimary(): Promise<void> {
    if (this.#isMarking) return
    this.#isMarking = true
    try {
      this.#mark = await this.#point()
    } catch {
      // The pages themselves say that the primary does not answer.
    } finally {
      this.#isMarking = false
    }
  }

  #become(state: StandbyState, error?: unknown): void {
    const before = this.#state
    if (state === before || this.#isClosed) return
    this.#state = state
    if (state === 'reading') this.#line ??= this.#openLine()
    // What runs while the standby falls behind gets its answers: it had reached what they need.
    else if (state !== 'behind') {
      this.#line?.lose()
      this.#line = undefined
    }
    this.#onChange?.(state, before, error)
  }

  #openLine(): Line {
    const pool = this.#openPool('aliado office reads')
    const gate = new Gate({ size: this.#poolMax, ...gateLimits })
    let lose = () => {}
    const lost = new Promise<never>((_, reject) => {
      lose = () => {
        reject(new NotThere('unheard'))
        void pool.close()
      }
    })
    lost.catch(() => {})
    return {
      run: (work) => gate.run(() => pool.run(work, statementTimeoutMs + silenceMsMax + replayMsMax)),
      lost,
      lose,
    }
  }
}

/** Why a standby cannot be read by who must see `point`; undefined when it can. */
async function troubleAt(point: WalPoint, sql: Sql): Promise<StandbyTrouble | undefined> {
  const { isStandby, isThere, timeline } = theOnly(
    await sql.unsafe<{ isStandby: boolean; isThere: boolean; timeline: number }[]>(placeText, [point.lsn]),
  )
  if (!isStandby) return 'promoted'
  if (timeline !== point.timeline) return 'astray'
  return isThere ? undefined : 'behind'
}

/** A statement that the standby refuses says nothing about its other answers. */
function reasonOf(error: unknown): Reason {
  if (error instanceof NotThere) return error.reason
  if (error instanceof Fault && error.code === 'service_unavailable') return 'busy'
  return wasUnheard(error) ? 'unheard' : 'refused'
}
