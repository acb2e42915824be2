import type { CredentialReference } from '@/lib/credentials/reference'
import { hmacIdentification, type IdentificationKeys, identificationPattern } from '@/lib/identification/identification'
import { numericOfCents, scaled, scaledNumber } from '@/lib/kernel/money'
import type { RequestOperation } from '@/lib/requests/filter'
import { type IdentityCode, identityOf, isAssigned } from '@/lib/sandbox/identities'

/**
 * What the service saw of a call of an adapter, as JSON: all that a judge of a certification knows. It holds no
 * identification in clear and no secret (D32); moments are milliseconds of the service's clock, amounts decimal texts.
 */
export type SeenCall = {
  /** Orders calls of one millisecond; a UUID of version 7. */
  readonly id: string
  readonly requestId: string
  readonly credential: CredentialReference
  /** Null for an address that is none of the API's. */
  readonly operation: RequestOperation | null
  readonly method: string
  readonly arrivedAt: number
  readonly answeredAt: number
  readonly status: number
  /** The code of a refusal. */
  readonly code?: string
  readonly isReplay?: true
  /** The answer was not delivered whole. */
  readonly isCut?: true
  readonly retryAfterSeconds?: number
  /** What was staged for this call: the kind of an armed fault, or the code of an assigned identification. */
  readonly staged?: string
  readonly userAgent?: string
  /** What only a browser sends. */
  readonly browserHeaders?: readonly ('origin' | 'sec-fetch')[]
  /** The terminal that the call named (D58). */
  readonly terminal?: string
  /** What the address of the call says that belongs in a body or in a header. */
  readonly inAddress?: readonly AddressFlaw[]
  /** A digest of the Idempotency-Key. */
  readonly key?: string
  /** Equal for the same operation with the same body (D44). */
  readonly fingerprint?: string
  readonly sent: SeenInput
  /** What was answered, whether or not it arrived; empty for a refusal. */
  readonly answered: SeenAnswer
}

/** `reference`: the reference of the sale reads like an identification, which may be chance. */
export type AddressFlaw = 'identification' | 'secret' | 'reference'

export type SeenPerson = {
  /** Equal for the same identification of the same type; a keyed digest, in hex. */
  readonly digest: string
  /** Absent for an identification that no identity of the test environment has. */
  readonly assigned?: IdentityCode
  /** It is of the ranges that no person has. */
  readonly isOfTest: boolean
}

export type SeenItems = {
  readonly lines: number
  /** Of unit prices times quantities, rounded once; absent when a line cannot be read. */
  readonly sum?: string
  /** How many SKUs are not in the merchant's catalogue; absent where it was not asked. */
  readonly unknownSkus?: number
}

export type SeenInput = {
  readonly person?: SeenPerson
  readonly reference?: string
  readonly merchantDiscountId?: number
  readonly authorizationCode?: string
  readonly purchaseAmount?: string
  readonly items?: SeenItems
  /** As it was sent. */
  readonly consumptionDate?: string
}

export type SeenAnswer = {
  readonly isEligible?: boolean
  readonly authorizationCode?: string
  /** `Authorized`, `Consumed` and so on. */
  readonly state?: string
  readonly discountAmount?: string
  readonly finalAmount?: string
  /** The end of a reservation, in milliseconds. */
  readonly expiresAt?: number
  /** The life of an access token. */
  readonly expiresInSeconds?: number
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 64 ? value : undefined

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** A JSON number of at most two decimals as the decimal text of its cents. */
function amount(value: unknown): string | undefined {
  const cents = typeof value === 'number' ? scaledNumber(value, 2) : undefined
  return cents === undefined ? undefined : numericOfCents(cents)
}

/** Cents of a text that `SeenCall` has; undefined for none. */
export const centsOf = (seen: string | undefined): bigint | undefined =>
  seen === undefined ? undefined : scaled(seen, 2)

/** Only the fields that are there, so that what is seen is the same before and after JSON. */
function withoutAbsent<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const there: Partial<T> = {}
  for (const name in fields) if (fields[name] !== undefined) there[name] = fields[name]
  return there as T
}

/** A person without their identification (D32). */
const seenPerson = (keys: Pick<IdentificationKeys, 'hmac'>, type: number, identification: string): SeenPerson =>
  withoutAbsent<SeenPerson>({
    digest: hmacIdentification(keys, type, identification).toString('hex'),
    assigned: identityOf(type, identification)?.code,
    isOfTest: isAssigned(type, identification),
  })

