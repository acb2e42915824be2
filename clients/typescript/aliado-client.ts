import { randomUUID } from 'node:crypto'

/**
 * A client of the integration API in one file, without dependencies, for Node 18 or newer: copy it into your system.
 *
 * What it does for a till: it repeats a call whose answer was lost, with growing, random waits, until a deadline; it waits as
 * `Retry-After` says; it keeps one token for all callers and renews it in time. It cannot remember a sale. Before `apply` and
 * before `confirm`, keep with the sale a key of `newIdempotencyKey()` and what you send; after an `AliadoUnanswered`, also after
 * a restart, send the same again with the same key: nothing is ever done twice.
 *
 * Amounts are RD$ as numbers of at most two decimals: add up in cents, and divide by 100 at the end. An answer may bring fields
 * and values that are not written here: ignore them. (The whole API: `/api/v1/openapi.json` of the service.)
 */

export type Credential =
  | { readonly apiKey: string }
  /** `tokenUrl` is where tokens are asked for, when that is not `/connect/token` of the service. */
  | { readonly clientId: string; readonly clientSecret: string; readonly tokenUrl?: string }

export type ClientOptions = {
  /** How long a call may last in all, its waits and repetitions included: 20 s, unless a call says otherwise. */
  readonly deadlineMs?: number
  /** How long one try may last before its answer counts as lost: 8 s. */
  readonly tryMsMax?: number
  /** How often a call is tried: 5 times. */
  readonly triesMax?: number
  /** The first wait is random, from none to this: 500 ms. The range doubles for each next one. */
  readonly backoffMs?: number
  /** The most that this range grows to: 5 s. */
  readonly backoffMsMax?: number
  /** The longest wait for a `Retry-After`: 30 s. The service itself never asks for more; what stands before it may. */
  readonly retryAfterMsMax?: number
  /** Sent with every request, such as `User-Agent: my-pos/2.4` or `Accept-Language: en`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Called at every repetition, for your log. It gets no secret and nothing about a customer. */
  readonly onRetry?: (retry: Retry) => void
  /** The source of chance for the waits, from 0 up to 1: `Math.random`. */
  readonly random?: () => number
}

export type CallOptions = { readonly deadlineMs?: number }

export type Retry = {
  /** Such as `POST /api/v1/integrations/consumptions`. */
  readonly operation: string
  readonly requestId: string
  /** How often it has been tried so far. */
  readonly tries: number
  readonly waitMs: number
  /** Of the answer that made it necessary; 0 when none came. */
  readonly status: number
  readonly code: string | undefined
}

/** These values, and others that may be added. */
type Open<Known extends string> = Known | (string & Record<never, never>)

export type CredentialDescription = {
  merchantName: string
  environment: string
  /** Compare it with the clock of the till. */
  serverTime: string
  credential: { kind: string; name: string; permissions: string[]; expiresAt: string | null }
  branches: { id: number; name: string }[]
  limits: { perMinute: number; burst: number; missesPerMinute: number; authorizationTtlSeconds: number }
}
export type IdentificationType = { id: number; name: string }

export type Person = { identificationTypeId: number; identification: string }

export type Purchase = Person & {
  merchantDiscountId: number
  purchaseAmount: number
  /** Your own name of the purchase, unique: ticket, invoice, order. */
  reference: string
  branchId?: number
  /** Needed for a discount on a category or an article. */
  items?: { sku: string; quantity: number; unitPrice: number }[]
}

export type Paid = {
  authorizationCode: string
  reference: string
  /** The moment of payment, ISO 8601 with a time zone. Kept with the sale: another moment is another body. */
  consumptionDate: string
  /** The new total, when the purchase has changed since. */
  purchaseAmount?: number
}

export type Offer = {
  merchantDiscountId: number
  name: string
  description: string
  discountType: { id: number; name: string; code: Open<'PCT' | 'AMT'> }
  discountValue: number
  scope: { typeId: number; name: string; articleCategoryId: number | null; articleId: number | null }
  validFrom: string
  validTo: string
  /** When `purchaseAmount` was sent. */
  estimatedDiscountAmount?: number
}

export type Eligibility = {
  eligible: boolean
  collaborator: { displayName: string; companyName: string } | null
  discounts: Offer[]
}

