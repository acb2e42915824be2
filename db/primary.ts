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

/** None of the servers that an address names says that it is the primary, at this moment. */
class NoPrimary extends Error {
  readonly code = 'CONNECTION_NO_PRIMARY'
}

/**
 * Which of several servers is the primary (ADR-0061). All are asked at the same time and the first that is none in recovery is
 * taken, so one that does not answer costs nothing; everybody who waits shares the answer.
 */
export class PrimaryFinder {
  readonly #databaseUrl: string
  readonly #places: readonly Place[]
  #believed: { readonly place: Place; readonly until: number } | undefined
  #asking: Promise<Place | undefined> | undefined

  constructor(databaseUrl: string, places: readonly Place[]) {
    this.#databaseUrl = databaseUrl
    this.#places = places
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

  async #ask(): Promise<Place | undefined> {
    const pause = wait(askEveryMs)
    const place = await Promise.any(
      this.#places.map(async (each) => ((await isPrimary(this.#databaseUrl, each)) ? each : Promise.reject())),
    ).catch(() => undefined)
    if (place) this.#believed = { place, until: performance.now() + believedMs }
    else await pause
    return place
  }
}

const finders = new Map<string, PrimaryFinder>()

/** Whoever finds the primary of an address that names several servers; undefined where it names one. */
export function primaryOf(databaseUrl: string): PrimaryFinder | undefined {
  const { places = [] } = readDatabaseAddress(databaseUrl) ?? {}
  if (places.length < 2) return undefined
  const known = finders.get(databaseUrl) ?? new PrimaryFinder(databaseUrl, places)
  finders.set(databaseUrl, known)
  return known
}

/** Whether a server says in time that it is the primary. */
async function isPrimary(databaseUrl: string, { host, port }: Place): Promise<boolean> {
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
  const asked = sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
  try {
    return !theOnly(await heard(asked, askMsMax)).standby
  } catch {
    return false
  } finally {
    void sql.end({ timeout: 0 })
  }
}
