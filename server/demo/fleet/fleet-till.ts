import {
  AliadoClient,
  AliadoRefused,
  AliadoUnanswered,
  type Authorization,
  type Credential,
  newIdempotencyKey,
} from '@/clients/typescript/aliado-client'
import { type LossyDoor, openLossyDoor } from './lossy-door'
import type { Moment, PlannedTill } from './plan'

/** What a till knows by itself of what it did: nothing here comes from the service's database. */
export type Did = {
  reserved: number
  confirmed: number
  released: number
  /** Reservations whose answers were all lost. */
  unanswered: number
  /** Calls that it repeated. */
  repeated: number
  /** Sales that were not admitted. */
  refused: number
  withoutBenefit: number
  /** How often its secret was not accepted. */
  secretRefused: number
  /** Times that it started and was accepted. */
  starts: number
}

/** What a till is given by its shop. */
export type Counter = {
  readonly url: string
  readonly branchId: number
  readonly customer: { readonly identificationTypeId: number; readonly identification: string }
  /** Begins its references, which are told apart by it from those of every other day. */
  readonly day: string
}

const fastByMs = 40 * 60_000
/** Of the scopes of a discount: the whole store. */
const storeScope = 1

/** A till that sells by the real API, as its plan says. */
export class FleetTill {
  readonly plan: PlannedTill
  readonly did: Did = {
    ...{ reserved: 0, confirmed: 0, released: 0, unanswered: 0, repeated: 0, refused: 0 },
    ...{ withoutBenefit: 0, secretRefused: 0, starts: 0 },
  }
  readonly #counter: Counter
  readonly #door: LossyDoor | undefined
  #client: AliadoClient | undefined
  #isAccepted = false
  #reservationMs = 0
  #tickets = 0

  private constructor(plan: PlannedTill, counter: Counter, door: LossyDoor | undefined) {
    this.plan = plan
    this.#counter = counter
    this.#door = door
  }

  /** How long a reservation lives, as the service has told it; 0 until then. */
  get reservationMs(): number {
    return this.#reservationMs
  }

  static async install(plan: PlannedTill, counter: Counter): Promise<FleetTill> {
    const door = plan.fault === 'lostAnswers' ? await openLossyDoor(counter.url) : undefined
    return new FleetTill(plan, counter, door)
  }

  /** Starts its adapter, of that version, with that credential. What it had in memory, a token too, is gone. */
  start(credential: Credential, version: string): void {
    const { terminal } = this.plan
    this.#client = new AliadoClient(this.#door?.url ?? this.#counter.url, credential, {
      headers: { 'X-Terminal-Id': terminal, 'User-Agent': `CajaFlota/${version}` },
      // A network that loses an answer loses the next one as well: twice is enough.
      ...(this.#door ? { triesMax: 2, backoffMs: 50 } : {}),
      onRetry: () => {
        this.did.repeated += 1
      },
    })
    this.#isAccepted = false
  }

  /** A customer at the till. */
  async serve({ purchase, answersLost }: Moment): Promise<void> {
    const client = this.#client
    if (client === undefined) throw new Error(`${this.plan.terminal} was not started.`)
    if (!(await this.#isAcceptedBy(client))) return
    const { branchId, customer, day } = this.#counter
    const reference = `${day}/${this.plan.terminal}/${++this.#tickets}`
    const purchaseAmount = 400 + 35 * this.#tickets
    const who = purchase === 'stranger' ? { ...customer, identification: 'DESCONOCIDO' } : customer
    const { discounts } = await client.eligibility({ ...who, branchId, purchaseAmount })
    const offer = discounts.find(({ scope }) => scope.typeId === storeScope)
    if ((offer === undefined) !== (purchase === 'stranger'))
      throw new Error(`${this.plan.terminal} was not told rightly who has benefits.`)
    if (offer === undefined) {
      this.did.withoutBenefit += 1
      return
    }
    const { merchantDiscountId } = offer
    this.#door?.lose(answersLost)
    const held = await this.#reserve(client, { ...who, merchantDiscountId, purchaseAmount, reference, branchId })
    if (held === undefined) return
    if (purchase === 'givingUp') return this.#release(client, held)
    await this.#confirm(client, held, purchase === 'puttingBack' ? purchaseAmount - 100 : purchaseAmount)
  }

  /** As a till asks when it starts (D59), and again with each customer while its secret is refused. */
  async #isAcceptedBy(client: AliadoClient): Promise<boolean> {
    if (this.#isAccepted) return true
    try {
      const { limits } = await client.credential()
      this.#reservationMs = limits.authorizationTtlSeconds * 1_000
    } catch (error) {
      if (!(error instanceof AliadoRefused) || error.code !== 'invalid_client') throw error
      this.did.secretRefused += 1
      return false
    }
    this.did.starts += 1
    this.#isAccepted = true
    return true
  }

  async #reserve(client: AliadoClient, sale: Parameters<AliadoClient['apply']>[0]): Promise<Authorization | undefined> {
    try {
      const held = await client.apply(sale, newIdempotencyKey())
      this.did.reserved += 1
      return held
    } catch (error) {
      // The purchase is charged without the benefit, and what was reserved ends by itself.
      if (!(error instanceof AliadoUnanswered) || this.#door === undefined) throw error
      this.did.unanswered += 1
      return undefined
    }
  }

  async #confirm(client: AliadoClient, held: Authorization, purchaseAmount: number): Promise<void> {
    const { authorizationCode, reference } = held
    const consumptionDate = new Date(this.#now()).toISOString()
    try {
      await client.confirm({ authorizationCode, reference, consumptionDate, purchaseAmount }, newIdempotencyKey())
      this.did.confirmed += 1
    } catch (error) {
      if (!(error instanceof AliadoRefused) || this.plan.fault !== 'fastClock') throw error
      this.did.refused += 1
      await this.#release(client, held)
    }
  }

  async #release(client: AliadoClient, { authorizationCode, reference }: Authorization): Promise<void> {
    await client.release(authorizationCode, reference)
    this.did.released += 1
  }

  #now(): number {
    return Date.now() + (this.plan.fault === 'fastClock' ? fastByMs : 0)
  }

  async close(): Promise<void> {
    await this.#door?.close()
  }
}