type Amounts = { currency: Open<'DOP'>; purchaseAmount: number; discountAmount: number; finalAmount: number }

export type Authorization = Amounts & {
  authorizationCode: string
  status: Open<'Authorized' | 'Consumed' | 'Expired' | 'Released'>
  merchantDiscountId: number
  reference: string
  expiresAt: string
}

export type Consumption = Amounts & {
  code: string
  authorizationCode: string
  reference: string
  status: Open<'Registered'>
  consumptionDate: string
}

export type ListedConsumption = Consumption & {
  merchantDiscountId: number
  branchId: number | null
  registeredAt: string
}

export type ConsumptionFilter = {
  /** Registered at or after this instant, and before that one. */
  from?: string
  to?: string
  branchId?: number
  reference?: string
  code?: string
  /** How many are fetched at a time, 1 to 200. All are returned, whatever this is. */
  pageSize?: number
}

/** Why a call gave no value. `message` may be shown to the cashier; `requestId` is what support asks for. */
export abstract class AliadoError extends Error {
  /** HTTP status of the last answer; 0 when none came. */
  readonly status: number
  /** The service's stable code for what is wrong; undefined when the last answer was not the service's. Branch on it. */
  readonly code: string | undefined
  readonly title: string | undefined
  /** `field` is the JSON path of what is wrong in what was sent, such as `items[2].sku`. */
  readonly messages: readonly { readonly message: string; readonly field?: string }[]
  readonly requestId: string
  /** How long the last answer asked to wait, if it did. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, requestId: string, { reply, cause }: Outcome) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = reply?.status ?? 0
    this.code = codeOf(reply)
    this.title = textOf(reply?.body?.title)
    this.messages = messagesOf(reply)
    this.requestId = reply?.headers.get('x-request-id') ?? requestId
    this.retryAfterMs = reply && retryAfterMs(reply.headers)
  }
}

/**
 * The service refused the call, and nothing was done. The same call is refused again until the cause that `code` names is
 * corrected. (With 401 and 403 the cause is the credential: keep a paid sale, and confirm it with the same key when the
 * credential is right.)
 */
export class AliadoRefused extends AliadoError {
  override readonly name = 'AliadoRefused'
}

/**
 * Outcome unknown: no answer that settles it came in time, so what was asked may have been done, or not. Keep the sale, and send the
 * same again with the same key, not sooner than `retryAfterMs`. A purchase whose `apply` ends so may be charged without the benefit:
 * what was reserved ends by itself.
 */
export class AliadoUnanswered extends AliadoError {
  override readonly name = 'AliadoUnanswered'
}

/**
 * A key for one operation, `apply` or `confirm`: make it once, and keep it with the sale before the call. A UUID of version 7 (RFC 9562), of its
 * moment and 74 random bits: the service stores keys of one time together.
 */
export function newIdempotencyKey(): string {
  const moment = Date.now().toString(16).padStart(12, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`
}

/** A new id of a request: its moment, by which the service finds the call soonest, and 44 random bits. */
function newRequestId(): string {
  const moment = Date.now().toString(36).padStart(9, '0')
  return `req_${moment}${randomUUID().replaceAll('-', '').slice(0, 11)}`
}

type Reply = {
  readonly status: number
  readonly headers: Headers
  /** Undefined when what came is no JSON object, or not whole. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** What came of a try: a reply, or why none came. */
type Outcome = { readonly reply?: Reply | undefined; readonly cause?: unknown }

type Question = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** The method and the path, without a query. */
  readonly operation: string
  readonly kind: 'token' | 'reading' | 'writing' | 'keyed writing'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Page<Value> = { readonly value: Value; readonly meta?: { readonly nextCursor?: string | null } | null }
type OAuthClient = Extract<Credential, { clientId: string }>
type Token = { readonly text: string; readonly endsAtMs: number }

/** As the contract says: a token is renewed when less than one minute remains. */
const renewBeforeMs = 60_000
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export class AliadoClient {
  readonly #url: string
  readonly #credential: Credential
  readonly #options: Required<ClientOptions>
  #token: Token | undefined
  #renewal: Promise<void> | undefined

  /** One for each credential, for as long as your system runs. `url` is the service's address, without `/api/v1`. */
  constructor(url: string, credential: Credential, options: ClientOptions = {}) {
    this.#url = new URL(url).href.replace(/\/+$/, '')
    this.#credential = sound(credential)
    this.#options = {
      deadlineMs: options.deadlineMs ?? 20_000,
      tryMsMax: options.tryMsMax ?? 8_000,
      triesMax: options.triesMax ?? 5,
      backoffMs: options.backoffMs ?? 500,
      backoffMsMax: options.backoffMsMax ?? 5_000,
      retryAfterMsMax: options.retryAfterMsMax ?? 30_000,
      headers: options.headers ?? {},
      onRetry: options.onRetry ?? (() => {}),
      random: options.random ?? Math.random,
    }
  }

  /** Whose the credential is and what it may do: to ask when a till starts, or to see whether a key works. */
  async credential(options?: CallOptions): Promise<CredentialDescription> {
    return (await this.#get<CredentialDescription>('/api/v1/integrations/credential', {}, options)).value
  }

  /** They change rarely: keep them for a day. */
  async identificationTypes(options?: CallOptions): Promise<IdentificationType[]> {
    return (await this.#get<IdentificationType[]>('/api/v1/integrations/identification-types', {}, options)).value
  }

  /** Whether a customer has benefits today, and which. When not, charge the purchase normally: no reason is given. */
  eligibility(
    person: Person & { branchId?: number; purchaseAmount?: number },
    options?: CallOptions,
  ): Promise<Eligibility> {
    return this.#post('reading', '/api/v1/integrations/eligibility', person, {}, options)
  }

  /** Reserves a discount. `finalAmount` is what to charge. */
  async apply(purchase: Purchase, idempotencyKey: string, options?: CallOptions): Promise<Authorization> {
    const headers = keyHeader(idempotencyKey)
    return this.#post('keyed writing', '/api/v1/integrations/discounts/apply', purchase, headers, options)
  }

  /** Registers the consumption of a purchase that is paid, and of no other. Its key is not that of `apply`. */
  async confirm(paid: Paid, idempotencyKey: string, options?: CallOptions): Promise<Consumption> {
    const headers = keyHeader(idempotencyKey)
    return this.#post('keyed writing', '/api/v1/integrations/consumptions', paid, headers, options)
  }

  /** What exists for a purchase, for a till that has lost its memory. Refused with 404 when nothing was ever reserved for it. */
  async standing(
    reference: string,
    options?: CallOptions,
  ): Promise<Authorization & { consumption: Consumption | null }> {
    const path = '/api/v1/integrations/discounts/authorizations'
    return (await this.#get<Authorization & { consumption: Consumption | null }>(path, { reference }, options)).value
  }

  /** Gives a reservation back at once, when the customer gives up. Without it, it ends by itself. */
  release(authorizationCode: string, reference: string, options?: CallOptions): Promise<Authorization> {
    const body = { authorizationCode, reference }
    return this.#post('writing', '/api/v1/integrations/discounts/release', body, {}, options)
  }

  /** The merchant's consumptions, newest registered first, fetched page by page as they are read. Each page has its own deadline. */
  async *consumptions(
    { pageSize, ...filter }: ConsumptionFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedConsumption, void, undefined> {
    let cursor: string | undefined
    do {
      const query = { ...filter, limit: pageSize, cursor }
      const page = await this.#get<ListedConsumption[]>('/api/v1/consumptions', query, options)
      yield* page.value
      cursor = page.meta?.nextCursor ?? undefined
    } while (cursor !== undefined)
  }

  async #get<Value>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    options: CallOptions | undefined,
  ): Promise<Page<Value>> {
    const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`
    const url = this.#url + path + search
    const reply = await this.#ask(
      { method: 'GET', url, operation: `GET ${path}`, kind: 'reading', headers: {} },
      options?.deadlineMs,
    )
    return reply.body as Page<Value>
  }

