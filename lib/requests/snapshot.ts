/**
 * What may be kept of a call's body and answer (ADR-0016): fields that we know, each by its own rule, everything bounded.
 * An identification is never kept, nor what repeats it, nor what could be a secret; of fields that we do not know, the name alone.
 */

/** What is shown in place of a value that may not be kept. */
export const hidden = '•••'

export type Shown = string | number | boolean | null | readonly Shown[] | { readonly [name: string]: Shown }

export type Snapshot = {
  /** The known fields that were sent. Absent when what was sent is no object. */
  readonly input?: Readonly<Record<string, Shown>>
  /** Names of fields that the operation does not know; undefined where there are none. */
  readonly unknown: readonly string[] | undefined
  readonly reference: string | undefined
}

const listMax = 10
const unknownMax = 10
const namesLookedAtMax = 50
const textMax = 64
const idMax = 2_147_483_647
const amountMax = 999_999_999.99

/** Whether a text repeats the identification of the same body, or could be a secret of ours. */
type IsSensitive = (text: string) => boolean
type Rule = (value: unknown, isSensitive: IsSensitive) => Shown

const number =
  (most: number, text: RegExp): Rule =>
  (value, isSensitive) => {
    const fits = typeof value === 'number' ? Math.abs(value) <= most : typeof value === 'string' && text.test(value)
    return fits && !isSensitive(String(value)) ? (value as number | string) : hidden
  }

/** Characters that a jsonb cannot hold, or that nobody can read. */
const unwritable = /\p{Cc}|\p{Cs}/u

const text: Rule = (value, isSensitive) => {
  if (typeof value !== 'string' || unwritable.test(value) || isSensitive(value)) return hidden
  return value.length <= textMax ? value : `${[...value.slice(0, 4 * textMax)].slice(0, textMax).join('')}…`
}

const textLike =
  (pattern: RegExp): Rule =>
  (value, isSensitive) =>
    typeof value === 'string' && pattern.test(value) && !isSensitive(value) ? value : hidden

const amount = number(amountMax, /^-?\d{1,9}([.,]\d{1,4})?$/)
const id = number(idMax, /^\d{1,9}$/)
/** D42: groups too short for an identification. */
const code = textLike(/^[A-Z2-9]{1,6}(-[A-Z2-9]{1,6}){0,7}$/)
const date = textLike(/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ][\dTZz:.+ -]{0,24})?$/)
const never: Rule = () => hidden

/**
 * The number of an identity card where an article's code belongs; the body does not say whose it is. Bar codes have 8,
 * 12 or 13 digits.
 */
const cardLike = /^\d{3}-?\d{7}-?\d$/
const sku: Rule = (value, isSensitive) =>
  typeof value === 'string' && cardLike.test(value.trim()) ? hidden : text(value, isSensitive)

const item = { sku, quantity: amount, unitPrice: amount } as const

const items: Rule = (value, isSensitive) => {
  if (!Array.isArray(value)) return hidden
  const shown = value.slice(0, listMax).map((one) => (isRecord(one) ? pick(one, item, isSensitive) : hidden))
  return value.length > listMax ? [...shown, `… ${value.length - listMax}`] : shown
}

/** The rule of every field of every operation (a law test holds it). */
export const fieldRules: Readonly<Record<string, Rule>> = {
  identification: never,
  identificationTypeId: number(9_999, /^\d{1,4}$/),
  merchantDiscountId: id,
  branchId: id,
  purchaseAmount: amount,
  reference: text,
  items,
  authorizationCode: code,
  code,
  consumptionDate: date,
  from: date,
  to: date,
  limit: number(9_999, /^\d{1,4}$/),
  cursor: never,
  // Of the token endpoint.
  grant_type: textLike(/^[a-z_]{1,40}$/),
  scope: textLike(/^[a-z. ]{1,80}$/),
  client_id: never,
  client_secret: never,
  token: never,
}

/** Names that may be shown; any other text in the place of a name could be an identification. */
const sayable = /^[A-Za-z_]{1,40}$/

/** What may be kept of what was sent to an operation with those fields. */
export function snapshotOf(fields: readonly string[], sent: unknown): Snapshot {
  if (!isRecord(sent)) return { unknown: undefined, reference: undefined }
  const isSensitive = isSensitiveOf(sent.identification)
  const input: Record<string, Shown> = {}
  for (const name of fields) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (value !== undefined) input[name] = value === null ? null : (fieldRules[name] ?? never)(value, isSensitive)
  }
  const unknown = unknownNames(fields, sent, isSensitive)
  const { reference } = input
  return {
    input,
    unknown,
    reference: typeof reference === 'string' && reference !== hidden && reference !== '' ? reference : undefined,
  }
}

/** Undefined where there are none. */
function unknownNames(
  fields: readonly string[],
  sent: Record<string, unknown>,
  isSensitive: IsSensitive,
): string[] | undefined {
  let names: string[] | undefined
  let lookedAt = 0
  for (const name in sent) {
    if (++lookedAt > namesLookedAtMax || (names?.length ?? 0) >= unknownMax) break
    if (fields.includes(name)) continue
    const said = sayable.test(name) && !isSensitive(name) ? name : hidden
    if (names === undefined) names = [said]
    else if (!names.includes(said)) names.push(said)
  }
  return names
}

const secretLike = /[A-Za-z0-9]{40,}|ck_[A-Za-z0-9]{16}/

function isSensitiveOf(identification: unknown): IsSensitive {
  const isNamed = typeof identification === 'string' || typeof identification === 'number'
  let known: string | undefined
  return (said) => {
    if (said.length >= 19 && secretLike.test(said)) return true
    known ??= isNamed ? plain(`${identification}`) : ''
    const who = known
    // A text that is shorter than the identification cannot hold it.
    if (who === '' || said.length < who.length) return false
    // An identification of three letters would hide too many other texts.
    return who.length > 4 ? plain(said).includes(who) : plain(said) === who
  }
}

const plain = (said: string) => said.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pick(from: Record<string, unknown>, rules: Readonly<Record<string, Rule>>, isSensitive: IsSensitive) {
  const picked: Record<string, Shown> = {}
  for (const name in rules) {
    const value = from[name]
    if (value !== undefined) picked[name] = value === null ? null : (rules[name] ?? never)(value, isSensitive)
  }
  return picked
}

const own: Rule = (value) => (typeof value === 'object' ? hidden : (value as Shown))

const consumption = {
  code: own,
  authorizationCode: own,
  status: own,
  merchantDiscountId: own,
  reference: text,
  currency: own,
  purchaseAmount: own,
  discountAmount: own,
  finalAmount: own,
  expiresAt: own,
  consumptionDate: own,
} as const

const offer = { merchantDiscountId: own, discountValue: own, estimatedDiscountAmount: own } as const

const offers: Rule = (value, isSensitive) =>
  Array.isArray(value) ? value.slice(0, listMax).map((one) => pick(one, offer, isSensitive)) : hidden

const answer: Readonly<Record<string, Rule>> = {
  eligible: own,
  // These fields say who the collaborator is: the till was told, nobody else.
  collaborator: never,
  discounts: offers,
  ...consumption,
  consumption: (value, isSensitive) => (isRecord(value) ? pick(value, consumption, isSensitive) : hidden),
}

/** What may be kept of an operation's answer; of a list, its length. `sent` is the body that was answered. */
export function answerOf(value: unknown, sent: unknown): Shown {
  if (Array.isArray(value)) return [`… ${value.length}`]
  return isRecord(value) ? pick(value, answer, isSensitiveOf(isRecord(sent) ? sent.identification : undefined)) : null
}
