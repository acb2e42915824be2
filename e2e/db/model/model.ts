import { discountOn, type Line, least, type ModelDiscount, shown, subtotalOf } from './terms'

/** What the API should know of one merchant, and what it should say. Nothing here is taken from the product. */

export type ModelAuthorization = {
  code: string
  reference: string
  discount: ModelDiscount
  person: number
  localDay: string
  purchase: bigint
  granted: bigint
  subtotal: bigint | undefined
  status: 'Authorized' | 'Consumed' | 'Expired' | 'Released'
  expiresAt: string
  consumption?: ModelConsumption
}

export type ModelConsumption = { code: string; purchase: bigint; granted: bigint; date: string }

export type ApplyRequest = {
  operation: 'applyDiscount'
  discount: number
  person: number
  amount: bigint
  reference: string
  branch: 'none' | 'open' | 'closed' | 'foreign'
  items: readonly Line[] | undefined
}

export type ConsumeRequest = {
  operation: 'registerConsumption'
  code: string
  reference: string
  total: bigint | undefined
}

export type WriteRequest = ApplyRequest | ConsumeRequest

type Bound = { key: string; request: WriteRequest; authorization: ModelAuthorization }

export type Model = {
  /** Whether the merchant's policy admits consumptions that come late (D61). */
  readonly admitsLate: boolean
  readonly discounts: readonly ModelDiscount[]
  /** The people whom the company knows and who are active; every other one is nobody. */
  readonly employed: readonly number[]
  /** Oldest first. */
  readonly authorizations: ModelAuthorization[]
  readonly bound: Bound[]
}

/** `why` is for us to know: the API does not tell. */
export type Refusal = { status: number; code: string; why: string }
const refusal = (status: number, code: string, why = ''): Refusal => ({ status, code, why })

const same = (a: WriteRequest, b: WriteRequest): boolean => canonical(a) === canonical(b)
const canonical = (request: WriteRequest): string =>
  JSON.stringify(
    Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  )

/** D44: the record that a key is bound to, or the refusal of a key that is bound to another request. */
export function boundTo(model: Model, key: string, request: WriteRequest): Bound | Refusal | undefined {
  const bound = model.bound.find((each) => each.key === key)
  if (!bound) return undefined
  return same(bound.request, request) ? bound : refusal(409, 'idempotency_key_reused')
}

/** D43: a reservation counts while it is active, and for what was consumed once it is used. */
function used(model: Model, discount: ModelDiscount, counts: (each: ModelAuthorization) => boolean = () => true) {
  const counted = model.authorizations.filter(
    (each) =>
      each.discount === discount && (each.status === 'Authorized' || each.status === 'Consumed') && counts(each),
  )
  return {
    uses: counted.length,
    amount: counted.reduce((sum, each) => sum + (each.consumption?.granted ?? each.granted), 0n),
  }
}

/** What keeps a person from using a discount now, for as much as one can say without knowing the items (D37, D43). */
function obstacle(model: Model, discount: ModelDiscount, person: number, localDay: string, amount?: bigint) {
  if (!discount.granted) return 'not granted'
  if (!model.employed.includes(person)) return 'nobody'
  const all = used(model, discount)
  const today = used(model, discount, (each) => each.person === person && each.localDay === localDay)
  if (discount.usesTotal !== undefined && all.uses >= discount.usesTotal) return 'uses'
  if (discount.usesPerDay !== undefined && today.uses >= discount.usesPerDay) return 'uses per day'
  if (discount.budget !== undefined && all.amount >= discount.budget) return 'no budget'
  if (amount === undefined) return undefined
  if (discount.least !== undefined && amount < discount.least) return 'minimum'
  if (!discount.skus && !fitsBudget(model, discount, discountOn(discount, amount))) return 'budget'
  return undefined
}

const fitsBudget = (model: Model, discount: ModelDiscount, granted: bigint): boolean =>
  discount.budget === undefined || used(model, discount).amount + granted <= discount.budget

