import { authorizationTtlInForce } from '@/db/policies'
import type { Questions } from '@/db/questions'
import { assert } from '@/lib/kernel/assert'
import { type Reservation, reserveStatement } from './authorizations'
import { type ApplyAsked, type ApplyGround, applyParts, hmacText, whatHolds } from './offers'
import { keptColumns, type Presenting, presentingAccessToken, presentingApiKey, toldUnless, writeBy } from './openings'

/** An apply, of a merchant that its credential will tell, for a person and a discount that are to be found. */
export type ReservationAsked = ApplyAsked &
  Pick<Reservation, 'code' | 'reference' | 'fingerprint' | 'purchaseAmount' | 'itemsJson'> & {
    /** The generations of the keys under which the person is sought: all under which people stand must be among them. */
    readonly heldGenerations: readonly number[]
    /** Where the merchant has no life of its own for authorizations (ADR-0058). */
    readonly ttlSeconds: number
  }

/** The reservation, or where none was made what was read for the apply. */
export type ReservedGround =
  | { made: { code: string; expiresAt: Date; discountAmount: string; finalAmount: string } }
  | { made: undefined; read: ApplyGround }

/**
 * The discount of a store-wide offer `o` on a purchase `q`, as `priceDiscount` has it (D15 to D17): rounded once, half up, since `round` of
 * `numeric` takes a half away from zero. Null for an offer of no known type.
 */
export const storeDiscount = `
  case o.discount_type
    when 'PCT' then least(round(q.purchase_amount * o.discount_value * 0.01, 2), o.maximum_discount)
    when 'AMT' then least(o.discount_value, q.purchase_amount, o.maximum_discount)
  end`

/** The columns of the ground, each under a name: those of the offer under their own. */
const groundNames = applyParts.columns.texts.map((text, at) => /^o\.(\w+)$/.exec(text)?.[1] ?? `ground_${at}`)
const groundKept = applyParts.columns.texts.map((text, at) => `${text} as ${groundNames[at]}`)
const nameOf = (text: string): string => {
  const name = groundNames[applyParts.columns.texts.indexOf(text)]
  assert(name !== undefined, `an apply reads ${text}`)
  return name
}
const keys = nameOf(whatHolds.keys)
const finalAmount = 'purchase_amount - discount_amount'
/** Null where nothing was reserved. */
const reserved = 'r.expires_at'

const reservationColumns = {
  code: 'text',
  reference: 'text',
  identification_type_id: 'int',
  hmac: 'text',
  old_hmac: 'text',
  held: 'int[]',
  branch_id: 'int',
  discount_id: 'int',
  purchase_amount: 'numeric',
  items: 'text',
  ttl_seconds: 'int',
  key: 'uuid',
  fingerprint: 'text',
}

/**
 * A credential, what an apply by it must know, and the reservation: by one statement in place of two (ADR-0086). It reserves only where
 * nobody could refuse the credential, the offer is store-wide, is there for the purchase and counts no uses, and the reference has no
 * active authorization, overdue or not. Else the apply goes on by what was read.
 */
function reserveBy<Presented, Row extends object>(by: Presenting<Presented, Row>) {
  const { kept, told } = keptColumns(by, reserved)
  const known = nameOf(whatHolds.identificationTypeKnown)
  const statement = ({ from, areSeveral }: Questions) =>
    reserveStatement(
      `
    select q.n::int, q.code, q.reference, q.branch_id, q.purchase_amount, q.items, q.key, q.fingerprint, q.held, ${by.ids},
      coalesce(${authorizationTtlInForce}, q.ttl_seconds) as ttl_seconds, null::numeric as matched_subtotal, ${by.may} as may_call,
      ${storeDiscount} as discount_amount, ${[...kept, ...groundKept].join(', ')}
    from ${from}
    ${by.parts.joins}
    ${applyParts.joins(by.merchantId)}`,
      areSeveral,
      {
        may: `may_call and ${known} and ${keys} / 2 = any (held) and (${keys} % 2 = 0 or ${keys} / 2 - 1 = any (held))
      and ${nameOf(whatHolds.branchKnown)} and ${nameOf('ik.fingerprint')} is null and scope = 'store' and not limited
      and discount_amount is not null and purchase_amount >= coalesce(minimum_purchase, 0)`,
        finalAmount,
        told: [
          'c.discount_amount',
          finalAmount,
          ...groundNames.map((name) => toldUnless(reserved, `c.${name}`)),
          ...told,
        ],
      },
    )
  const toValues = (r: ReservationAsked) => ({
    code: r.code,
    reference: r.reference,
    identification_type_id: r.identificationTypeId,
    hmac: hmacText(r, 0),
    old_hmac: hmacText(r, 1),
    held: r.heldGenerations,
    branch_id: r.branchId,
    discount_id: r.discountId,
    purchase_amount: r.purchaseAmount,
    items: r.itemsJson,
    ttl_seconds: r.ttlSeconds,
    key: r.idempotencyKey,
    fingerprint: r.fingerprint.toString('hex'),
  })
  const groundAt = 3
  return writeBy(by, reservationColumns, statement, toValues, {
    read: (row, at, { code }): ReservedGround => {
      const expiresAt = row[at] as Date | null
      return expiresAt === null
        ? { made: undefined, read: applyParts.columns.read(row, at + groundAt) }
        : { made: { code, expiresAt, discountAmount: row[at + 1] as string, finalAmount: row[at + 2] as string } }
    },
    width: groundAt + groundNames.length,
  })
}

export const reserveByApiKey = reserveBy(presentingApiKey)
export const reserveByAccessToken = reserveBy(presentingAccessToken)
