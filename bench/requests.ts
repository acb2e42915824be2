import { createHash, randomUUID } from 'node:crypto'
import { assert } from '@/lib/kernel/assert'
import type { Credentials } from './load-network'
import {
  affiliatedMerchant,
  affiliationsPerCompany,
  companyName,
  discountCentsOf,
  discountOf,
  identificationTypeId,
  offersTo,
  type Person,
  personOf,
  type Shape,
  seeded,
  teamSlot,
  unknownIdentification,
} from './network'

export const operations = ['eligibility', 'apply', 'consumption', 'token'] as const
export type Operation = (typeof operations)[number]

/** How many different requests a repeatable operation cycles through. */
export const varietyMax = 8_192

/** The status of a right answer. */
export const rightStatus: Record<Operation, number> = { eligibility: 200, apply: 201, consumption: 201, token: 200 }

/** Whether a request may be sent again: the writes must be new each time. */
export const isRepeatable = (operation: Operation): boolean => operation === 'eligibility' || operation === 'token'

/** One purchase, from its number. */
type Purchase = { person: Person; j: number; merchant: number; cents: number }

const purchaseCents = (n: number): number => 5_000 + Number((BigInt(n) * 7_919n) % 495_001n)

function purchaseOf(shape: Shape, n: number): Purchase {
  const id = 1 + seeded(5, n, shape.collaborators)
  const person = personOf(shape, id % 20 === 0 ? id - 1 : id)
  const j = seeded(6, n, affiliationsPerCompany)
  return { person, j, merchant: affiliatedMerchant(shape, person.company, j), cents: purchaseCents(n) }
}

/** One identification in ten belongs to nobody: its answer must cost the same. */
const isMiss = (n: number): boolean => n % 10 === 0

const preparedReference = (n: number): string => `C-${n}`