/** The refusal of an apply whose key is free, or what it grants: in the order of D9. */
export function applied(model: Model, request: ApplyRequest, localDay: string) {
  const discount = model.discounts[request.discount]
  if (!discount) return refusal(404, 'discount_not_available')
  const inTheWay = obstacle(model, discount, request.person, localDay, request.amount)
  if (inTheWay) return refusal(404, 'discount_not_available', inTheWay)
  if (request.branch === 'closed' || request.branch === 'foreign') return refusal(400, 'branch_invalid')
  let subtotal: bigint | undefined
  if (discount.skus) {
    if (!request.items?.length) return refusal(400, 'items_required')
    subtotal = subtotalOf(request.items, discount.skus)
    if (subtotal === undefined) return refusal(400, 'no_applicable_items')
  }
  const granted = discountOn(discount, request.amount, subtotal)
  if (!fitsBudget(model, discount, granted)) return refusal(404, 'discount_not_available', 'budget for the items')
  const standing = model.authorizations.some(
    (each) => each.reference === request.reference && each.status === 'Authorized',
  )
  if (standing) return refusal(400, 'reference_in_use')
  return { discount, granted, subtotal }
}

export const held = (model: Model, code: string, reference: string): ModelAuthorization | undefined =>
  model.authorizations.find((each) => each.code === code && each.reference === reference)

/** What keeps an authorization that expired from being consumed late (D61). Every purchase of the model was paid in time. */
function obstacleToLate(model: Model, { reference, discount, person, localDay, granted }: ModelAuthorization) {
  if (!model.admitsLate) return 'no policy'
  const standing = (each: ModelAuthorization) => each.status === 'Authorized' || each.status === 'Consumed'
  if (model.authorizations.some((each) => each.reference === reference && standing(each))) return 'reference'
  const that = used(model, discount, (each) => each.person === person && each.localDay === localDay)
  if (discount.usesTotal !== undefined && used(model, discount).uses >= discount.usesTotal) return 'uses'
  if (discount.usesPerDay !== undefined && that.uses >= discount.usesPerDay) return 'uses'
  return fitsBudget(model, discount, granted) ? undefined : 'budget'
}

/** The refusal of a consumption whose key is free, or what it grants (D38, D40). */
export function consumed(model: Model, request: ConsumeRequest) {
  const authorization = held(model, request.code, request.reference)
  if (!authorization) return refusal(404, 'authorization_not_found')
  if (authorization.status === 'Consumed') return refusal(400, 'authorization_already_used')
  if (authorization.status === 'Released') return refusal(400, 'authorization_expired')
  const inTheWay = authorization.status === 'Expired' && obstacleToLate(model, authorization)
  if (inTheWay) return refusal(400, 'authorization_expired', inTheWay)
  const purchase = request.total ?? authorization.purchase
  const again = discountOn(authorization.discount, purchase, authorization.subtotal)
  return { authorization, purchase, granted: least(again, authorization.granted) }
}

/** How the API shows an authorization; in the answer of an apply it always is `Authorized` (D44). */
export const authorizationShown = (each: ModelAuthorization, status = each.status) => ({
  authorizationCode: each.code,
  status,
  merchantDiscountId: each.discount.id,
  reference: each.reference,
  currency: 'DOP',
  purchaseAmount: shown(each.purchase),
  discountAmount: shown(each.granted),
  finalAmount: shown(each.purchase - each.granted),
  expiresAt: each.expiresAt,
})

export const consumptionShown = ({ code, reference }: ModelAuthorization, consumption: ModelConsumption) => ({
  code: consumption.code,
  authorizationCode: code,
  reference,
  status: 'Registered',
  currency: 'DOP',
  purchaseAmount: shown(consumption.purchase),
  discountAmount: shown(consumption.granted),
  finalAmount: shown(consumption.purchase - consumption.granted),
  consumptionDate: consumption.date,
})

/** What a person is offered, best first (D27, D28): pairs of id and estimate. */
export function offered(model: Model, person: number, localDay: string, amount: bigint | undefined) {
  return model.discounts
    .filter((discount) => !obstacle(model, discount, person, localDay, amount))
    .map((discount) => ({ id: discount.id, estimate: amount === undefined ? undefined : discountOn(discount, amount) }))
    .sort((a, b) => Number((b.estimate ?? 0n) - (a.estimate ?? 0n)) || a.id - b.id)
}