  async #post<Value>(
    kind: Question['kind'],
    path: string,
    body: object,
    headers: Readonly<Record<string, string>>,
    options: CallOptions | undefined,
  ): Promise<Value> {
    const reply = await this.#ask(
      {
        method: 'POST',
        url: this.#url + path,
        operation: `POST ${path}`,
        kind,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
      options?.deadlineMs,
    )
    return (reply.body as Page<Value>).value
  }

  /**
   * Repeats a request until an answer settles it, or until the deadline is too near for another try. Returns the answer that
   * grants it.
   */
  async #ask(question: Question, msMax = this.#options.deadlineMs): Promise<Reply> {
    const deadlineMs = performance.now() + msMax
    const leftMs = () => deadlineMs - performance.now()
    // One for all tries: it is known also when no answer comes, and finds every try in the service's records.
    const requestId = newRequestId()
    const unanswered = (outcome: Outcome) => new AliadoUnanswered(unansweredText(question, outcome), requestId, outcome)
    // Whether an earlier try may have taken effect.
    let isOpen = false
    let isTokenRenewed = false

    for (let tries = 1; ; tries++) {
      const token = await this.#tokenFor(question, leftMs()).catch((cause) => {
        throw cause instanceof AliadoRefused && !isOpen ? cause : unanswered({ cause })
      })
      if (leftMs() <= 0) throw unanswered({ cause: new Error('The deadline is over') })
      const outcome = await this.#try(question, requestId, token, Math.min(this.#options.tryMsMax, leftMs()))
      const { reply } = outcome
      if (reply && isGranted(question, reply)) return reply

      if (reply?.status === 401 && token && !isTokenRenewed) {
        // The token was revoked, or expired on its way. It is renewed once in a call: when one new token does not help, another
        // does not either.
        isTokenRenewed = true
        // Another caller may have been refused with the same token before, and have a new one.
        if (this.#token === token) this.#token = undefined
        tries -= 1
        continue
      }
      if (reply && isFinal(reply)) {
        if (isOpen && !isJudged(reply)) throw unanswered(outcome)
        throw new AliadoRefused(refusedText(reply), requestId, outcome)
      }
      if (reply?.status !== 429 && /writing/.test(question.kind)) isOpen = true

      const waitMs = this.#waitMs(tries, reply)
      if (tries >= this.#options.triesMax || waitMs >= leftMs()) throw unanswered(outcome)
      const { operation } = question
      this.#options.onRetry({ operation, requestId, tries, waitMs, status: reply?.status ?? 0, code: codeOf(reply) })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  /** Full jitter: tills that failed together do not come back together, also when all of them were told the same wait. */
  #waitMs(tries: number, reply: Reply | undefined): number {
    const { backoffMs, backoffMsMax, retryAfterMsMax, random } = this.#options
    const toldMs = Math.min((reply && retryAfterMs(reply.headers)) ?? 0, retryAfterMsMax)
    return toldMs + random() * Math.min(backoffMsMax, backoffMs * 2 ** (tries - 1))
  }

  /** Ends in this time, whatever the network does. */
  async #try(question: Question, requestId: string, token: Token | undefined, msMax: number): Promise<Outcome> {
    const { method, url, kind, headers, body } = question
    const abort = new AbortController()
    const init: RequestInit = {
      method,
      headers: {
        ...this.#options.headers,
        ...headers,
        'X-Request-Id': requestId,
        ...(token ? { Authorization: `Bearer ${token.text}` } : {}),
        ...('apiKey' in this.#credential && kind !== 'token' ? { 'X-Api-Key': this.#credential.apiKey } : {}),
      },
      // Never followed: a redirection would take the credential to another address.
      redirect: 'manual',
      signal: abort.signal,
    }
    const asked = async (): Promise<Reply> => {
      const response = await fetch(url, body === undefined ? init : { ...init, body })
      return { status: response.status, headers: response.headers, body: parse(await response.text()) }
    }
    try {
      return { reply: await within(msMax, asked()) }
    } catch (cause) {
      return { cause }
    } finally {
      abort.abort()
    }
  }

  /** One request for a token serves all who need it. While the old one lives it is used: no sale waits for a renewal. */
  async #tokenFor(question: Question, msMax: number): Promise<Token | undefined> {
    const client = this.#credential
    if ('apiKey' in client || question.kind === 'token') return undefined
    const token = this.#token
    const lifeMs = token ? token.endsAtMs - performance.now() : 0
    if (token && lifeMs >= renewBeforeMs) return token
    this.#renewal ??= this.#renew(client).finally(() => {
      this.#renewal = undefined
    })
    if (token && lifeMs > 0) {
      // A failed renewal is reported only when there is no other token any more.
      this.#renewal.catch(() => {})
      return token
    }
    await within(msMax, this.#renewal)
    return this.#token
  }

  async #renew({ clientId, clientSecret, tokenUrl }: OAuthClient): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const reply = await this.#ask({
      method: 'POST',
      url: tokenUrl ?? `${this.#url}/connect/token`,
      operation: 'POST /connect/token',
      kind: 'token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    const { access_token: text, expires_in: seconds } = reply.body as { access_token: string; expires_in?: number }
    // Absent: as the contract has it.
    this.#token = { text, endsAtMs: performance.now() + (seconds ?? 900) * 1000 }
  }
}

