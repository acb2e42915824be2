import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AliadoClient,
  AliadoError,
  AliadoRefused,
  type Authorization,
  type Consumption,
  newIdempotencyKey,
} from '@/clients/typescript/aliado-client'
import { newReference, type Shop } from '../fixtures/factories'

/** A write as its till keeps it: what it means, and every 201 that it has read, as the text of its value. */
export type Entry = {
  readonly key: string
  readonly door: string
  readonly operation: 'applyDiscount' | 'registerConsumption'
  readonly send: Send
  readonly answers: { readonly at: number; readonly text: string }[]
  /** What the client said in the end: an answer, no answer (unknown), or a refusal. */
  outcome: 'open' | 'answered' | 'unknown' | `refused ${string}`
}

type Send = (client: AliadoClient, key: string) => Promise<Authorization | Consumption>

/** One process of the API, by how it reaches the database. */
export type Door = { readonly name: string; readonly url: string }

export type OpenLoop = {
  readonly entries: readonly Entry[]
  /** Tries that came to no 201, by status. */
  readonly failures: Failures
  /** Sends a write once more with its key, as a till does that was restarted, until it is answered or the time is over. */
  again(entry: Entry, until: number): Promise<void>
  /** Begins nothing more, and waits until every client has said how it ended. */
  stop(): Promise<void>
}

/** How many tries came to each status and code that is no 201; `0` stands for no answer. */
export type Failures = Record<string, number>

/** A till that confirms does so a moment after it has reserved. */
const paysAfterMs = 150

/**
 * Sales begin at their times, whether or not those before have ended: an outage lets them pile up, as in shops. Each is reserved and then
 * confirmed, at one of the doors, by the project's own client and its patience.
 */
export function startOpenLoop(doors: readonly Door[], shop: Shop, perSecond: number): OpenLoop {
  const entries: Entry[] = []
  const failures: Failures = {}
  const failed = ({ status, code }: Pick<AliadoError, 'status' | 'code'>): void => {
    const name = [status, code].filter((part) => part !== undefined).join(' ')
    failures[name] = (failures[name] ?? 0) + 1
  }
  const clients = new Map(
    doors.map(({ name, url }) => [name, new AliadoClient(url, shop.credential, { tryMsMax: 5_000, onRetry: failed })]),
  )
  const sales = new Set<Promise<void>>()

  async function attempt(entry: Entry): Promise<Authorization | Consumption | undefined> {
    const client = clients.get(entry.door)
    if (!client) throw new Error('a write has its door')
    try {
      const value = await entry.send(client, entry.key)
      entry.answers.push({ at: performance.now(), text: JSON.stringify(value) })
      entry.outcome = 'answered'
      return value
    } catch (error) {
      if (!(error instanceof AliadoError)) throw error
      failed(error)
      // What has been answered once must not be refused afterwards.
      entry.outcome = error instanceof AliadoRefused ? `refused ${error.status} ${error.code}` : 'unknown'
      return undefined
    }
  }

  function begin(operation: Entry['operation'], door: string, send: Send): Entry {
    const entry: Entry = { key: newIdempotencyKey(), door, operation, send, answers: [], outcome: 'open' }
    entries.push(entry)
    return entry
  }

  async function sell(door: string): Promise<void> {
    const reference = newReference()
    const purchase = {
      identificationTypeId: shop.person.identificationTypeId,
      identification: shop.person.identification,
      merchantDiscountId: shop.discountId,
      purchaseAmount: randomInt(100, 1_000_000) / 100,
      reference,
    }
    const applied = await attempt(begin('applyDiscount', door, (client, key) => client.apply(purchase, key)))
    if (!applied) return
    await wait(paysAfterMs)
    const paid = {
      authorizationCode: applied.authorizationCode,
      reference,
      consumptionDate: new Date().toISOString(),
    }
    await attempt(begin('registerConsumption', door, (client, key) => client.confirm(paid, key)))
  }

  let turn = 0
  const timer = setInterval(() => {
    const door = doors[turn++ % doors.length]
    if (!door) return
    const sale: Promise<void> = sell(door.name).finally(() => sales.delete(sale))
    sales.add(sale)
  }, 1_000 / perSecond)
  return {
    entries,
    failures,
    again: async (entry, until) => {
      entry.outcome = 'unknown'
      while (entry.outcome === 'unknown' && performance.now() < until) await attempt(entry)
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(sales)
    },
  }
}