/** The code of the authorization number `n` that was made beforehand; authorizations.ts says the same in SQL. */
function preparedCode(n: number): string {
  const text = createHash('md5').update(`bench ${n}`).digest('hex').slice(0, 20).toUpperCase()
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** The purchase of the prepared authorization number `n`; authorizations.ts says the same in SQL. */
function preparedPurchase(shape: Shape, n: number): Purchase {
  const id = 1 + Number((BigInt(n) * 7_919n) % BigInt(shape.collaborators))
  const person = personOf(shape, id % 20 === 0 ? id - 1 : id)
  const j = n % affiliationsPerCompany
  return { person, j, merchant: affiliatedMerchant(shape, person.company, j), cents: purchaseCents(n) }
}

export class Requests {
  readonly #shape: Shape
  readonly #credentials: Credentials
  readonly #tokenPath: string
  readonly #terminals: number

  constructor(shape: Shape, credentials: Credentials, target: { tokenPath: string; terminals: number }) {
    this.#shape = shape
    this.#credentials = credentials
    this.#tokenPath = target.tokenPath
    this.#terminals = target.terminals
  }

  /** The bytes of request number `n`. `requestId` is sent with it, so that its answer can be told from others. */
  bytes(operation: Operation, n: number, requestId?: string): Buffer {
    const { path, headers, body } = this.#request(operation, n)
    const lines = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, `Content-Length: ${Buffer.byteLength(body)}`]
    if (this.#terminals > 0) lines.push(`X-Terminal-Id: CAJA-${1 + (n % this.#terminals)}`)
    if (requestId !== undefined) lines.push(`X-Request-Id: ${requestId}`)
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }

  #request(operation: Operation, n: number): { path: string; headers: string[]; body: string } {
    if (operation === 'token') {
      const { clientId, clientSecret } = at(this.#credentials.clients, n % this.#credentials.clients.length)
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      return {
        path: this.#tokenPath,
        headers: [`Authorization: Basic ${basic}`, 'Content-Type: application/x-www-form-urlencoded'],
        body: 'grant_type=client_credentials&scope=core.integrations',
      }
    }
    const path = { eligibility: 'eligibility', apply: 'discounts/apply', consumption: 'consumptions' }[operation]
    const { merchant, body } = this.#sale(operation, n)
    const headers = [`X-Api-Key: ${at(this.#credentials.apiKeys, merchant - 1)}`, 'Content-Type: application/json']
    if (operation !== 'eligibility') headers.push(`Idempotency-Key: ${randomUUID()}`)
    return { path: `/api/v1/integrations/${path}`, headers, body: JSON.stringify(body) }
  }

  #sale(operation: Exclude<Operation, 'token'>, n: number): { merchant: number; body: Record<string, unknown> } {
    if (operation === 'consumption') {
      const body = { authorizationCode: preparedCode(n), reference: preparedReference(n), consumptionDate: now() }
      return { merchant: preparedPurchase(this.#shape, n).merchant, body }
    }
    const { person, j, merchant, cents } = purchaseOf(this.#shape, n)
    const body = { identificationTypeId, identification: person.identification, purchaseAmount: cents / 100 }
    if (operation === 'eligibility') {
      return { merchant, body: isMiss(n) ? { ...body, identification: unknownIdentification(n) } : body }
    }
    const merchantDiscountId = discountOf(merchant, teamSlot(person.company, j)).id
    return { merchant, body: { ...body, merchantDiscountId, reference: `A-${n}` } }
  }

  /** What is wrong with the answer to request number `n`; undefined when it is right. */
  faultIn(operation: Operation, n: number, text: string): string | undefined {
    const answer = JSON.parse(text)
    if (operation === 'token') {
      const isRight =
        /^bearer$/i.test(answer.token_type) && answer.expires_in === 900 && answer.access_token.length >= 20
      return isRight ? undefined : `no token: ${Object.keys(answer)}`
    }
    const expected = JSON.stringify(this.#expected(operation, n))
    const seen = JSON.stringify(seenIn(operation, answer.value))
    return seen === expected ? undefined : `expected ${expected}, got ${seen}`
  }

  #expected(operation: Exclude<Operation, 'token'>, n: number): unknown {
    const isPrepared = operation === 'consumption'
    const { person, j, merchant, cents } = (isPrepared ? preparedPurchase : purchaseOf)(this.#shape, n)
    if (operation !== 'eligibility') {
      const discountCents = discountCentsOf(discountOf(merchant, teamSlot(person.company, j)), cents)
      const words = isPrepared ? [preparedReference(n), 'Registered'] : [`A-${n}`, 'Authorized']
      return [...words, cents / 100, discountCents / 100, (cents - discountCents) / 100]
    }
    if (isMiss(n)) return [false, null, []]
    const offers = offersTo(this.#shape, person, j)
      .map((discount) => ({ id: discount.id, cents: discountCentsOf(discount, cents) }))
      .sort((a, b) => b.cents - a.cents || a.id - b.id)
    return [true, companyName(person.company), offers.map((offer) => [offer.id, offer.cents / 100])]
  }
}

type Value = {
  eligible: boolean
  collaborator: { companyName: string } | null
  discounts: { merchantDiscountId: number; estimatedDiscountAmount: number }[]
  reference: string
  status: string
  purchaseAmount: number
  discountAmount: number
  finalAmount: number
}

/** The part of an answer that can be foretold. */
function seenIn(operation: Exclude<Operation, 'token'>, value: Value): unknown {
  if (operation !== 'eligibility') {
    return [value.reference, value.status, value.purchaseAmount, value.discountAmount, value.finalAmount]
  }
  const discounts = value.discounts.map((each) => [each.merchantDiscountId, each.estimatedDiscountAmount])
  return [value.eligible, value.collaborator?.companyName ?? null, discounts]
}

const now = (): string => new Date().toISOString()

function at<T>(list: readonly T[], index: number): T {
  const entry = list[index]
  assert(entry !== undefined, `the plan has this entry: ${index}`)
  return entry
}