/** A header that is not printable text is refused with an error that repeats it: a secret must not get so far. */
function sound(credential: Credential): Credential {
  const secrets = 'apiKey' in credential ? [credential.apiKey] : [credential.clientId, credential.clientSecret]
  // A program without types may have left one out.
  const isSound = secrets.every((secret) => typeof secret === 'string' && /^[\x21-\x7e]+$/.test(secret))
  if (!isSound) throw new TypeError('A credential must be given, as printable characters without spaces.')
  return credential
}

function keyHeader(idempotencyKey: string): { 'Idempotency-Key': string } {
  if (uuid.test(idempotencyKey)) return { 'Idempotency-Key': idempotencyKey }
  throw new TypeError('The idempotency key must be one of newIdempotencyKey(), kept with the sale before the call.')
}

/** The work, unless it takes longer. */
async function within<Value>(msMax: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Nothing came within ${Math.round(msMax)} ms`))
    // The longest that a timer knows.
    timer = setTimeout(giveUp, Math.min(msMax, 2 ** 31 - 1))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const isGranted = ({ kind }: Question, { status, body }: Reply): boolean =>
  status < 300 && body !== undefined && (kind === 'token' ? typeof body.access_token === 'string' : 'value' in body)

/**
 * Whether a refusal is the caller's own fault, which a repetition does not correct. Not of this kind: too many calls (but too
 * many wrong secrets are), a request that came too slowly (408), the service's own failures, and the answers of what stands
 * before the service.
 */
const isFinal = ({ status, body }: Reply): boolean =>
  status >= 400 && status < 500 && status !== 408 && (status !== 429 || body?.error === 'invalid_client')

/**
 * Whether a refusal proves that no earlier try was done: otherwise the service would have found the key and answered that try. A
 * 401 or 403 proves nothing, since the service checks the credential before the key; and a refusal without a code is not the
 * service's.
 */
const isJudged = (reply: Reply): boolean => codeOf(reply) !== undefined && reply.status !== 401 && reply.status !== 403

function parse(text: string): Reply['body'] {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The code of the API, or of the token endpoint (RFC 6749, 5.2). */
const codeOf = (reply: Reply | undefined): string | undefined => textOf(reply?.body?.code) ?? textOf(reply?.body?.error)

function messagesOf(reply: Reply | undefined): { message: string; field?: string }[] {
  const { messages, error_description: message } = reply?.body ?? {}
  const entries: unknown[] = Array.isArray(messages) ? messages : [{ message }]
  return entries.flatMap((entry) => {
    const { message, field } = Object(entry) as { message?: unknown; field?: unknown }
    if (typeof message !== 'string') return []
    return [typeof field === 'string' ? { message, field } : { message }]
  })
}

/** RFC 9110, 10.2.3: seconds, or a date, which is meant by the clock of who sent it: a till's may be wrong. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const untilMs = Date.parse(text)
  const sentMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - (Number.isNaN(sentMs) ? Date.now() : sentMs))
}

const refusedText = (reply: Reply): string => {
  const texts = messagesOf(reply).map(({ message }) => message)
  return texts.length > 0 ? texts.join(' ') : `HTTP ${reply.status}`
}

const advice = {
  token: 'No answer: ask again.',
  reading: 'No answer: ask again.',
  writing: 'Outcome unknown: send it again.',
  'keyed writing': 'Outcome unknown: send it again with the same key.',
} as const

function unansweredText({ kind, operation }: Question, { reply }: Outcome): string {
  const last = reply ? `, last with HTTP ${reply.status} ${codeOf(reply) ?? ''}`.trimEnd() : ''
  return `${advice[kind]} (${operation} was not settled${last}.)`
}
