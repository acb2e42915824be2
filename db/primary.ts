import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type Place, readDatabaseAddress } from '@/lib/kernel/database-address'
import { heard } from './heard'
import { theOnly } from './rows'

/** What the servers may take to answer all together: a call of a till has 3 s for everything (D12). */
const askMsMax = 1_000
/** When none is the primary they are not asked again at once by everyone who calls. */
const askEveryMs = 100
/** How long it is believed of a server that it is the primary, while no connection to it is lost. */
const believedMs = 10_000
/** How long the others may take once one has said that it is the primary: a former one may be the first to say so (ADR-0072). */
const othersMsMax = 300
/**
 * How long a connection to one of several servers may be unheard and still be used: shorter than the cluster takes at least until another
 * can be elected (`ttl` less `loop_wait`), so whoever answered then is still the only one (ADR-0072).
 */
export const unheardMsMax = 10_000

/** The history that a primary writes: the later one of a cluster has the higher timeline. */
type History = { readonly system: string; readonly timeline: number }

/** A connection, as far as it is ended when another server has become the primary. */
type Held = { readonly place: Place | undefined; giveUp(): void }

/** None of the servers that an address names says that it is the primary, at this moment. */
class NoPrimary extends Error {
  readonly code = 'CONNECTION_NO_PRIMARY'
}

/**
 * Which of several servers is the primary (ADR-0061). All are asked at the same time, and of those that are none in recovery the one with
 * the latest history is taken; everybody who waits shares the answer. A former primary that goes on after it was stopped still says that it
 * is one: it is refused once a later history was seen, and no connection to it is kept (ADR-0072).
 */
export class PrimaryFinder {
  readonly #databaseUrl: string
  readonly #places: readonly Place[]
  #believed: { readonly place: Place; readonly until: number } | undefined
  #asking: Promise<Place | undefined> | undefined
  readonly #held = new Set<Held>()
  readonly #othersMsMax: number
  #latest: History | undefined

  constructor(databaseUrl: string, places: readonly Place[], waitsMs = othersMsMax) {
    this.#databaseUrl = databaseUrl
    this.#places = places
    this.#othersMsMax = waitsMs
  }

  /** Throws when there is none. */
  async find(): Promise<Place> {
    if (this.#believed && performance.now() < this.#believed.until) return this.#believed.place
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    const place = await this.#asking
    if (!place) throw new NoPrimary('none of the servers is the primary')
    return place
  }

  /** A connection to it was lost, or it is none: it is asked again before the next connection. */
  lost(place: Place): void {
    if (this.#believed?.place === place) this.#believed = undefined
  }

  /** A connection that ends when another server has become the primary. */
  hold(connection: Held): void {
    this.#held.add(connection)
  }

  letGo(connection: Held): void {
    this.#held.delete(connection)
  }

  async #ask(): Promise<Place | undefined> {
    const pause = wait(askEveryMs)
    const found: { place: Place; history: History }[] = []
    const asked = this.#places.map(async (place) => {
      const history = await historyOf(this.#databaseUrl, place)
      if (!history || isOlder(history, this.#latest)) throw new Error('is no primary, or a former one')
      found.push({ place, history })
    })
    await Promise.any(asked).catch(() => undefined)
    if (found.length > 0)
      await Promise.race([Promise.allSettled(asked), wait(this.#othersMsMax, undefined, { ref: false })])
    const [primary] = found.toSorted((one, other) => other.history.timeline - one.history.timeline)
    if (primary) this.#believe(primary.place, primary.history)
    else await pause
    return primary?.place
  }

  #believe(place: Place, history: History): void {
    this.#believed = { place, until: performance.now() + believedMs }
    const isLater = this.#latest !== undefined && isOlder(this.#latest, history)
    this.#latest = history
    if (isLater) for (const each of [...this.#held]) if (each.place !== place) each.giveUp()
  }
}

/** Another system is a cluster that was built anew, whose timelines begin anew. */
const isOlder = (history: History, than: History | undefined): boolean =>
  than !== undefined && history.system === than.system && history.timeline < than.timeline

const finders = new Map<string, PrimaryFinder>()

/** Whoever finds the primary of an address that names several servers; undefined where it names one. */
export function primaryOf(databaseUrl: string): PrimaryFinder | undefined {
  const { places = [] } = readDatabaseAddress(databaseUrl) ?? {}
  if (places.length < 2) return undefined
  const known = finders.get(databaseUrl) ?? new PrimaryFinder(databaseUrl, places)
  finders.set(databaseUrl, known)
  return known
}

/** The history that a server writes, if it says in time that it is the primary. */
async function historyOf(databaseUrl: string, { host, port }: Place): Promise<History | undefined> {
  const sql = postgres(databaseUrl, {
    // As lists, which the driver takes though its types do not say so: it would split the name of an IPv6 host.
    ...({ host: [host], port: [port] } as object),
    max: 1,
    fetch_types: false,
    prepare: false,
    connect_timeout: askMsMax / 1_000,
    onnotice: () => {},
    connection: { application_name: 'aliado primary?' },
  })
  const asked = sql<{ system: string; timeline: number | null }[]>`
    select system_identifier::text as system,
      case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
    from pg_control_system()`
  try {
    const { system, timeline } = theOnly(await heard(asked, askMsMax))
    return timeline === null ? undefined : { system, timeline }
  } catch {
    return undefined
  } finally {
    void sql.end({ timeout: 0 })
  }
}