/** With what a call is looked at. */
export type Eyes = {
  /** Absent where no identification was kept: then nobody is seen. */
  readonly keys?: Pick<IdentificationKeys, 'hmac'>
  /** Of these SKUs, those that the merchant's catalogue has not; absent where it is not asked. */
  readonly unknownSkus?: (skus: readonly string[]) => number
}

/** What is seen of a body, or of a query, as it was sent: whatever a stranger may have written. */
export function seenInput(sent: unknown, eyes: Eyes): SeenInput {
  const { identificationTypeId, identification, reference, merchantDiscountId, ...rest } = record(sent)
  const isPerson = typeof identificationTypeId === 'number' && typeof identification === 'string'
  return withoutAbsent<SeenInput>({
    person:
      eyes.keys !== undefined && isPerson && identificationPattern.test(identification)
        ? seenPerson(eyes.keys, identificationTypeId, identification)
        : undefined,
    reference: text(reference),
    merchantDiscountId: number(merchantDiscountId),
    authorizationCode: text(rest.authorizationCode),
    purchaseAmount: amount(rest.purchaseAmount),
    items: Array.isArray(rest.items) ? seenItems(rest.items, eyes) : undefined,
    consumptionDate: text(rest.consumptionDate),
  })
}

/** The SKUs of a body, as they were sent. */
export const skusOf = (sent: unknown): readonly string[] => {
  const { items } = record(sent)
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const { sku } = record(item)
    return typeof sku === 'string' ? [sku.trim()] : []
  })
}

function seenItems(items: readonly unknown[], { unknownSkus }: Eyes): SeenItems {
  // Of five decimals: a price has two, a quantity three.
  let sum: bigint | undefined = 0n
  for (const item of items) {
    const { quantity, unitPrice } = record(item)
    const of = typeof quantity === 'number' ? scaledNumber(quantity, 3) : undefined
    const price = typeof unitPrice === 'number' ? scaledNumber(unitPrice, 2) : undefined
    sum = sum === undefined || of === undefined || price === undefined ? undefined : sum + of * price
  }
  return withoutAbsent<SeenItems>({
    lines: items.length,
    sum: sum === undefined ? undefined : numericOfCents((sum + 500n) / 1000n),
    unknownSkus: unknownSkus?.(skusOf({ items })),
  })
}

/** What is seen of the `value` of an answer, and of a token's (RFC 6749, 5.1). */
export function seenAnswer(value: unknown): SeenAnswer {
  const said = record(value)
  const expiresAt = typeof said.expiresAt === 'string' ? Date.parse(said.expiresAt) : Number.NaN
  return withoutAbsent<SeenAnswer>({
    isEligible: typeof said.eligible === 'boolean' ? said.eligible : undefined,
    authorizationCode: text(said.authorizationCode),
    state: text(said.status),
    discountAmount: amount(said.discountAmount),
    finalAmount: amount(said.finalAmount),
    expiresAt: Number.isNaN(expiresAt) ? undefined : expiresAt,
    expiresInSeconds: number(said.expires_in),
  })
}

const secretNames = /^(?:api[_-]?key|x-api-key|access_token|token|client_secret|authorization)$/i
const secretValue = /ck_[A-Za-z0-9]{16}|[A-Za-z0-9_-]{40,}/
/** An identity card, or a number of the ranges of the test environment. */
const cardValue = /^(?:\d{3}-?\d{7}-?\d|PRUEBA[A-Za-z0-9]+)$/i
const privateNames = /^(?:identification|cedula|document|documento)$/i

/** What the address of a call says that belongs elsewhere (D32, D47). The cursor of a list is ours, and may be long. */
export function flawsOfAddress(url: URL): readonly AddressFlaw[] {
  const flaws = new Set<AddressFlaw>()
  const values: readonly (readonly [string, string])[] = [
    ...url.pathname.split('/').map((part) => ['', part] as const),
    ...url.searchParams,
  ]
  for (const [name, value] of values) {
    if (name === 'cursor') continue
    if (cardValue.test(value) || privateNames.test(name)) {
      flaws.add(name === 'reference' ? 'reference' : 'identification')
    }
    if (secretNames.test(name) || secretValue.test(value)) flaws.add('secret')
  }
  return [...flaws].sort()
}
