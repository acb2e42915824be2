import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A client of the integration API in one file, without dependencies: copy it into your system and make it yours. It shows the
 * three habits that a till needs: a token is kept and renewed before it ends; one Idempotency-Key per operation is made once
 * and sent again with every retry; a 429 or 503 is waited for as Retry-After says.
 */

export type Credential = { apiKey: string } | { clientId: string; clientSecret: string }

export type Purchase = {
  identificationTypeId: number
  identification: string
  merchantDiscountId: number
  purchaseAmount: number
  reference: string
  branchId?: number
  items?: { sku: string; quantity: number; unitPrice: number }[]
}

export type Offer = {
  merchantDiscountId: number
  name: string
  scope: { typeId: number; name: string }
  estimatedDiscountAmount?: number
}

export type Eligibility = {
  eligible: boolean
  collaborator: { displayName: string; companyName: string } | null
  discounts: Offer[]
}

export type Authorization = {
  authorizationCode: string
  status: string
  reference: string
  purchaseAmount: number
  discountAmount: number
  finalAmount: number
  expiresAt: string
}

export type Consumption = Omit<Authorization, 'expiresAt'> & { code: string; consumptionDate: string }

/** An answer that is no success. `code` is stable: branch on it, and show `message` to the cashier. */
export class AliadoError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const triesMax = 5
const answerMsMax = 10_000

export class AliadoClient {
  readonly #url: string
  readonly #credential: Credential
  #token: { text: string; renewAtMs: number } | undefined

  constructor(url: string, credential: Credential) {
    this.#url = url
    this.#credential = credential
  }

  identificationTypes = () =>
    this.#call<{ id: number; name: string }[]>('GET', '/api/v1/integrations/identification-types')

  eligibility = (person: { identificationTypeId: number; identification: string; purchaseAmount?: number }) =>
    this.#call<Eligibility>('POST', '/api/v1/integrations/eligibility', person)

  /** Keep `idempotencyKey` with the sale: sent again, it answers the same authorization. */
  apply = (purchase: Purchase, idempotencyKey: string = randomUUID()) =>
    this.#call<Authorization>('POST', '/api/v1/integrations/discounts/apply', purchase, idempotencyKey)

  /** Only for paid purchases, and with a key of its own. */
  confirm = (
    paid: { authorizationCode: string; reference: string; consumptionDate: string; purchaseAmount?: number },
    idempotencyKey: string = randomUUID(),
  ) => this.#call<Consumption>('POST', '/api/v1/integrations/consumptions', paid, idempotencyKey)

  /** What stands for a ticket, for a till that lost an answer. */
  standing = (reference: string) =>
    this.#call<Authorization & { consumption: Consumption | null }>(
      'GET',
      `/api/v1/integrations/discounts/authorizations?reference=${encodeURIComponent(reference)}`,
    )

  release = (authorizationCode: string, reference: string) =>
    this.#call<Authorization>('POST', '/api/v1/integrations/discounts/release', { authorizationCode, reference })

  consumptions = (limit: number) => this.#call<Consumption[]>('GET', `/api/v1/consumptions?limit=${limit}`)

  async #call<Value>(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(method, path, body, idempotencyKey)
      if (response?.ok) return ((await response.json()) as { value: Value }).value
      const passing = !response || response.status === 429 || response.status === 503
      if (passing && attempt < triesMax) {
        const seconds = Number(response?.headers.get('retry-after') ?? attempt)
        await wait(seconds * 1000)
      } else if (response?.status === 401 && this.#token && attempt === 1) {
        this.#token = undefined // It was revoked before its time: ask for another, once.
      } else if (response) {
        const { code, messages } = (await response.json()) as { code: string; messages: { message: string }[] }
        throw new AliadoError(response.status, code, messages.map((entry) => entry.message).join(' '))
      } else {
        throw new AliadoError(0, 'unreachable', `${this.#url} does not answer`)
      }
    }
  }

  /** Undefined when no answer came: what was asked may still have been done, so ask again with the same key. */
  async #send(method: string, path: string, body: unknown, idempotencyKey: string | undefined) {
    const headers: Record<string, string> = { ...(await this.#authorization()) }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
    try {
      return await fetch(`${this.#url}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(answerMsMax),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch {
      return undefined
    }
  }

  async #authorization(): Promise<Record<string, string>> {
    if ('apiKey' in this.#credential) return { 'X-Api-Key': this.#credential.apiKey }
    if (!this.#token || Date.now() >= this.#token.renewAtMs) this.#token = await this.#newToken(this.#credential)
    return { Authorization: `Bearer ${this.#token.text}` }
  }

  async #newToken(client: { clientId: string; clientSecret: string }) {
    const response = await fetch(`${this.#url}/connect/token`, {
      method: 'POST',
      signal: AbortSignal.timeout(answerMsMax),
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }),
    })
    const answer = (await response.json()) as {
      access_token: string
      expires_in: number
      error: string
      error_description: string
    }
    if (!response.ok) throw new AliadoError(response.status, answer.error, answer.error_description)
    // A minute early, so that no sale meets its end.
    return { text: answer.access_token, renewAtMs: Date.now() + (answer.expires_in - 60) * 1000 }
  }
}
