/**
 * What a body or a query must be, read from the contract and decisions.md a second time and without the schemas of the product.
 * 'either' is for what the contract leaves to the product: such a value may be refused or not be found.
 */
export type Verdict = 'valid' | 'invalid' | 'either'

const bytesMax = 256 * 1024
const levelsMax = 64

type Rule = (value: unknown) => Verdict
type Fields = Readonly<Record<string, unknown>>

const check = (holds: boolean): Verdict => (holds ? 'valid' : 'invalid')

/** Of several verdicts the worst. */
const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('invalid') ? 'invalid' : verdicts.includes('either') ? 'either' : 'valid'

const isText = (value: unknown): value is string => typeof value === 'string'
const lengthOf = (text: string) => Array.from(text).length
const hasControl = (text: string) => Array.from(text).some((c) => c < ' ' || (c >= '\x7f' && c <= '\x9f'))

/** D24, D30: a positive integer. JSON has no bound; what no double tells from its neighbour is nobody's id. */
const id: Rule = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? Number.isSafeInteger(value)
      ? 'valid'
      : 'either'
    : 'invalid'

/** D13, D14, D19: no more decimals than that, and within bounds. */
const decimals =
  (places: number, least: number, most: number): Rule =>
  (value) =>
    check(typeof value === 'number' && Number(value.toFixed(places)) === value && value >= least && value <= most)

const paid = decimals(2, 0.01, 999_999_999.99)
const anyAmount = decimals(2, 0, 999_999_999.99)

/** D23. */
const identification: Rule = (value) =>
  check(isText(value) && value.length >= 1 && value.length <= 30 && !/[^0-9A-Za-z]/.test(value))

/** D33. */
const reference: Rule = (value) =>
  check(isText(value) && /\S/u.test(value) && lengthOf(value) <= 64 && !hasControl(value))

/** D42: matched exactly, so a code of another form is simply nobody's. */
const code: Rule = (value) => (isText(value) ? (value !== '' && lengthOf(value) <= 60 ? 'valid' : 'either') : 'invalid')

/** D39. */
const instant: Rule = (value) => {
  if (!isText(value)) return 'invalid'
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d):(\d\d))$/.exec(value)
  if (!parts) return 'invalid'
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [offsetHours, offsetMinutes] = [Number(parts[8] ?? 0), Number(parts[9] ?? 0)]
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  const isDay = local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return 'invalid'
  const shift = (parts[7] === '-' ? 1 : -1) * (offsetHours * 60 + offsetMinutes)
  const utcYear = new Date(local.getTime() + (hour * 60 + minute + shift) * 60_000).getUTCFullYear()
  if (utcYear < 1 || utcYear > 9999) return 'invalid'
  // ISO 8601 lets seconds be left out, the date-time of RFC 3339 does not.
  return parts[6] === undefined ? 'either' : 'valid'
}

/** D19. */
const sku: Rule = (value) => {
  if (!isText(value)) return 'invalid'
  const text = value.trim()
  return check(text !== '' && lengthOf(text) <= 64 && !hasControl(text))
}

const required =
  (name: string, rule: Rule) =>
  (fields: Fields): Verdict =>
    Object.hasOwn(fields, name) ? rule(fields[name]) : 'invalid'

/** D8: null is absence. */
const optional =
  (name: string, rule: Rule) =>
  (fields: Fields): Verdict =>
    Object.hasOwn(fields, name) && fields[name] !== null ? rule(fields[name]) : 'valid'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const all =
  (...rules: ((fields: Fields) => Verdict)[]): Rule =>
  (value) =>
    isFields(value) ? worst(rules.map((rule) => rule(value))) : 'invalid'

const line = all(
  required('sku', sku),
  required('quantity', decimals(3, 0.001, 999_999_999.999)),
  required('unitPrice', anyAmount),
)
const items: Rule = (value) => (Array.isArray(value) && value.length <= 500 ? worst(value.map(line)) : 'invalid')

const ofWho = [
  required('identificationTypeId', id),
  required('identification', identification),
  optional('branchId', id),
] as const

const bodies = {
  checkEligibility: all(...ofWho, optional('purchaseAmount', anyAmount)),
  applyDiscount: all(
    ...ofWho,
    required('merchantDiscountId', id),
    required('purchaseAmount', paid),
    required('reference', reference),
    optional('items', items),
  ),
  registerConsumption: all(
    required('authorizationCode', code),
    required('reference', reference),
    required('consumptionDate', instant),
    optional('purchaseAmount', paid),
  ),
  releaseAuthorization: all(required('authorizationCode', code), required('reference', reference)),
}

export type OperationWithBody = keyof typeof bodies

/** The JSON of a body that is UTF-8 and JSON (D7), or undefined. */
export function parsedBody(bytes: Buffer): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}

export function verdictOnBody(operation: OperationWithBody, bytes: Buffer): Verdict {
  const parsed = parsedBody(bytes)
  if (bytes.length > bytesMax || !parsed || levelsOf(bytes.toString('utf8')) > levelsMax) return 'invalid'
  return isWhole(parsed.json) ? bodies[operation](parsed.json) : 'invalid'
}

/** How deep brackets are nested, those within texts apart. */
function levelsOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (const bracket of json.replace(/"(?:[^"\\]|\\.)*"/gs, '').match(/[[\]{}]/g) ?? []) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** D7: no U+0000 and no lone surrogate in any text, names included. */
function isWhole(value: unknown): boolean {
  if (isText(value)) return !/[\0\p{Cs}]/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, entry]) => isWhole(name) && isWhole(entry))
}

const number =
  (least: number, most: number): Rule =>
  (value) =>
    isText(value) && /^[0-9]+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? value.length <= 3 || value === String(Number(value))
        ? 'valid'
        : 'either'
      : 'invalid'

/** D46: opaque, so only the product can tell one that it made. */
const cursor: Rule = () => 'either'

const queries = {
  describeCredential: all(),
  listIdentificationTypes: all(),
  findAuthorization: all(required('reference', reference)),
  listConsumptions: all(
    optional('from', instant),
    optional('to', instant),
    optional('branchId', number(1, 999_999_999_999_999)),
    optional('reference', reference),
    optional('code', code),
    optional('limit', number(1, 200)),
    optional('cursor', cursor),
  ),
}

export type OperationWithQuery = keyof typeof queries

const parameters: Readonly<Record<OperationWithQuery, readonly string[]>> = {
  describeCredential: [],
  listIdentificationTypes: [],
  findAuthorization: ['reference'],
  listConsumptions: ['from', 'to', 'branchId', 'reference', 'code', 'limit', 'cursor'],
}

export function verdictOnQuery(operation: OperationWithQuery, query: string): Verdict {
  const known = [...new URLSearchParams(query)].filter(([name]) => parameters[operation].includes(name))
  const fields = Object.fromEntries(known)
  if (Object.keys(fields).length < known.length || !isWhole(fields)) return 'invalid'
  return queries[operation](fields)
}
